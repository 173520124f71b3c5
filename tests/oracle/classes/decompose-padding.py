# SPDX-License-Identifier: Apache-2.0
# Padding of tiles decomposed.
# program one-axis
@T.prim_func(s_tir=True)
def main(x: T.Buffer((128,), "int32"), y: T.Buffer((140,), "int32")):
    for i in T.grid(140):
        with T.sblock("block"):
            vi = T.axis.remap("S", [i])
            y[vi] = T.if_then_else(6 <= vi and vi < 134, x[vi - 6], 0)
# case one-axis-1 on one-axis
sch.decompose_padding("block", sch.get_loops("block")[0])
# case one-axis-2 on one-axis with t = 10 | 16 | 7
i0, i1 = sch.split(sch.get_loops("block")[0], [None, $t])
sch.decompose_padding("block", sch.get_loops("block")[0])
# case one-axis-3 on one-axis with t = 10 | 16 | 7
i0, i1 = sch.split(sch.get_loops("block")[0], [None, $t])
sch.decompose_padding("block", sch.get_loops("block")[1])
# program images with p = 3 | 1
@T.prim_func(s_tir=True)
def main(x: T.Buffer((1, 4, 25, 25), "int8"), y: T.Buffer((1, 4, 25, 25), "int8")):
    pad = T.sblock_alloc_buffer((1, 4, 31, 31), "int8")
    for n, c, h, w in T.grid(1, 4, 31, 31):
        with T.sblock("pad"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            pad[vn, vc, vh, vw] = T.if_then_else($p <= vh and vh < 25 + $p and $p <= vw and vw < 25 + $p, x[vn, vc, vh - $p, vw - $p], T.int8(0))
    for n, c, h, w, kh, kw in T.grid(1, 4, 25, 25, 7, 7):
        with T.sblock("y"):
            vn, vc, vh, vw, vkh, vkw = T.axis.remap("SSSSRR", [n, c, h, w, kh, kw])
            with T.init():
                y[vn, vc, vh, vw] = T.int8(0)
            y[vn, vc, vh, vw] = y[vn, vc, vh, vw] + pad[vn, vc, vh + vkh, vw + vkw]
# case images-1 on images with l = 0 | 2 | 4
sch.decompose_padding("pad", sch.get_loops("pad")[$l])
# case images-2 on images with l = 0 | 2 | 4, th = [5, 5] | [None, 6], tw = [5, 5] | [None, 7]
n, c, h, w, kh, kw = sch.get_loops("y")
ho, hi = sch.split(h, $th)
wo, wi = sch.split(w, $tw)
sch.reorder(n, c, ho, wo, hi, wi, kh, kw)
sch.compute_at("pad", wo)
sch.decompose_padding("pad", sch.get_loops("pad")[$l])
# case images-3 on images with th = [5, 5] | [None, 6], tw = [5, 5] | [None, 7]
n, c, h, w, kh, kw = sch.get_loops("y")
ho, hi = sch.split(h, $th)
wo, wi = sch.split(w, $tw)
sch.reorder(n, c, ho, wo, hi, wi, kh, kw)
sch.compute_at("pad", wo)
sch.decompose_padding("pad", sch.get_loops("pad")[-1])
# case images-4 on images
n, c, h, w, kh, kw = sch.get_loops("y")
sch.compute_at("pad", h)
sch.decompose_padding("pad", sch.get_loops("pad")[-2])
# case images-5 on images with th = [5, 5] | [None, 6]
h = sch.get_loops("pad")[2]
ho, hi = sch.split(h, $th)
sch.decompose_padding("pad", hi)
# program the-innermost-loop-of-a-tile
@T.prim_func(s_tir=True)
def main(x: T.Buffer((12,), "float32"), y: T.Buffer((12,), "float32")):
    pad = T.sblock_alloc_buffer((14,))
    for i in range(14):
        with T.sblock("pad"):
            vi = T.axis.spatial(14, i)
            pad[vi] = T.if_then_else(1 <= vi and vi < 13, x[vi - 1], T.float32(0))
    for i in range(12):
        with T.sblock("y"):
            vi = T.axis.spatial(12, i)
            y[vi] = pad[vi] + pad[vi + 2]
# case the-innermost-loop-of-a-tile-1 on the-innermost-loop-of-a-tile
o, i = sch.split(sch.get_loops("y")[0], [3, 4])
sch.compute_at("pad", o)
sch.decompose_padding("pad", o)
# program wide-images
@T.prim_func(s_tir=True)
def main(x: T.Buffer((T.int64(1), T.int64(3), T.int64(12)), "float32"), y: T.Buffer((T.int64(1), T.int64(3), T.int64(14)), "float32")):
    for n, c, w in T.grid(T.int64(1), T.int64(3), T.int64(14)):
        with T.sblock("pad"):
            vn, vc, vw = T.axis.remap("SSS", [n, c, w])
            y[vn, vc, vw] = T.if_then_else(T.int64(1) <= vw and vw < T.int64(13), x[vn, vc, vw - T.int64(1)], T.float32(0))
# case wide-images-1 on wide-images with l = 0 | 1
sch.decompose_padding("pad", sch.get_loops("pad")[$l])
# case wide-images-2 on wide-images with l = 0 | 1, t = 7 | 5
sch.split(sch.get_loops("pad")[2], [None, $t])
sch.decompose_padding("pad", sch.get_loops("pad")[$l])
# case wide-images-3 on wide-images with t = 7 | 5
sch.split(sch.get_loops("pad")[2], [None, $t])
sch.decompose_padding("pad", sch.get_loops("pad")[3])
# case wide-images-4 on wide-images with l = 0 | 1
sch.fuse(*sch.get_loops("pad")[1:])
sch.decompose_padding("pad", sch.get_loops("pad")[$l])
# program padded-sum-of-tiles with n = 64 | 60
@T.prim_func(s_tir=True)
def main(x: T.Buffer(($n, 30), "float32"), y: T.Buffer(($n,), "float32")):
    pad = T.sblock_alloc_buffer(($n, 32))
    for i_0, i_1, j_0, j_1 in T.grid($n // 4, 4, 4, 8):
        with T.sblock("pad"):
            vi = T.axis.spatial($n, i_0 * 4 + i_1)
            vj = T.axis.spatial(32, j_0 * 8 + j_1)
            pad[vi, vj] = T.if_then_else(1 <= vj and vj < 31, x[vi, vj - 1], T.float32(0))
    for i, j in T.grid($n, 32):
        with T.sblock("y"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                y[vi] = T.float32(0)
            y[vi] = y[vi] + pad[vi, vj]
# case tiled-sum on padded-sum-of-tiles with at = 0 | 1 | 2 | 3
sch.decompose_padding(sch.get_sblock("pad"), sch.get_loops(sch.get_sblock("pad"))[$at])
# case tiled-sum-moved on padded-sum-of-tiles with at = 0 | 1 | 2
pad = sch.get_sblock("pad")
sch.compute_at(pad, sch.get_loops(sch.get_sblock("y"))[0])
loops = sch.get_loops(pad)
sch.decompose_padding(pad, loops[min($at, len(loops) - 1)])
