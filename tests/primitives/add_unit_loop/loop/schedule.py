i, j, k = sch.get_loops("B")
sch.add_unit_loop(j)
