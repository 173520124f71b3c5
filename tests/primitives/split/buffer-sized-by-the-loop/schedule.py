i, = sch.get_loops(sch.get_block("rows"))
sch.split(i, [2, 3])
