# interpret: no
l = sch.fuse(*sch.get_loops(sch.get_block("B")))
sch.split(l, [None, 100])
sch.reverse_compute_at(sch.get_block("C"), sch.get_loops(sch.get_block("B"))[0], preserve_unit_loops=True)
