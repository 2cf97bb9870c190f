x9/x9/x9/x9/x9/x9/x9/x9/x9 1 1
