n, h, w, co, rh, rw, rc = sch.get_loops(sch.get_block("Y", "main"))
co0, co1 = sch.split(co, [None, 8])
rc0, rc1 = sch.split(rc, [None, 4])
sch.reorder(n, co0, h, w, rc0, rh, rw, rc1, co1)
