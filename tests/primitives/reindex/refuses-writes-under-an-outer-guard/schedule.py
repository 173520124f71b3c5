loop, = sch.get_loops(sch.get_block("C"))
sch.split(sch.add_unit_loop(loop), [3, None, 2])
sch.loop_partition(loop, [None, 4, 4])
sch.reindex(sch.get_block("C_i1"), ("write", 0))
