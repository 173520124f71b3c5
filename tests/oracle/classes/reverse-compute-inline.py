# SPDX-License-Identifier: Apache-2.0
# Inlining into producers: affine loads, producers that compute more than is read.
# program over-computing-producers with n = 15 | 16 | 1, m = 15 | 16
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer(($n, $m), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid($n, $m):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case over-computing-producers-1 on over-computing-producers
sch.reverse_compute_inline("C")
# case over-computing-producers-2 on over-computing-producers
sch.split(sch.get_loops("B")[0], [4, 4])
sch.reverse_compute_inline("C")
# case over-computing-producers-3 on over-computing-producers
sch.split(sch.get_loops("B")[0], [None, 5])
sch.reverse_compute_inline("C")
# case over-computing-producers-4 on over-computing-producers
sch.fuse(*sch.get_loops("B"))
sch.reverse_compute_inline("C")
# case over-computing-producers-5 on over-computing-producers
sch.split(sch.get_loops("C")[1], [None, 4])
sch.reverse_compute_inline("C")
# program over-computing-tiles with n = 15 | 13 | 12
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer(($n, $n), "float32")):
    B = T.sblock_alloc_buffer((16, 16))
    for i0, j0, i1, j1 in T.grid(4, 4, 4, 4):
        with T.sblock("B"):
            vi = T.axis.spatial(16, i0 * 4 + i1)
            vj = T.axis.spatial(16, j0 * 4 + j1)
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid($n, $n):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case over-computing-tiles-1 on over-computing-tiles
sch.reverse_compute_inline("C")
# program over-computing-with-guards
@T.prim_func(s_tir=True)
def main(A: T.Buffer((15, 16), "float32"), C: T.Buffer((14, 16), "float32")):
    B = T.sblock_alloc_buffer((15, 16))
    for i0, i1, j in T.grid(4, 4, 16):
        with T.sblock("B"):
            vi = T.axis.spatial(15, i0 * 4 + i1)
            vj = T.axis.spatial(16, j)
            T.where(i0 * 4 + i1 < 15)
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(14, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case over-computing-with-guards-1 on over-computing-with-guards
sch.reverse_compute_inline("C")
# program packed-producers with n = 15 | 16 | 13
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer(($n, $n), "float32")):
    B = T.sblock_alloc_buffer((4, 4, 4, 4))
    for a, b, c, d in T.grid(4, 4, 4, 4):
        with T.sblock("B"):
            va, vb, vc, vd = T.axis.remap("SSSS", [a, b, c, d])
            B[va, vb, vc, vd] = A[va * 4 + vc, vb * 4 + vd] * T.float32(2)
    for i, j in T.grid($n, $n):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi // 4, vj // 4, vi % 4, vj % 4] + T.float32(1)
# case packed-producers-1 on packed-producers
sch.reverse_compute_inline("C")
# case packed-producers-2 on packed-producers
sch.compute_inline("B")
# program flat-loads with n = 8 | 7, m = 8 | 7
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), C: T.Buffer((8, 8), "float32")):
    B = T.sblock_alloc_buffer((64,))
    for i in T.grid(64):
        with T.sblock("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)
    for i, j in T.grid($n, $m):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi * 8 + vj] + T.float32(1)
# case flat-loads-1 on flat-loads
sch.reverse_compute_inline("C")
# case flat-loads-2 on flat-loads
sch.split(sch.get_loops("B")[0], [8, 8])
sch.reverse_compute_inline("C")
# program unit-dimensions-in-loads with
#   shape = 1, 4, 8, store = 0, vi, vj, load = 0, vi, vj | vu, vi, vj | 0, (vi * 8 + vj) // 8, (vi * 8 + vj) % 8
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    B = T.sblock_alloc_buffer(($shape))
    for i, j in T.grid(4, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[$store] = A[vi, vj] * T.float32(2)
    for u, i, j in T.grid(1, 4, 8):
        with T.sblock("C"):
            vu, vi, vj = T.axis.remap("SSS", [u, i, j])
            C[vi, vj] = B[$load] + T.float32(1)
# case unit-dimensions-in-loads-1 on unit-dimensions-in-loads
sch.reverse_compute_inline("C")
# program reshapes with
#   shape = 2, 3, 4, loops = a, b, c, axes = va, vb, vc, kinds = SSS, load = (va * 12 + vb * 4 + vc) // 6, (va * 12 + vb * 4 + vc) % 6 |
#   vc, va * 3 + vb | vc, vb * 2 + va | va * 2 + vc // 2, vc % 2 * 3 + vb
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 6), "float32"), C: T.Buffer(($shape), "float32")):
    B = T.sblock_alloc_buffer((4, 6))
    for i, j in T.grid(4, 6):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for $loops in T.grid($shape):
        with T.sblock("C"):
            $axes = T.axis.remap("$kinds", [$loops])
            C[$axes] = B[$load] + T.float32(1)
