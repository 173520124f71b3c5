sch.fuse(sch.get_loops("B")[0])
