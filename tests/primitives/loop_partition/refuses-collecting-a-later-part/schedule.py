i, k = sch.get_loops("D")
f = sch.fuse(i, k)
sch.loop_partition(f, [100, None])
sch.cache_write("D_i_k_fused1", 0, "shared")
