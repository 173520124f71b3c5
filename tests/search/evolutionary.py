# SPDX-License-Identifier: Apache-2.0
# A program and scripts of design spaces that test-evolutionary.c searches.


# --- padded ---
# Where the block that pads may be computed depends on the tiles: decisions of one do not go with others of the other.
@T.prim_func
def main(A: T.Buffer((4, 14, 14), "float32"), B: T.Buffer((8, 4, 3, 3), "float32"), C: T.Buffer((8, 14, 14), "float32")):
    P = T.alloc_buffer((4, 16, 16))
    for c, h, w in T.grid(4, 16, 16):
        with T.block("pad"):
            vc, vh, vw = T.axis.remap("SSS", [c, h, w])
            P[vc, vh, vw] = T.if_then_else(1 <= vh and vh < 15 and 1 <= vw and vw < 15, A[vc, vh - 1, vw - 1], T.float32(0))
    for co, h, w, c, kh, kw in T.grid(8, 14, 14, 4, 3, 3):
        with T.block("C"):
            vo, vh, vw, vc, vkh, vkw = T.axis.remap("SSSRRR", [co, h, w, c, kh, kw])
            with T.init():
                C[vo, vh, vw] = T.float32(0)
            C[vo, vh, vw] = C[vo, vh, vw] + P[vc, vh + vkh, vw + vkw] * B[vo, vc, vkh, vkw]


# --- split ---
def split(sch):
    b = sch.get_block("C", "main")
    i, j, k = sch.get_loops(block=b)
    sch.split(loop=j, factors=sch.sample_perfect_tile(loop=j, n=2))


# --- refused ---
def refused(sch):
    b = sch.get_block("D", "main")
