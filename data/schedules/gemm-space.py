# A design space for matrix multiplication C = A B: it samples the choices that gemm.py makes. These are the register tile, the unroll factor of
# the reduction, whether the reduction is blocked, with or without packed panels of B, and the block sizes.
#   tileloom-cli tune data/workloads/matmul-1024.py --space data/schedules/gemm-space.py --function gemm_space
from tileloom import machine

LANES = machine.vector_bits() // 32                  # floats in a register
TILE = machine.vector_registers() * 13 // 16         # registers for the sums; the rest is for A and B


def even(sch, values):
    """One of the values, with equal probabilities."""
    return sch.sample_categorical(values, [1.0 / len(values)] * len(values))


def divisors(extent, least, most):
    """The values between least and most; if there are none, most or the extent."""
    found = [d for d in range(least, most + 1) if extent % d == 0]
    return found if found else [min(extent, most)]


def write_out(sch, loops):
    """The innermost loops: vectors along the last, the others unrolled."""
    sch.vectorize(loops[-1])
    for loop in loops[:-1]:
        sch.unroll(loop)


def draw_tile(sch, M, N):
    """Rows of a tile, and registers per row: tiles that fit the registers."""
    wide = [v for v in (2, 3, 4) if N % (v * LANES) == 0]
    nv = even(sch, wide if wide else [2])
    most = max(min(TILE // sch.get(nv), M), 1)
    mr = even(sch, sorted(set([most, max(most - 1, 1)] + [d for d in divisors(M, 4, most) if d <= most])))
    return mr, nv


def whole(sch, C):
    """The whole reduction for one tile of C at a time, which is written once."""
    i, j, k = sch.get_loops(C)
    M, N, K = [sch.get(loop).extent for loop in (i, j, k)]
    mr, nv = draw_tile(sch, M, N)
    ku = even(sch, divisors(K, 1, 4))
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2 = sch.split(j, [None, nv, LANES])
    k0, k1 = sch.split(k, [None, ku])
    sch.reorder(i0, j0, k0, k1, i1, j1, j2)
    tile = sch.cache_write(C, 0, "local")
    sch.reverse_compute_at(tile, j0)
    rows, columns = sch.get_loops(tile)[-2:]
    write_out(sch, [rows] + sch.split(columns, [None, LANES]))
    write_out(sch, [k1, i1, j1, j2])
    sch.decompose_reduction(C, k0)


def blocks(sch, C, pack):
    """Blocked reduction: a tile of C is read and written once per block."""
    i, j, k = sch.get_loops(C)
    M, N, K = [sch.get(loop).extent for loop in (i, j, k)]
    mr, nv = draw_tile(sch, M, N)
    nr = sch.get(nv) * LANES
    if pack:
        panels = sch.cache_read(C, 1, "global")
        sch.transform_layout(C, ("read", 1), lambda k, n: (n // nr, k, n % nr), pad_value=0.0)
    ku = even(sch, divisors(K, 1, 4))
    kc = even(sch, divisors(K // sch.get(ku), 64, 256))
    nc = even(sch, divisors((N + nr - 1) // nr, 1, 16))
    i0, i1 = sch.split(i, [None, mr])
    j0, j1, j2, j3 = sch.split(j, [None, nc, nv, LANES])
    k0, k1, k2 = sch.split(k, [None, kc, ku])
    sch.reorder(j0, k0, i0, j1, k1, k2, i1, j2, j3)
    if pack:
        sch.compute_at(panels, k0)
        fill = sch.split(sch.get_loops(panels)[-1], [None, LANES])
        sch.vectorize(fill[1])
    write_out(sch, [k2, i1, j2, j3])


def gemm_space(sch):
    C = sch.get_block("C")
    kind = sch.get(sch.sample_categorical([0, 1, 2], [0.25, 0.25, 0.5]))
    if kind == 0:
        whole(sch, C)
    else:
        blocks(sch, C, kind == 2)
