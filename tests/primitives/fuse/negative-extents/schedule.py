i, j, a, b = sch.get_loops(sch.get_block("B"))
sch.fuse(a, b)
