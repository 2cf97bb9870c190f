[TPS x3/x3/x3 1 1]
