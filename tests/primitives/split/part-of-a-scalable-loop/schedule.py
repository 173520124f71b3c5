# interpret: no
def schedule(sch):
    l = sch.get_loops(sch.get_block("B"))[1]
    sch.split(l, [None, 2])
