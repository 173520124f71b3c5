# Matrix products of bytes, C = A B in int32, on instructions that multiply four pairs of bytes and add them up: a tile of C in registers, B
# packed in groups of four rows ([K / 4][N][4]), panel by panel. Sizes must be multiples of 4 along K and of 16 along N.
# See `tileloom-cli bench kernels 'matmul-int8-*'`.
LANES = 16            # int32 in a register
GROUP = 4             # bytes in an int32
PANEL_BYTES = 524288  # of B, packed, that stay in the second cache beside the rest


def divisor(extent, limit):
    """The largest divisor of extent up to limit."""
    best = 1
    for d in range(1, limit + 1):
        if extent % d == 0:
            best = d
    return best


def gemm(sch, mr=8, nr=32, ku=2, intrin="dot_16x4_vnni"):
    C = sch.get_block("C")
    M, N, K = [sch.get(loop).extent for loop in sch.get_loops(C)]
    mr = divisor(M, mr)
    nr = divisor(N // LANES, nr // LANES) * LANES
    kc = K // GROUP
    nc = divisor(N // nr, max(PANEL_BYTES // (K * nr), 1)) * nr
    panels = sch.cache_read(C, 1, "global")
    sch.transform_layout(C, ("read", 1), lambda k, n: (n // nr, k // GROUP, n % nr, k % GROUP))
    i, j, k = sch.get_loops(C)
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2, j3 = sch.split(j, [None, nc // nr, nr // LANES, LANES])
    k0, k1, k2 = sch.split(k, [None, divisor(kc, ku), GROUP])
    sch.reorder(j0, i0, j1, k0, k1, i1, j2, j3, k2)
    sch.parallel(j0)
    sch.compute_at(panels, j0)
    rows, columns = sch.get_loops(panels)[-2:]
    rows, row = sch.split(rows, [None, GROUP])
    columns, column = sch.split(columns, [None, LANES])
    sch.reorder(columns, rows, column, row)
    sch.vectorize(sch.fuse(column, row))
    init = sch.decompose_reduction(C, k0)
    loops = sch.get_loops(init)
    sch.vectorize(loops[-1])
    sch.unroll(loops[-2])
    sch.unroll(loops[-3])
    for loop in [k1, i1, j2]:
        sch.unroll(loop)
    sch.tensorize(j3, intrin)
