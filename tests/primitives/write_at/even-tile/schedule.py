b = sch.get_block("C")
i0, i1 = sch.split(sch.get_loops(b)[0], [None, 10])
sch.write_at(i0, b, 0, "shared")
