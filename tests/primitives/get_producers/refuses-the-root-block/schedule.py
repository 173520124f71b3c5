sch.get_producers("root")
