# interpret: no


def schedule(sch):
    mm = sch.get_block("matmul")
    sch.cache_read(mm, 0, "shared")
    sch.cache_read(mm, 1, "shared")
    sch.cache_write(mm, 0, "local")
    i, j, k = sch.get_loops(mm)
    k, ki = sch.split(k, factors=[None, 4])
    sch.decompose_reduction(mm, k)
    sch.tensorize(ki, "sdot4")