# case reshapes-1 on reshapes
sch.reverse_compute_inline("C")
# case reshapes-2 on reshapes
sch.compute_inline("B")
# program slices with load = vi, vj | vi + 2, vj | vi * 2, vj | vi * 2 + 1, vj | 7 - vi, vj | vi + 2, 7 - vj | vj, vi | vj, vi + 3
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    B = T.sblock_alloc_buffer((8, 8))
    for i, j in T.grid(8, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(4, 8):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[$load] + T.float32(1)
# case slices-1 on slices
sch.reverse_compute_inline("C")
# case slices-2 on slices
sch.compute_inline("B")
# program slices-then-a-copy
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    B = T.sblock_alloc_buffer((8, 8))
    for i, j in T.grid(8, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(4, 8):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case slices-then-a-copy-1 on slices-then-a-copy
sch.reverse_compute_inline("C")
sch.cache_write("B", 0, "local")
# case slices-then-a-copy-2 on slices-then-a-copy
sch.reverse_compute_inline("C")
sch.cache_read("B", 0, "local")
# case slices-then-a-copy-3 on slices-then-a-copy
sch.cache_write("B", 0, "local")
sch.reverse_compute_inline("C")
# case slices-then-a-copy-4 on slices-then-a-copy
sch.cache_write("C", 0, "local")
sch.reverse_compute_inline("C_local")
# program several-axes-of-one-load
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8, 2), "float32")):
    B = T.sblock_alloc_buffer((8, 8))
    for i, j in T.grid(8, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j, k in T.grid(8, 8, 2):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            C[vi, vj, vk] = B[vi, vj] + T.float32(1)
# case several-axes-of-one-load-1 on several-axes-of-one-load
sch.reverse_compute_inline("C")
# program producers-that-are-reductions
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
    B = T.sblock_alloc_buffer((8,))
    for i, k in T.grid(8, 8):
        with T.sblock("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
    for i in T.grid(8):
        with T.sblock("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + T.float32(1)
# case producers-that-are-reductions-1 on producers-that-are-reductions
sch.reverse_compute_inline("C")
# program copies-of-a-matrix-product
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), W: T.Buffer((16, 16), "float32"), C: T.Buffer((15, 15), "float32")):
    AS = T.sblock_alloc_buffer((16, 16), scope="shared")
    CS = T.sblock_alloc_buffer((16, 16), scope="local")
    for i, j in T.grid(16, 16):
        with T.sblock("AS"):
            vi, vj = T.axis.remap("SS", [i, j])
            AS[vi, vj] = A[vi, vj]
    for i, j, k in T.grid(16, 16, 16):
        with T.sblock("CS"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                CS[vi, vj] = T.float32(0)
            CS[vi, vj] = CS[vi, vj] + AS[vi, vk] * W[vk, vj]
    for i, j in T.grid(15, 15):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = CS[vi, vj]
# case copies-of-a-matrix-product-1 on copies-of-a-matrix-product
b = sch.cache_write("CS", 0, "global")
sch.reverse_compute_inline("C")
# case copies-of-a-matrix-product-2 on copies-of-a-matrix-product
b = sch.cache_write("CS", 0, "global")
i, j, k = sch.get_loops("CS")
i0, i1 = sch.split(i, [None, 4])
sch.reverse_compute_at(b, i0)
sch.reverse_compute_inline("C")
