# interpret: no


def schedule(sch):
    mm = sch.get_block("matmul")
    i, j, k = sch.get_loops(mm)
    j, ji = sch.split(j, factors=[None, 4])
    k, ki = sch.split(k, factors=[None, 4])
    sch.reorder(j, k, ji, ki)
    sch.decompose_reduction(mm, k)
    sch.tensorize(ji, "dot_4x4_u8u8u32_udot")
