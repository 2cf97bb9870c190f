"""The command line: thin modules, one a command."""
