k, i = sch.get_loops("S")
first, second = sch.loop_partition(i, [2, None])
sch.write_at(second, sch.get_block("S_i1"), 0, "local")
