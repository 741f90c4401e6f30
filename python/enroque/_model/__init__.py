"""Constants, enums and dataclasses of boards, games, positions, encodings and searches."""
