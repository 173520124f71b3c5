i, = sch.get_loops("B")
sch.split(i, [4, 15], disable_predication=True)
