let minimum = 18
