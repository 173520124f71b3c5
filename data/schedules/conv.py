# Convolutions on blocks of channels. The frame of zeros around the image is inlined: the loops over pixels are cut where it begins, so that what
# would be multiplied with its zeros is left out and no hot loop asks. See `tileloom-cli bench kernels 'conv2d-*' 'depthwise-*'`.
from tileloom import machine

TILE = machine.vector_registers() * 7 // 8                 # vectors of the output that are in registers at a time
IMAGE_FLOATS = machine.cache_bytes(2, 1 << 20) // 2 // 4   # of rows of the input that stay in the second cache beside weights


def part(extent, limit):
    """The size of even parts, as few of them as the limit allows."""
    n_parts = -(-extent // max(limit, 1))
    return -(-extent // n_parts)


def vectors(sch, loop):
    """How many vectors a block of channels is."""
    return max(sch.get(loop).extent * 32 // machine.vector_bits(), 1)


def rows_of_image(sch, conv, padded):
    """How many rows of the output have an input of IMAGE_FLOATS."""
    C, H, W, lanes = [sch.get(loop).extent for loop in sch.get_loops(padded)][1:]
    h, r = [sch.get(sch.get_loops(conv)[at]).extent for at in (2, 6)]
    stride = (H - r) // max(h - 1, 1)
    return part(h, (IMAGE_FLOATS // (C * W * lanes) - r) // max(stride, 1) + 1)


def conv2d(sch, kt=None, wt=None, iu=None):
    """A tile of the output, `kt` blocks of channels for `wt` pixels of a row, stays in registers while a block of input channels is added to
    it, `iu` of them in a stretch; the weights for that stay in the first cache for a group of rows, whose input stays in the second."""
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
    """A tile of pixels in registers, each row of the input read for all rows of the output that it belongs to; the result goes past the
    caches, which it does not fit."""
    sch.compute_inline(sch.get_block("padded"))
    n, c, h, w, l, r, s = sch.get_loops(sch.get_block("conv"))
    wt = wt or TILE // (3 * ht * vectors(sch, l))
    w0, w1 = sch.split(w, [None, part(sch.get(w).extent, wt)])
    h0, h1 = sch.split(h, [None, part(sch.get(h).extent, ht)])
    sch.reorder(n, c, h0, w0, h1, r, s, w1, l)
    sch.vectorize(l)
    for loop in (h1, r, s, w1):
        sch.unroll(loop)
    image = sch.fuse(n, c)
    sch.parallel(image)
    sch.annotate(image, "nontemporal_store", 1)
