"""Tables, drawings, summaries and completion in notebooks and shells."""
