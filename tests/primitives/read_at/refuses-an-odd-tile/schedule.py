b = sch.get_block("C")
i0, i1 = sch.split(sch.get_loops(b)[0], [None, 16])
sch.read_at(i0, b, 0, "shared")
