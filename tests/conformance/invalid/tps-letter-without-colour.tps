S,x2/x3/x3 1 2
