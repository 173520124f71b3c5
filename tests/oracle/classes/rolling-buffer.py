# SPDX-License-Identifier: Apache-2.0
# program upscale
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 16, 16, 16), "int8"), C: T.Buffer((1, 24, 24, 16), "int8")):
    B = T.sblock_alloc_buffer((1, 14, 14, 16), dtype="int8")
    for i0_0, i1_0, i2_0, i3_0 in T.grid(1, 5, 5, 1):
        for ax0, ax1, ax2 in T.grid(5, 5, 16):
            for ax3, ax4 in T.grid(3, 3):
                with T.sblock("B"):
                    T.where(i1_0 * 5 // 2 + ax0 < 14 and i2_0 * 5 // 2 + ax1 < 14)
                    ax0_1 = T.axis.spatial(1, 0)
                    ax1_1 = T.axis.spatial(14, i1_0 * 5 // 2 + ax0)
                    ax2_1 = T.axis.spatial(14, i2_0 * 5 // 2 + ax1)
                    ax3_1 = T.axis.spatial(16, ax2)
                    rv0, rv1 = T.axis.remap("RR", [ax3, ax4])
                    B[ax0_1, ax1_1, ax2_1, ax3_1] = T.max(B[ax0_1, ax1_1, ax2_1, ax3_1], A[ax0_1, ax1_1 + rv0, ax2_1 + rv1, ax3_1])
        for i0_1, i1_1, i2_1, i3_1 in T.grid(1, 5, 5, 16):
            with T.sblock("C"):
                T.where(i1_0 * 5 + i1_1 < 24 and i2_0 * 5 + i2_1 < 24)
                ax0 = T.axis.spatial(1, 0)
                ax1 = T.axis.spatial(24, i1_0 * 5 + i1_1)
                ax2 = T.axis.spatial(24, i2_0 * 5 + i2_1)
                ax3 = T.axis.spatial(16, i3_1)
                C[ax0, ax1, ax2, ax3] = B[ax0, ax1 // 2, ax2 // 2, ax3]
# case as-tiled on upscale
sch.rolling_buffer(sch.get_sblock("B"), 0)
# program pool-upscale
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 16, 16, 16), "int8"), C: T.Buffer((1, 24, 24, 16), "int8")):
    B = T.sblock_alloc_buffer((1, 14, 14, 16), dtype="int8")
    for i0, i1, i2, i3, r0, r1 in T.grid(1, 14, 14, 16, 3, 3):
        with T.sblock("B"):
            v0, v1, v2, v3, vr0, vr1 = T.axis.remap("SSSSRR", [i0, i1, i2, i3, r0, r1])
            with T.init():
                B[v0, v1, v2, v3] = T.int8(-128)
            B[v0, v1, v2, v3] = T.max(B[v0, v1, v2, v3], A[v0, v1 + vr0, v2 + vr1, v3])
    for i0, i1, i2, i3 in T.grid(1, 24, 24, 16):
        with T.sblock("C"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
            C[v0, v1, v2, v3] = B[v0, v1 // 2, v2 // 2, v3]
# case upscale on pool-upscale with f = 5 | 4 | 6 | 3, g = 5 | 8 | 24
b, c = sch.get_sblock("B"), sch.get_sblock("C")
_, h, w, _ = sch.get_loops(c)
ho, hi = sch.split(h, [None, $f])
wo, wi = sch.split(w, [None, $g])
sch.reorder(ho, wo, hi, wi)
sch.compute_at(b, sch.get_loops(c)[2])
sch.rolling_buffer(b, 0)
# case upscale-rows on pool-upscale with f = 5 | 4 | 6 | 3 | 7
b, c = sch.get_sblock("B"), sch.get_sblock("C")
_, h, w, _ = sch.get_loops(c)
ho, hi = sch.split(h, [None, $f])
sch.compute_at(b, ho)
sch.rolling_buffer(b, 0)
# program upscale-1d
@T.prim_func(s_tir=True)
def main(A: T.Buffer((40,), "float32"), C: T.Buffer(($n,), "float32")):
    B = T.sblock_alloc_buffer((36,), "float32")
    for i in range(36):
        with T.sblock("B"):
            v = T.axis.spatial(36, i)
            B[v] = A[v] + A[v + 4]
    for i in range($n):
        with T.sblock("C"):
            v = T.axis.spatial($n, i)
            C[v] = $read
# case upscale-1d on upscale-1d with
#   n = 60, read = B[v // 2] | B[v // 2] + B[v // 2 + 1] | B[v // 3] | B[v // 2] + B[v // 2 + 5], f = 1 | 2 | 3 | 4 | 5 | 7 | 10
b, c = sch.get_sblock("B"), sch.get_sblock("C")
o, i = sch.split(sch.get_loops(c)[0], [None, $f])
sch.compute_at(b, o)
sch.rolling_buffer(b, 0)
# case downscale on upscale-1d with n = 16, read = B[v * 2] + B[v * 2 + 1] + B[v * 2 + 2] | B[v * 2] + B[v * 2 + 5], f = 1 | 2 | 4 | 5
b, c = sch.get_sblock("B"), sch.get_sblock("C")
o, i = sch.split(sch.get_loops(c)[0], [None, $f])
sch.compute_at(b, o)
sch.rolling_buffer(b, 0)
# program pools
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 12, 12, 16), "int8"), C: T.Buffer((1, 8, 8, 16), "int8")):
    B = T.sblock_alloc_buffer((1, 10, 10, 16), dtype="int8")
    for i0, i1, i2, i3, r0, r1 in T.grid(1, 10, 10, 16, 3, 3):
        with T.sblock("B"):
            v0, v1, v2, v3, vr0, vr1 = T.axis.remap("SSSSRR", [i0, i1, i2, i3, r0, r1])
            with T.init():
                B[v0, v1, v2, v3] = T.int8(-128)
            B[v0, v1, v2, v3] = T.max(B[v0, v1, v2, v3], A[v0, v1 + vr0, v2 + vr1, v3])
    for i0, i1, i2, i3, r0, r1 in T.grid(1, 8, 8, 16, 3, 3):
        with T.sblock("C"):
            v0, v1, v2, v3, vr0, vr1 = T.axis.remap("SSSSRR", [i0, i1, i2, i3, r0, r1])
            with T.init():
                C[v0, v1, v2, v3] = T.int8(-128)
            C[v0, v1, v2, v3] = T.max(C[v0, v1, v2, v3], B[v0, v1 + vr0, v2 + vr1, v3])
