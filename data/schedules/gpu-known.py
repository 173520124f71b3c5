# Schedules for GPUs that people have written up, step by step: `tileloom-bench gpu-static` predicts the times of their kernels.


def fetch(sch, block, at, threads, vector=1):
    """The copy of a buffer into shared memory, at a loop, by all threads of the block."""
    sch.compute_at(block, at)
    fused = sch.fuse(*sch.get_loops(block)[len(sch.get_loops(block)) - 2:])
    _, *bound = sch.split(fused, [None, *threads, vector])
    for loop, axis in zip(bound, ["threadIdx.y", "threadIdx.x"][2 - len(threads):]):
        sch.bind(loop, axis)
    if vector > 1:
        sch.vectorize(bound[-1])


def product_of_threads(sch, lanes="columns", size=32):
    """A thread for each element. Threads side by side compute neighbours in a row (lanes="columns"), or in a column."""
    C = sch.get_block("C")
    local = sch.cache_write(C, 0, "local")
    i, j, k = sch.get_loops(C)
    i0, i1 = sch.split(i, [None, size])
    j0, j1 = sch.split(j, [None, size])
    sch.reorder(i0, j0, i1, j1, k)
    sch.bind(i0, "blockIdx.y" if lanes == "columns" else "blockIdx.x")
    sch.bind(j0, "blockIdx.x" if lanes == "columns" else "blockIdx.y")
    sch.bind(i1, "threadIdx.y" if lanes == "columns" else "threadIdx.x")
    sch.bind(j1, "threadIdx.x" if lanes == "columns" else "threadIdx.y")
    sch.reverse_compute_at(local, j1)


def product_of_tiles(sch, rows=32, columns=32, depth=32, a=True, b=True, turned=False, padded=False):
    """
    A thread for each element, tiles of A, B or both in shared memory; `turned`: that of B, whose rows are columns of the product, lies
    there by columns, `padded` with an odd distance.
    """
    C = sch.get_block("C")
    local = sch.cache_write(C, 0, "local")
    i, j, k = sch.get_loops(C)
    i0, i1 = sch.split(i, [None, rows])
    j0, j1 = sch.split(j, [None, columns])
    k0, k1 = sch.split(k, [None, depth])
    sch.reorder(i0, j0, i1, j1, k0, k1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    for index, wanted in enumerate([a, b]):
        if wanted:
            shared = sch.cache_read(C, index, "shared")
            fetch(sch, shared, k0, [rows, columns])
            if turned and index == 1:
                sch.transform_layout(shared, ("write", 0), lambda m, n: (n, m))
                if padded:
                    sch.storage_align(shared, 0, 0, 32, 1)
    sch.unroll(k1)
    sch.reverse_compute_at(local, j1)


def product_in_registers(sch, rows=128, columns=128, depth=8, thread=(8, 8), warps=(1, 1), repeat=1, vector=1, transposed=False):
    """
    A thread computes thread[0] × thread[1] elements, `repeat` times along the columns, those of a warp side by side where `warps` says
    how many there are along rows and columns. `transposed`: the tile of A lies in shared memory by columns, so that its loads are wide.
    """
    C = sch.get_block("C")
    local = sch.cache_write(C, 0, "local")
    i, j, k = sch.get_loops(C)
    i0, iw, i1, i2 = sch.split(i, [None, warps[0], rows // warps[0] // thread[0], thread[0]])
    j0, jw, jr, j1, j2 = sch.split(j, [None, warps[1], repeat, columns // warps[1] // repeat // thread[1], thread[1]])
    k0, k1 = sch.split(k, [None, depth])
    sch.reorder(i0, j0, jr, iw, jw, i1, j1, k0, k1, i2, j2)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(jr, "vthread.x")
    tx = sch.fuse(iw, jw, i1, j1)
    n_threads = sch.get(tx).extent
    sch.bind(tx, "threadIdx.x")
    for index in range(2):
        shared = sch.cache_read(C, index, "shared")
        fetch(sch, shared, k0, [n_threads], vector)
        if index == 0 and transposed:
            sch.transform_layout(shared, ("write", 0), lambda m, n: (n, m))
    for loop in (k1, i2, j2):
        sch.unroll(loop)
    sch.reverse_compute_at(local, tx)
    sch.decompose_reduction(C, k0)


def copy(sch, vector=1, threads=256):
    """Each thread copies one vector."""
    i = sch.fuse(*sch.get_loops(sch.get_block("B")))
    block, thread, lanes = sch.split(i, [None, threads, vector])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    if vector > 1:
        sch.vectorize(lanes)


def transpose(sch, tile=32, rows=8, shared=True, padded=False):
    """Tiles of 32 × 32 by 256 threads, through shared memory or not."""
    B = sch.get_block("B")
    i, j = sch.get_loops(B)
    i0, i1, i2 = sch.split(i, [None, tile // rows, rows])
    j0, j1 = sch.split(j, [None, tile])
    sch.reorder(i0, j0, i1, i2, j1)
    sch.bind(j0, "blockIdx.y")
    sch.bind(i0, "blockIdx.x")
    if not shared:
        # rows of A are read side by side, columns of B written
        i3, i4 = sch.split(sch.fuse(i1, i2), [None, tile])
        j2, j3 = sch.split(j1, [tile // rows, rows])
        sch.reorder(i3, j2, j3, i4)
        sch.bind(j3, "threadIdx.y")
        sch.bind(i4, "threadIdx.x")
        return
    sch.bind(i2, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    copied = sch.cache_read(B, 0, "shared")
    fetch(sch, copied, j0, [rows, tile])
    if padded:
        sch.storage_align(copied, 0, 0, 32, 1)


def row_sums(sch, threads=256, vector=1):
    """A block adds up a row; its threads meet through shuffles."""
    B = sch.get_block("B")
    i, k = sch.get_loops(B)
    _, thread = sch.split(k, [None, threads])
    sch.reorder(thread, _)
    sch.bind(i, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")


def row_sums_by_thread(sch, threads=128):
    """A thread adds up a row by itself."""
    i, k = sch.get_loops(sch.get_block("B"))
    block, thread = sch.split(i, [None, threads])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
