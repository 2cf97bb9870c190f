x3/x3/x3
