j, = sch.get_loops(block="D")
sch.unroll(j)
