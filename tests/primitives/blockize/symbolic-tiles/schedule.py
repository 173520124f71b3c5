# interpret: no
def schedule(sch):
    i, j, k = sch.get_loops("B")
    sch.blockize(j)
