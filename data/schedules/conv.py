# Convolutions on blocks of channels. The zero padding of the image is inlined: loops over pixels are partitioned at its border, so that no inner
# loop multiplies zeros or checks bounds. See `tileloom-bench kernels 'conv2d-*' 'depthwise-*'`.
import math

from tileloom import machine

SECOND_CACHE = machine.cache_bytes(2, 1 << 20)
TILE = machine.vector_registers() * 7 // 8                 # vectors of the output in registers
LANES = machine.vector_bits() // 32
IMAGE_FLOATS = SECOND_CACHE // 2 // 4                       # input rows that fit L2 beside the weights


def part(extent, limit):
    """The size of equal parts, as few as the limit allows."""
    n_parts = -(-extent // max(limit, 1))
    return -(-extent // n_parts)


def vectors(sch, loop):
    """Number of vectors in a block of channels."""
    return max(sch.get(loop).extent * 32 // machine.vector_bits(), 1)


def rows_of_image(sch, conv, padded):
    """Number of output rows whose input is IMAGE_FLOATS."""
    C, H, W, lanes = [sch.get(loop).extent for loop in sch.get_loops(padded)][1:]
    h, r = [sch.get(sch.get_loops(conv)[at]).extent for at in (2, 6)]
    stride = (H - r) // max(h - 1, 1)
    return part(h, (IMAGE_FLOATS // (C * W * lanes) - r) // max(stride, 1) + 1)


def conv2d(sch, kt=None, wt=None, iu=None):
    """A tile of the output, `kt` blocks of channels for `wt` pixels of a row, stays in registers while a block of input channels is added to
    it, `iu` of them unrolled; the weights stay in L1 for a group of rows, whose input stays in L2."""
    conv, padded = sch.get_block("conv"), sch.get_block("padded")
    rows = rows_of_image(sch, conv, padded)
    sch.compute_inline(padded)
    n, k, h, w, l, c, r, s, i = sch.get_loops(conv)
    K, W = [sch.get(loop).extent for loop in (k, w)]
    at_once = TILE // vectors(sch, l)
    kt = kt or (2 if at_once >= 16 else 1)
    wt = wt or at_once // kt
    iu = iu or (2 if at_once >= 16 else 1)
    h0, h1 = sch.split(h, [None, rows])
    k0, k1 = sch.split(k, [None, part(K, kt)])
    w0, w1 = sch.split(w, [None, part(W, wt)])
    i0, i1 = sch.split(i, [None, iu])
    sch.reorder(n, h0, k0, c, h1, w0, r, s, i0, i1, w1, k1, l)
    sch.vectorize(l)
    for loop in (i1, w1, k1):
        sch.unroll(loop)
    sch.parallel(k0)


def depthwise(sch, ht=2, wt=None):
    """A tile of pixels in registers, each row of the input is read once for all its output rows; a result that does not fit L2 is written
    with non-temporal stores."""
    sch.compute_inline(sch.get_block("padded"))
    n, c, h, w, l, r, s = sch.get_loops(sch.get_block("conv"))
    n_bytes = 4 * math.prod([sch.get(loop).extent for loop in (n, c, h, w, l)])
    wt = wt or TILE // (3 * ht * vectors(sch, l))
    w0, w1 = sch.split(w, [None, part(sch.get(w).extent, wt)])
    h0, h1 = sch.split(h, [None, part(sch.get(h).extent, ht)])
    sch.reorder(n, c, h0, w0, h1, r, s, w1, l)
    sch.vectorize(l)
    for loop in (h1, r, s, w1):
        sch.unroll(loop)
    image = sch.fuse(n, c)
    sch.parallel(image)
    if n_bytes > SECOND_CACHE:
        sch.annotate(image, "nontemporal_store", 1)


def turned(sch, copy, first, second, lane, flat):
    """A transposing copy, in tiles that are transposed in registers; `lane` is the loop, 0 or 1, of contiguous writes. `flat` fuses the
    loops of several dimensions into one loop of the tile."""
    first0, first1 = sch.split(first, [None, LANES])
    second0, second1 = sch.split(second, [None, LANES])
    unrolled, vectorized = (first1, second1) if lane == 1 else (second1, first1)
    sch.reorder(first0, second0, unrolled, vectorized)
    tile = sch.cache_read(copy, 0, "local")
    sch.transform_layout(tile, ("write", 0), flat)
    sch.transform_block_layout(tile, flat)
    sch.compute_at(tile, second0)
    for row, column in (sch.get_loops(tile)[-2:], (unrolled, vectorized)):
        sch.unroll(row)
        sch.vectorize(column)
    sch.parallel(first0)


def conv2d_nchw(sch, kt=2, iu=2, channels=32, rows=14):
    """As conv2d, for images and weights in NCHW layout: weights are packed into blocks of output channels, the output is computed in
    blocks and transposed at the end; the input is only read as scalars, so its layout does not matter."""
    conv = sch.get_block("conv")
    for block in sch.get_child_blocks(sch.get_block("root"))[:-1]:
        sch.compute_inline(block)
    weights = sch.cache_read(conv, 1, "global")
    sch.transform_layout(conv, ("read", 1), lambda k, c, r, s: (k // LANES, c, r, s, k % LANES))
    image = sch.cache_write(conv, 0, "global")
    sch.transform_layout(conv, ("write", 0), lambda n, k, h, w: (n, k // LANES, h, w, k % LANES))
    n, k, h, w, c, r, s = sch.get_loops(conv)
    W, R, S = [sch.get(loop).extent for loop in (w, r, s)]
    k0, k1, l = sch.split(k, [None, kt, LANES])
    h0, h1 = sch.split(h, [None, part(sch.get(h).extent, rows)])
    w0, w1 = sch.split(w, [None, part(sch.get(w).extent, TILE // kt)])
    c0, c1, c2 = sch.split(c, [None, channels // iu, iu])
    sch.reorder(n, h0, k0, c0, h1, w0, r, s, c1, c2, w1, k1, l)
    sch.vectorize(l)
    for loop in (c2, w1, k1):
        sch.unroll(loop)
    sch.parallel(k0)
    k, c, r, s = sch.get_loops(weights)
    turned(sch, weights, k, sch.fuse(c, r, s), 0, lambda k, c, r, s: (k, c * R * S + r * S + s))
    n, k, h, w = sch.get_loops(image)
    turned(sch, image, k, sch.fuse(h, w), 1, lambda n, k, h, w, l: (n, k, h * W + w, l))


def depthwise_nchw(sch, ht=2):
    """Vectors along the pixels of a row, two output rows at a time."""
    n, c, h, w, r, s = sch.get_loops(sch.get_block("conv"))
    h0, h1 = sch.split(h, [None, part(sch.get(h).extent, ht)])
    w0, w1, l = sch.split(w, [None, part(-(-sch.get(w).extent // LANES), TILE // (2 * ht)), LANES])
    sch.reorder(n, c, h0, w0, h1, r, s, w1, l)
    sch.vectorize(l)
    for loop in (h1, r, s, w1):
        sch.unroll(loop)
    sch.parallel(sch.fuse(n, c))