# case pools on pools with f = 1 | 2 | 4 | 3, g = 1 | 4 | 8 | 3
b, c = sch.get_sblock("B"), sch.get_sblock("C")
_, h, w, _, _, _ = sch.get_loops(c)
ho, hi = sch.split(h, [None, $f])
wo, wi = sch.split(w, [None, $g])
sch.reorder(ho, wo, hi, wi)
sch.compute_at(b, sch.get_loops(c)[2])
sch.rolling_buffer(b, 0)
# case pools-keep on pools with f = 2 | 4, g = 4 | 8
b, c = sch.get_sblock("B"), sch.get_sblock("C")
_, h, w, _, _, _ = sch.get_loops(c)
ho, hi = sch.split(h, [None, $f])
wo, wi = sch.split(w, [None, $g])
sch.reorder(ho, wo, hi, wi)
sch.compute_at(b, sch.get_loops(c)[2], preserve_unit_loops=True)
sch.rolling_buffer(b, 0)
# program upscaled-columns
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 34), "int32"), C: T.Buffer((16, 60), "int32")):
    B = T.sblock_alloc_buffer((16, 34), "int32")
    for i, j in T.grid(16, 34):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
    for i, j in T.grid(16, 60):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj // 2] + B[vi, vj // 2 + $ahead]
# case upscaled-columns on upscaled-columns with ahead = 1 | 3, f = 2 | 4 | 6, at = 1 | 2
b, c = sch.get_sblock("B"), sch.get_sblock("C")
i, j = sch.get_loops(c)
sch.split(j, [None, $f])
sch.compute_at(b, sch.get_loops(c)[$at])
sch.rolling_buffer(b, 0)
