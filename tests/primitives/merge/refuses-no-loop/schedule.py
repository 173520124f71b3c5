sch.merge()
