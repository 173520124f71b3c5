sch.get_child_blocks(3)
