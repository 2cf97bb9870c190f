x8/x8/x8/x8/x8/x8/x8/x8/x8 1 1
