# Matrix multiplication C = A B as in the best libraries: a tile of C in registers, B packed into panels for contiguous reads, and a reduction
# blocked for the caches. Small sizes omit some of it:
#   B fits L2                 no packing, the whole reduction at once: a tile of C is written once
#   one row                   no tile: a row of C in registers, several rows of B at a time
# The vector width and the tile of C depend on the machine. See `tileloom-bench kernels 'matmul-*'`.
from tileloom import machine

LANES = machine.vector_bits() // 32                # floats in a register
REGISTERS = machine.vector_registers()
WIDE = 4 if REGISTERS >= 32 else 2                 # vectors along a tile that is read from packed panels
SECOND_CACHE = machine.cache_bytes(2, 1 << 20)
SMALL_FLOATS = SECOND_CACHE // 2 // 4              # up to this size B is not packed


def divisor(extent, limit):
    """The largest divisor of extent up to limit."""
    best = 1
    for d in range(1, limit + 1):
        if extent % d == 0:
            best = d
    return best


def rows_beside(vectors):
    """Rows of a tile of this width in vectors: 26 of 32 registers hold C, or 13 of 16; the rest is for A and B."""
    return max(REGISTERS * 13 // 16 // vectors, 1)


def write_out(sch, loops):
    """The innermost loops: vectors along the last, the others unrolled."""
    sch.vectorize(loops[-1])
    for loop in loops[:-1]:
        sch.unroll(loop)


def gemv(sch, C, N, K, vectors=8, rows=8):
    i, j, k = sch.get_loops(C)
    j0, j1, j2 = sch.split(j, [None, divisor(max(N // LANES, 1), vectors), LANES])
    k0, k1 = sch.split(k, [None, divisor(K, rows)])
    sch.reorder(j0, k0, k1, i, j1, j2)
    write_out(sch, [k1, i, j1, j2])
    sch.decompose_reduction(C, k0)


def small(sch, C, mr, nr, ku, last=None):
    """The whole reduction for one tile of C at a time, which stays in registers and is written once, by the elementwise block `last`
    if there is one. Loops before i are the batch."""
    *batch, i, j, k = sch.get_loops(C)
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2 = sch.split(j, [None, nr // LANES, LANES])
    k0, k1 = sch.split(k, [None, ku])
    sch.reorder(i0, j0, k0, k1, i1, j1, j2)
    if last is None:
        last = sch.cache_write(C, 0, "local")
        sch.reverse_compute_at(last, j0)
    else:
        sch.reverse_compute_at(last, j0)
        sch.set_scope(C, 0, "local")
    sch.parallel(sch.fuse(*batch, i0))
    rows, columns = sch.get_loops(last)[-2:]
    write_out(sch, [rows] + sch.split(columns, [None, LANES]))
    write_out(sch, [k1, i1, j1, j2])
    sch.decompose_reduction(C, k0)


def fill(sch, panels, turned):
    """The copy of B into panels, vectorized; if B is transposed, in tiles that are transposed in registers."""
    row, column = sch.get_loops(panels)[-2:]
    if not turned:
        sch.vectorize(sch.split(column, [None, LANES])[1])
        return
    n0, n1 = sch.split(row, [None, LANES])
    k0, k1 = sch.split(column, [None, LANES])
    sch.reorder(n0, k0, k1, n1)
    tile = sch.cache_read(panels, 0, "local")
    sch.compute_at(tile, k0)
    write_out(sch, sch.get_loops(tile)[-2:])
    write_out(sch, [k1, n1])


def blocked(sch, C, mr, nr, kc, nc, ku, pack, turned=False):
    """Blocked reduction: a tile of C is read and written once per block. turned: B is transposed."""
    i, j, k = sch.get_loops(C)
    if pack:
        panels = sch.cache_read(C, 1, "global")
        if turned:
            sch.transform_layout(C, ("read", 1), lambda n, k: (n // nr, k, n % nr), pad_value=0.0)
        else:
            sch.transform_layout(C, ("read", 1), lambda k, n: (n // nr, k, n % nr), pad_value=0.0)
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2, j3 = sch.split(j, [None, nc // nr, nr // LANES, LANES])
    k0, k1, k2 = sch.split(k, [None, kc // ku, ku])
    sch.reorder(j0, k0, i0, j1, k1, k2, i1, j2, j3)
    if pack:
        sch.compute_at(panels, k0)
        fill(sch, panels, turned)
    write_out(sch, [k2, i1, j2, j3])
    sch.parallel(j0)
    return j1


def small_tile(N, K):
    """Rows and columns of a tile of C if B is not packed: wider tiles if B is in a farther cache."""
    vectors = 2 if N % (2 * LANES) == 0 else 3
    if N * K > SMALL_FLOATS // 2 and N % (WIDE * LANES) == 0:
        vectors = WIDE
    return rows_beside(vectors), vectors * LANES


def with_relu(sch, ku=4):
    """C = max (A B, 0), also of a batch."""
    Y = sch.get_block("Y")
    *batch, M, N, K = [sch.get(loop).extent for loop in sch.get_loops(Y)]
    mr, nr = small_tile(N, K)
    if batch:
        mr = divisor(M, mr)   # in a fused loop it is not known which tiles are full
    small(sch, Y, mr, nr, ku, last=sch.get_block("C"))


def linear(sch):
    """Z = X W^T + B for one row: LANES columns at a time, each with a vector of partial sums, which are transposed and added."""
    Y, Z = sch.get_block("Y"), sch.get_block("Z")
    i, j, k = sch.get_loops(Y)
    k0, k1 = sch.split(k, [None, LANES])
    partial = sch.rfactor(k1, 2)
    i, j, lane = sch.get_loops(Y)
    j0, j1 = sch.split(j, [None, LANES])
    sch.reorder(j0, lane, j1)
    write_out(sch, [lane, j1])
    sch.reverse_compute_at(Z, j0)
    sch.vectorize(sch.get_loops(Z)[-1])
    sch.compute_at(partial, j0)
    for block in (partial, Y):
        sch.set_scope(block, 0, "local")
    lane, j, k = sch.get_loops(partial)[-3:]
    sch.reorder(k, j, lane)
    write_out(sch, [j, lane])
    sch.decompose_reduction(partial, k)


def chain(sch):
    """F = exp(A B) E: the exponential is computed for each tile of A B while it is in registers."""
    nr = WIDE * LANES
    mr = rows_beside(WIDE)
    j1 = blocked(sch, sch.get_block("C"), mr, nr, 2048, 2 * nr, 4, True)
    sch.reverse_compute_at(sch.get_block("D"), j1)
    rows, columns = sch.get_loops(sch.get_block("D"))[-2:]
    write_out(sch, [rows] + sch.split(columns, [None, LANES]))
    sch.set_scope(sch.get_block("C"), 0, "local")
    blocked(sch, sch.get_block("F"), mr, nr, 1024, 2 * nr, 4, True)


def dense(sch, vectors=WIDE, kc=2048, ku=4):
    """C = A W^T: packing transposes W."""
    C = sch.get_block("C")
    N, K = [sch.get(loop).extent for loop in sch.get_loops(C)[1:]]
    nr = vectors * LANES
    ku = divisor(K, ku)
    kc = divisor(K // ku, kc // ku) * ku
    blocked(sch, C, rows_beside(vectors), nr, kc, divisor((N + nr - 1) // nr, 2) * nr, ku, True, turned=True)


def gemm(sch, mr=None, nr=None, kc=2048, nc=None, ku=4, kind=""):
    C = sch.get_block("C")
    M, N, K = [sch.get(loop).extent for loop in sch.get_loops(C)]
    if M == 1:
        return gemv(sch, C, N, K)
    if kind == "":
        kind = "small" if N * K <= SMALL_FLOATS else "packed"
    if nr is None:
        nr = WIDE * LANES if kind == "packed" else small_tile(N, K)[1]
    if mr is None:
        mr = rows_beside(nr // LANES)
    if kind == "small":
        return small(sch, C, mr, nr, ku)
    ku = divisor(K, ku)
    kc = divisor(K // ku, kc // ku) * ku
    if nc is None:
        nc = divisor((N + nr - 1) // nr, 2) * nr
    blocked(sch, C, mr, nr, kc, nc, ku, kind == "packed")
