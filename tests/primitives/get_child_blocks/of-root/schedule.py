a, b = sch.get_child_blocks(sch.get_block("root"))
sch.annotate(b, "second", 1)
