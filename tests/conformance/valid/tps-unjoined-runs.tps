1,x,2S/x,x,x/x,x1,12 1 4
