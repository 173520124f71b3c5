# Memory-bound programs: all stages of a row run while the row is in L1 or L2, vectorized, with rows in parallel.
from tileloom import machine

LANES = machine.vector_bits() // 32               # floats in a register
CACHED_FLOATS = machine.cache_bytes(2, 1 << 20) // 4


def past_caches(sch, loop, n_floats):
    """Stores under the loop, of so many floats in total, become non-temporal if they exceed the caches."""
    if n_floats > CACHED_FLOATS:
        sch.annotate(loop, "nontemporal_store", 1)


def vectors(sch, loop, unroll=4):
    """Vectorizes the loop and unrolls some vectors."""
    extent = sch.get(loop).extent
    if extent % (LANES * unroll) != 0:
        unroll = 1
    l0, l1, l2 = sch.split(loop, [None, unroll, LANES])
    sch.vectorize(l2)
    sch.unroll(l1)
    return l0


def elementwise(sch):
    for block in sch.get_child_blocks(sch.get_block("root")):
        i = sch.get_loops(block)[0]
        n = sch.get(i).extent
        if n > 16384:
            i0, i = sch.split(i, [None, 16384])
            sch.parallel(i0)
        past_caches(sch, vectors(sch, i), n)


def window_sum(sch):
    B = sch.get_block("B")
    i, w = sch.get_loops(B)
    n = sch.get(i).extent
    i0, i1, i2 = sch.split(i, [None, 1024, LANES])
    sch.reorder(i0, i1, w, i2)
    sch.parallel(i0)
    sch.vectorize(i2)
    sch.unroll(w)
    past_caches(sch, i1, n)


def divisor(extent, limit):
    """The largest divisor of extent up to limit."""
    return max(d for d in range(1, limit + 1) if extent % d == 0)


def transpose(sch, rows=64, columns=2):
    """Tiles of 16 x 16 transposed in registers, along the rows of B; each row is written two cache lines at a time: memory handles
    adjacent lines almost as well as a stream."""
    B = sch.get_block("B")
    i, j = sch.get_loops(B)
    n = sch.get(i).extent * sch.get(j).extent
    n_down, n_along = [-(-sch.get(loop).extent // LANES) for loop in (i, j)]
    i0, i1, i2 = sch.split(i, [None, divisor(n_down, rows), LANES])
    j0, j1, j2 = sch.split(j, [None, divisor(n_along, columns), LANES])
    sch.reorder(i0, j0, i1, j1, i2, j2)
    tile = sch.cache_read(B, 0, "local")
    sch.compute_at(tile, j1)
    for row, lane in (sch.get_loops(tile)[-2:], (i2, j2)):
        sch.unroll(row)
        sch.vectorize(lane)
    sch.parallel(i0)
    past_caches(sch, j0, n)


def in_lanes(sch, name):
    """A row reduction in steps: partial results in the lanes of four registers, of one, of a quarter of one, then the final result."""
    steps = []
    for lanes in (4 * LANES, LANES, max(LANES // 4, 2)):
        row, k = sch.get_loops(sch.get_block(name))
        k0, k1 = sch.split(k, [None, lanes])
        steps.append(sch.rfactor(k1, 1))
    return steps


def rows(sch, last, before, reductions):
    """The last block, row by row; its producers for the row before it, in this order."""
    partial = {name: in_lanes(sch, name) for name in reductions}
    last = sch.get_block(last)
    row, j = sch.get_loops(last)
    n = sch.get(row).extent * sch.get(j).extent
    sch.parallel(row)
    for name in reversed(before):
        block = sch.get_block(name)
        sch.compute_at(block, row)
        if name in partial:
            sch.unroll(sch.get_loops(block)[-1])
            for step in reversed(partial[name]):
                sch.compute_at(step, row)
                lane, k0 = sch.get_loops(step)[-2:]
                if step == partial[name][0]:
                    lane0, lane = sch.split(lane, [None, LANES])
                    sch.reorder(k0, lane0, lane)
                    sch.unroll(lane0)
                else:
                    sch.reorder(k0, lane)
                    sch.unroll(k0)
                sch.vectorize(lane)
        else:
            vectors(sch, sch.get_loops(block)[-1])
    past_caches(sch, vectors(sch, j), n)


def softmax(sch):
    rows(sch, "B", ["largest", "exp", "total"], ["largest", "total"])


def layer_norm(sch):
    rows(sch, "Y", ["total", "square"], ["total", "square"])


def layer_norm_at_once(sch):
    """One block computes sums and squares, which rfactor cannot split: as many rows at a time as a vector has lanes, transposed in
    registers so that each lane is a row."""
    sums, norm = sch.get_block("sums"), sch.get_block("norm")
    i, k = sch.get_loops(sums)
    i0, i1 = sch.split(i, [None, LANES])
    k0, k1 = sch.split(k, [None, LANES])
    sch.reorder(i0, k0, k1, i1)
    tile = sch.cache_read(sums, 0, "local", consumer_blocks=[sums])
    sch.compute_at(tile, k0)
    for row, lane in (sch.get_loops(tile)[-2:], (k1, i1)):
        sch.unroll(row)
        sch.vectorize(lane)
    sch.parallel(i0)
    sch.reverse_compute_at(norm, i0)
    vectors(sch, sch.get_loops(norm)[-1])
    for index in range(2):
        sch.set_scope(sums, index, "local")
    sch.decompose_reduction(sums, k0)
