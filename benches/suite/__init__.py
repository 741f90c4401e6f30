"""What `benches/run.py` is made of: programs, results, tables."""
