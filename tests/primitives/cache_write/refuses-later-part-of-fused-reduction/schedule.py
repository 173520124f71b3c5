fused = sch.fuse(*sch.get_loops(sch.get_block("C"))[1:])
sch.loop_partition(fused, [1, None])
sch.cache_write(sch.get_block("C_j_k_fused1"), 0, "shared")
