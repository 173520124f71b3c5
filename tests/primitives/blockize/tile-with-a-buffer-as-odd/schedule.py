sch.blockize(sch.get_loops(sch.get_block("tile"))[0])
