i, = sch.get_loops(sch.get_block("rows"))
outer, inner = sch.split(i, [2, 3])
sch.fuse(outer, inner)
