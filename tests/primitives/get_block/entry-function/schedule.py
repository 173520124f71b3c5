sch.get_block(name="C")
sch.get_block("root")
