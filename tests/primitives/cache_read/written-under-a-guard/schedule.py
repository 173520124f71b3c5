block = sch.get_block("C")
loop = sch.get_loops(block)[1]
copy = sch.write_at(loop, block, 0, "shared")
sch.split(sch.get_loops(block)[0], [3, None, 3])
sch.cache_read(copy, 0, "global")
