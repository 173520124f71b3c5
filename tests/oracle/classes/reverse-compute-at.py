# SPDX-License-Identifier: Apache-2.0
# program tiled
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    B = T.sblock_alloc_buffer((128, 128), "float32")
    for i_0, j_0, i_1, j_1 in T.grid(8, 8, 16, 16):
        with T.sblock("B"):
            vi = T.axis.spatial(128, i_0 * 16 + i_1)
            vj = T.axis.spatial(128, j_0 * 16 + j_1)
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(128, 128):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case tiled on tiled with at = 0 | 1 | 2 | 3, keep = True | False, index = -1 | -2 | 0
sch.reverse_compute_at(sch.get_sblock("C"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep, index=$index)
# program unit-loops
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 128, 1, 128), "float32"), D: T.Buffer((1, 2, 1), "float32")):
    B = T.sblock_alloc_buffer((1, 128, 1), "float32")
    for a, i, b in T.grid(1, 128, 1):
        with T.sblock("B"):
            va, vi, vb = T.axis.remap("SSS", [a, i, b])
            B[va, vi, vb] = A[va, vi, vb, 5]
    for ax0, ax1, ax2 in T.grid(1, 2, 1):
        with T.sblock("D"):
            v0, v1, v2 = T.axis.remap("SSS", [ax0, ax1, ax2])
            D[v0, v1, v2] = B[v0, v1, v2] + T.float32(1)
