"""What people see and type: files, streams, colours, and progress on a terminal."""
