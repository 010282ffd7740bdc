// Compiled once: its precompiled header serves every floor.
