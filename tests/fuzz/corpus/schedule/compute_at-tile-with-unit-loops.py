b = sch.get_block("C")
i, j = sch.get_loops("C")
a, c = sch.split(j, [None, 4])
sch.compute_at(b, a, preserve_unit_loops=True)
