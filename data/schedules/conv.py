# Convolutions on blocks of 16 channels, in a frame of zeros that no hot loop asks about: rows of the frame are cut away by the loops over the
# rows of the image, columns are copied around the input. See `tileloom-cli bench kernels 'conv2d-*' 'depthwise-*'`.
LANES = 16
FRAME_FLOATS = 131072  # of a group of rows: a quarter of 2 MiB


def part(extent, limit):
    """Of the parts up to limit into which extent is cut the largest of those that leave the least over."""
    return min(range(1, max(limit, 1) + 1), key=lambda p: (-extent % p, -p))


def rows_of_frame(sch, conv, frame):
    """How many rows of the output have an input of FRAME_FLOATS."""
    C, H, W, lanes = [sch.get(loop).extent for loop in sch.get_loops(frame)][1:]
    h, r = [sch.get(sch.get_loops(conv)[at]).extent for at in (2, 6)]
    stride = (H - r) // max(h - 1, 1)
    return part(h, (FRAME_FLOATS // (C * W * lanes) - r) // max(stride, 1) + 1)


def conv2d(sch, kt=2, wt=14, iu=2):
    """A tile of the output, `kt` blocks of channels for `wt` pixels of a row, stays in registers while a block of input channels is added to
    it; the weights for that stay in the first cache for a group of rows, whose input stays in the second."""
    conv, frame = sch.get_block("conv"), sch.get_block("columns")
    rows = rows_of_frame(sch, conv, frame)
    sch.compute_inline(sch.get_block("rows"))
    n, k, h, w, l, c, r, s, i = sch.get_loops(conv)
    K, W = [sch.get(loop).extent for loop in (k, w)]
    h0, h1 = sch.split(h, [None, rows])
    k0, k1 = sch.split(k, [None, part(K, kt)])
    w0, w1 = sch.split(w, [None, part(W, wt)])
    i0, i1 = sch.split(i, [None, iu])
    sch.reorder(n, h0, k0, c, h1, w0, r, s, i0, i1, w1, k1, l)
    sch.vectorize(l)
    for loop in (i1, w1, k1):
        sch.unroll(loop)
    sch.compute_at(frame, h0)
    sch.vectorize(sch.get_loops(frame)[-1])
    sch.parallel(k0)


def depthwise(sch, ht=2, wt=4):
    """A tile of pixels in registers, each row of the input read for all rows of the output that it belongs to; the result goes past the
    caches, which it does not fit."""
    for frame in ("columns", "rows"):
        sch.compute_inline(sch.get_block(frame))
    n, c, h, w, l, r, s = sch.get_loops(sch.get_block("conv"))
    w0, w1 = sch.split(w, [None, part(sch.get(w).extent, wt)])
    h0, h1 = sch.split(h, [None, part(sch.get(h).extent, ht)])
    sch.reorder(n, c, h0, w0, h1, r, s, w1, l)
    sch.vectorize(l)
    for loop in (h1, r, s, w1):
        sch.unroll(loop)
    image = sch.fuse(n, c)
    sch.parallel(image)
    sch.annotate(image, "nontemporal_store", 1)
