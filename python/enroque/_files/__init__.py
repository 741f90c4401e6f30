"""Sources, formats, reading and writing of files."""
