sch.get_consumers("root")
