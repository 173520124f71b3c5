assert len(sch.get_loops("root")) == 0