# case part on unit-loops with at = 0 | 1 | 2, keep = True | False
sch.reverse_compute_at(sch.get_sblock("D"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# case part-tiled on unit-loops with f = 32 | 2 | 3 | 50, at = 1 | 2 | 3, keep = True | False
sch.split(sch.get_loops(sch.get_sblock("B"))[1], [None, $f])
sch.reverse_compute_at(sch.get_sblock("D"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# case part-unit-split on unit-loops with f = 1, at = 1 | 2 | 3, keep = True | False, units = True | False
sch.split(sch.get_loops(sch.get_sblock("B"))[1], [None, $f], preserve_unit_iters=$units)
sch.reverse_compute_at(sch.get_sblock("D"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# program layout
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 3, 5, 5, 16), "float32"), C: T.Buffer((1, 6, 5, 5, 8), "float32")):
    B = T.sblock_alloc_buffer((1, 3, 5, 5, 16), "float32")
    for i0, i1, i2, i3, i4 in T.grid(1, 3, 5, 5, 16):
        with T.sblock("compute"):
            v0, v1, v2, v3, v4 = T.axis.remap("SSSSS", [i0, i1, i2, i3, i4])
            B[v0, v1, v2, v3, v4] = A[v0, v1, v2, v3, v4] + T.float32(1)
    for i0, i1, i2, i3, i4 in T.grid(1, 6, 5, 5, 8):
        with T.sblock("T_layout_trans"):
            v0, v1, v2, v3, v4 = T.axis.remap("SSSSS", [i0, i1, i2, i3, i4])
            C[v0, v1, v2, v3, v4] = T.if_then_else(v0 < 1 and v1 * 8 + v4 < 48 and v2 < 5 and v3 < 5, B[v0, (v1 * 8 + v4) // 16, v2, v3, (v1 * 8 + v4) % 16], T.float32(0))
# case layout on layout with at = 0 | 1 | 2 | 3 | 4, keep = True | False
sch.reverse_compute_at(sch.get_sblock("T_layout_trans"), sch.get_loops(sch.get_sblock("compute"))[$at], preserve_unit_loops=$keep)
# program layout-wider
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 6, 5, 8), "float32"), C: T.Buffer((1, 3, 5, 16), "float32")):
    B = T.sblock_alloc_buffer((1, 6, 5, 8), "float32")
    for i0, i1, i2, i3 in T.grid(1, 6, 5, 8):
        with T.sblock("compute"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
            B[v0, v1, v2, v3] = A[v0, v1, v2, v3] + T.float32(1)
    for i0, i1, i2, i3 in T.grid(1, 3, 5, 16):
        with T.sblock("T_layout_trans"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
            C[v0, v1, v2, v3] = B[v0, (v1 * 16 + v3) // 8, v2, (v1 * 16 + v3) % 8]
# case layout-wider on layout-wider with at = 0 | 1 | 2 | 3, keep = True | False
sch.reverse_compute_at(sch.get_sblock("T_layout_trans"), sch.get_loops(sch.get_sblock("compute"))[$at], preserve_unit_loops=$keep)
# program dynamic-rf
@T.prim_func(s_tir=True)
def main(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    n = T.int32()
    A = T.match_buffer(var_A, (32, 1, 128))
    B = T.match_buffer(var_B, (32, n, 128))
    C = T.match_buffer(var_C, (32, 1, n))
    C_rf = T.sblock_alloc_buffer((128, 32, 1, n))
    for ax0_ax1_fused, ax2_fused_1, ax2_fused_0 in T.grid(n * 32, 128, 1):
        with T.sblock("NT_matmul_rf"):
            vax2_fused_1 = T.axis.spatial(128, ax2_fused_1)
            v0 = T.axis.spatial(32, ax0_ax1_fused // n)
            v1 = T.axis.spatial(n, ax0_ax1_fused % n)
            vax2_fused_0 = T.axis.reduce(1, ax2_fused_0)
            with T.init():
                C_rf[vax2_fused_1, v0, 0, v1] = T.float32(0)
            C_rf[vax2_fused_1, v0, 0, v1] = C_rf[vax2_fused_1, v0, 0, v1] + A[v0, 0, vax2_fused_0 * 128 + vax2_fused_1] * B[v0, v1, vax2_fused_0 * 128 + vax2_fused_1]
    for ax0_ax1_fused, ax2_fused_1 in T.grid(n * 32, 128):
        with T.sblock("NT_matmul"):
            vax2_fused_1 = T.axis.reduce(128, ax2_fused_1)
            v0 = T.axis.spatial(32, ax0_ax1_fused // n)
            v1 = T.axis.spatial(n, ax0_ax1_fused % n)
            with T.init():
                C[v0, 0, v1] = T.float32(0)
            C[v0, 0, v1] = C[v0, 0, v1] + C_rf[vax2_fused_1, v0, 0, v1]
# case dynamic-rf on dynamic-rf with at = 0 | 1 | 2, keep = True | False
sch.reverse_compute_at(sch.get_sblock("NT_matmul"), sch.get_loops(sch.get_sblock("NT_matmul_rf"))[$at], preserve_unit_loops=$keep)
# case dynamic-rf-forward on dynamic-rf with at = 0 | 1, keep = True | False
sch.compute_at(sch.get_sblock("NT_matmul_rf"), sch.get_loops(sch.get_sblock("NT_matmul"))[$at], preserve_unit_loops=$keep)
# program dynamic
@T.prim_func(s_tir=True)
def main(a: T.handle, c: T.handle, $n: T.$type):
    A = T.match_buffer(a, ($n, T.$type(128)), "float32")
    C = T.match_buffer(c, ($n, T.$type(128)), "float32")
    B = T.sblock_alloc_buffer(($n, T.$type(128)), "float32")
    for i, j in T.grid($n, T.$type(128)):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid($n, T.$type(128)):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case dynamic on dynamic with n = n, type = int32 | int64, at = 0 | 1, keep = True | False
sch.reverse_compute_at(sch.get_sblock("C"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# case dynamic-tiled on dynamic with n = n, type = int32 | int64, f = 16 | 1, at = 0 | 1 | 2, keep = True | False
sch.split(sch.get_loops(sch.get_sblock("B"))[0], [None, $f])
sch.reverse_compute_at(sch.get_sblock("C"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# case dynamic-tiled-inner on dynamic with n = n, type = int32 | int64, f = 16 | 24 | 128, at = 0 | 1 | 2, keep = True | False
sch.split(sch.get_loops(sch.get_sblock("B"))[1], [None, $f])
sch.reverse_compute_at(sch.get_sblock("C"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# case dynamic-fused on dynamic with n = n, type = int32 | int64, f = 256 | 100, at = 0 | 1, keep = True | False
l = sch.fuse(*sch.get_loops(sch.get_sblock("B")))
sch.split(l, [None, $f])
sch.reverse_compute_at(sch.get_sblock("C"), sch.get_loops(sch.get_sblock("B"))[$at], preserve_unit_loops=$keep)
# program dynamic-matmul
@T.prim_func(s_tir=True)
def main(a: T.handle, B: T.Buffer((T.int64(256), T.int64(512)), "float32"), d: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (T.int64(1), n, T.int64(512)), "float32")
    D = T.match_buffer(d, (T.int64(1), n, T.int64(256)), "float32")
    C = T.sblock_alloc_buffer((T.int64(1), n, T.int64(256)), "float32")
    for b, i, j, k in T.grid(T.int64(1), n, T.int64(256), T.int64(512)):
        with T.sblock("matmul"):
            v0, v1, v2, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[v0, v1, v2] = T.float32(0)
            C[v0, v1, v2] = C[v0, v1, v2] + A[v0, v1, vk] * B[v2, vk]
    for b, i, j in T.grid(T.int64(1), n, T.int64(256)):
        with T.sblock("relu"):
            v0, v1, v2 = T.axis.remap("SSS", [b, i, j])
            D[v0, v1, v2] = T.max(C[v0, v1, v2], T.float32(0))
# case matmul on dynamic-matmul with at = 0 | 1 | 2 | 3 | 4, keep = True | False, f = 32 | 48 | 1
b = sch.get_sblock("matmul")
_, i, j, k = sch.get_loops(b)
i0, i1 = sch.split(i, [None, $f])
j0, j1 = sch.split(j, [None, 64])
sch.reorder(i0, j0, i1, j1, k)
sch.reverse_compute_at(sch.get_sblock("relu"), sch.get_loops(b)[$at], preserve_unit_loops=$keep)
# case matmul-cache on dynamic-matmul with at = 0 | 1 | 2 | 3 | 4, keep = True | False, scope = local | shared
b = sch.get_sblock("matmul")
sch.pad_einsum(b, [1, 32, 64, 16])
w = sch.cache_write(b, 0, "$scope")
_, i, j, k = sch.get_loops(b)
i0, i1 = sch.split(i, [None, 32])
j0, j1 = sch.split(j, [None, 64])
sch.reorder(i0, j0, i1, j1, k)
sch.reverse_compute_at(w, sch.get_loops(b)[$at], preserve_unit_loops=$keep)
# case matmul-read on dynamic-matmul with at = 0 | 1 | 2 | 3 | 4 | 5, which = 0 | 1, keep = True | False
b = sch.get_sblock("matmul")
r = sch.cache_read(b, $which, "shared")
_, i, j, k = sch.get_loops(b)
i0, i1 = sch.split(i, [None, 32])
j0, j1 = sch.split(j, [None, 64])
k0, k1 = sch.split(k, [None, 16])
sch.reorder(i0, j0, k0, i1, j1, k1)
sch.compute_at(r, sch.get_loops(b)[$at], preserve_unit_loops=$keep)
