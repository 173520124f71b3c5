# Convolutions on blocks of 16 channels. A tile of the output, `kt` blocks of channels for `wt` pixels of a row, stays in registers while a
# chunk of the input's channels is added to it: its weights stay in the first cache for all rows of the image. Rows come in groups whose
# input, copied into a frame of zeros, stays in the second cache: no loop asks whether it is at the edge of the image.
# See `tileloom-cli bench kernels 'conv2d-*'`.
LANES = 16
FRAME_FLOATS = 131072  # of a group of rows: a quarter of 2 MiB


def part(extent, limit):
    """Of the parts up to limit into which extent is cut the largest of those that leave the least over."""
    return min(range(1, max(limit, 1) + 1), key=lambda p: (-extent % p, -p))


def rows_of_frame(sch, conv, padded):
    """How many rows of the output have an input of FRAME_FLOATS."""
    C, H, W, lanes = [sch.get(loop).extent for loop in sch.get_loops(padded)][1:]
    h, r = [sch.get(sch.get_loops(conv)[at]).extent for at in (2, 6)]
    stride = (H - r) // max(h - 1, 1)
    return part(h, (FRAME_FLOATS // (C * W * lanes) - r) // max(stride, 1) + 1)


def conv2d(sch, kt=2, wt=8, iu=LANES):
    conv, padded = sch.get_block("conv"), sch.get_block("padded")
    rows = rows_of_frame(sch, conv, padded)
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
    sch.compute_at(padded, h0)
    sch.vectorize(sch.get_loops(padded)[-1])
    sch.parallel(k0)
