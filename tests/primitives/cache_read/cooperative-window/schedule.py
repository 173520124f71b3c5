def schedule(sch):
    block = sch.get_block("C")
    i, = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 8])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    copy = sch.cache_read(block, read_buffer_index=0, storage_scope="shared")
    sch.compute_at(copy, i1)
    ax = sch.get_loops(copy)[-1]
    ax0, ax1 = sch.split(ax, [None, 8])
    sch.bind(ax1, "threadIdx.x")
