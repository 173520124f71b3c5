b = sch.get_block("C")
c = sch.write_at(loop=sch.get_loops(b)[0], block=b, write_buffer_index=0, storage_scope="local")
sch.annotate(c, "note", 1)
