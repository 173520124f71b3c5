# interpret: no
l = sch.fuse(*sch.get_loops(sch.get_block("B")))
sch.split(l, [None, 256])
sch.reverse_compute_at(sch.get_block("C"), sch.get_loops(sch.get_block("B"))[1], preserve_unit_loops=False)
