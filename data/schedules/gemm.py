# Matrix products C = A B as the best libraries write them: a tile of C in registers, panels of B packed so that the tile's loop reads them
# in a row, blocks of the reduction that stay in the caches. Sizes decide what is left out:
#   fits the second cache   no packing, the whole reduction at once
#   one row                 no tile: a row of C in registers, several rows of B at a time
# tileloom-cli apply data/benchmarks/... ; see also `tileloom-cli bench kernels 'matmul-*'`.
LANES = 16          # floats in a register
L2_FLOATS = 262144  # of B that stay in the second cache beside the rest


def register_tile(sch, C, loops, names):
    """The innermost loops: vectors along the last, everything else written out."""
    sch.vectorize(loops[-1])
    for loop in loops[:-1]:
        sch.unroll(loop)


def divisor(extent, limit):
    """The largest divisor of extent up to limit."""
    best = 1
    for d in range(1, limit + 1):
        if extent % d == 0:
            best = d
    return best


def gemv(sch, C, N, K, columns=128, rows=8):
    i, j, k = sch.get_loops(C)
    j0, j1, j2 = sch.split(j, [None, divisor(N // LANES, columns // LANES), LANES])
    k0, k1 = sch.split(k, [None, divisor(K, rows)])
    sch.reorder(j0, k0, k1, i, j1, j2)
    register_tile(sch, C, [k1, i, j1, j2], None)
    sch.decompose_reduction(C, k0)


def gemm(sch, mr=8, nr=32, kc=256, nc=512, pack=None):
    C = sch.get_block("C")
    i, j, k = sch.get_loops(C)
    M, N, K = sch.get(i).extent, sch.get(j).extent, sch.get(k).extent
    if M == 1:
        return gemv(sch, C, N, K)
    if pack is None:
        pack = N * K > L2_FLOATS * 2
    if not pack:
        kc, nc = (K if N * K <= L2_FLOATS // 2 else kc), N
    if pack:
        B_panels = sch.cache_read(C, 1, "global")
        sch.transform_layout(C, ("read", 1), lambda k, n: (n // nr, k, n % nr))
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2, j3 = sch.split(j, [None, nc // nr, nr // LANES, LANES])
    k0, k1 = sch.split(k, [None, kc])
    sch.reorder(j0, k0, i0, j1, k1, i1, j2, j3)
    if pack:
        sch.compute_at(B_panels, k0)
        fill = sch.split(sch.get_loops(B_panels)[-1], [None, LANES])
        sch.vectorize(fill[1])
    register_tile(sch, C, [i1, j2, j3], None)
    sch.decompose_reduction(C, k0)
