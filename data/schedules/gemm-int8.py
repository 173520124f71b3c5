# Matrix multiplication of int8, C = A B in int32, with instructions for dot products of four pairs of bytes: a tile of C in registers, B
# packed in groups of four rows ([K / 4][N][4]), panel by panel. Sizes must be multiples of 4 along K and of 16 along N.
# See `tileloom-bench kernels 'matmul-int8-*'`.
LANES = 16            # int32 in a register
GROUP = 4             # bytes in an int32
PANEL_BYTES = 524288  # packed panel of B that fits L2 beside the rest


def divisor(extent, limit):
    """The largest divisor of extent up to limit."""
    best = 1
    for d in range(1, limit + 1):
        if extent % d == 0:
            best = d
    return best


def gemm(sch, mr=8, nr=32, ku=2, intrin="dot_16x4_vnni"):
    product(sch, sch.get_block("C"), mr, nr, ku, intrin)


def gemm_s8(sch, mr=8, nr=32, ku=2, intrin="dot_16x4_vnni"):
    """The product of A offset by 128, a few rows at a time: the correction initializes its sums."""
    j, r = sch.get_loops(sch.get_block("S"))
    j0, j1 = sch.split(j, [None, 4 * LANES])
    sch.reorder(j0, r, j1)
    sch.vectorize(j1)
    sch.decompose_reduction(sch.get_block("S"), r)
    sch.vectorize(sch.split(sch.get_loops(sch.get_block("T"))[0], [None, LANES])[1])
    sch.fuse_reduction_epilogue(sch.get_block("P"), sch.get_block("C"))
    product(sch, sch.get_block("P"), mr, nr, ku, intrin, moved=sch.get_block("U"))


def product(sch, C, mr, nr, ku, intrin, moved=None):
    M, N, K = [sch.get(loop).extent for loop in sch.get_loops(C)]
    mr = divisor(M, mr)
    nr = divisor(N // LANES, nr // LANES) * LANES
    kc = K // GROUP
    nc = divisor(N // nr, max(PANEL_BYTES // (K * nr), 1)) * nr
    b = 1 if moved is None else 2
    panels = sch.cache_read(C, b, "global", consumer_blocks=[C])
    sch.transform_layout(C, ("read", b), lambda k, n: (n // nr, k // GROUP, n % nr, k % GROUP))
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
    if moved is not None:
        sch.compute_at(moved, i0)
        sch.vectorize(sch.split(sch.get_loops(moved)[-1], [None, GROUP * LANES])[1])
    init = sch.decompose_reduction(C, k0)
    loops = sch.get_loops(init)
    sch.vectorize(loops[-1])
    sch.unroll(loops[-2])
    sch.unroll(loops[-3])
    for loop in [k1, i1, j2]:
        sch.unroll(loop)
    if moved is not None:
        # The updating block still declares a read of the initial value, after the sums; the instruction has no such operand.
        sch.unsafe_hide_buffer_access(C, "read", [1])
    sch.tensorize(j3, intrin)
