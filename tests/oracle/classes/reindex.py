# SPDX-License-Identifier: Apache-2.0
# Buffers indexed by a block's axes, and copies of the form that index maps give.
# program unit-axes with shape = 1, 1, 1 | 1, 8, 1 | 8, 1, 8 | 1, 1, 8
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($shape), "float32"), B: T.Buffer(($shape), "float32")):
    for i, j, k in T.grid($shape):
        with T.sblock("B"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)
# case unit-axes-1 on unit-axes
sch.reindex("B", ("read", 0))
# case unit-axes-2 on unit-axes
sch.reindex("B", ("write", 0))
# case unit-axes-3 on unit-axes
sch.reindex("B", "A")
# case unit-axes-4 on unit-axes
sch.transform_layout(sch.get_sblock("B"), ("read", 0), lambda i, j, k: (k, j, i))
sch.reindex("B", ("read", 0))
# case unit-axes-5 on unit-axes
sch.reindex_cache_read("B", 0, "shared", lambda i, j, k: (i, j, k))
# case unit-axes-6 on unit-axes
sch.reindex_cache_read("B", 0, "shared", lambda i, j, k: (k, i, j))
# case unit-axes-7 on unit-axes
sch.reindex_cache_write("B", 0, "shared", lambda i, j, k: (k, j))
# case unit-axes-8 on unit-axes
sch.reindex_cache_write("B", 0, "shared", lambda i, j, k: (i * 8 + j, k))
# program unit-axes-of-a-reduction with r = 1 | 4
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 8, $r), "float32"), B: T.Buffer((1, 8), "float32")):
    for i, j, k in T.grid(1, 8, $r):
        with T.sblock("B"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = B[vi, vj] + A[vi, vj, vk]
# case unit-axes-of-a-reduction-1 on unit-axes-of-a-reduction
sch.reindex("B", ("read", 0))
# case unit-axes-of-a-reduction-2 on unit-axes-of-a-reduction
sch.reindex("B", ("write", 0))
# case unit-axes-of-a-reduction-3 on unit-axes-of-a-reduction
sch.reindex("B", ("read", 0))
sch.transform_layout("B", ("read", 0), lambda i, k: (k, i))
# case unit-axes-of-a-reduction-4 on unit-axes-of-a-reduction
sch.reindex_cache_read("B", 0, "shared", lambda i, j, k: (k, j, i))
# case unit-axes-of-a-reduction-5 on unit-axes-of-a-reduction
sch.reindex_cache_write("B", 0, "shared", lambda i, j, k: (j, i))
# program reduction-to-a-scalar
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 4), "float32"), B: T.Buffer((), "float32")):
    for i, k in T.grid(8, 4):
        with T.sblock("B"):
            vi, vk = T.axis.remap("RR", [i, k])
            with T.init():
                B[()] = T.float32(0)
            B[()] = B[()] + A[vi, vk]
# case reduction-to-a-scalar-1 on reduction-to-a-scalar
sch.reindex("B", ("read", 0))
# case reduction-to-a-scalar-2 on reduction-to-a-scalar
sch.reindex("B", ("write", 0))
# case reduction-to-a-scalar-3 on reduction-to-a-scalar
sch.cache_write("B", 0, "local")
# program affine-indices with load = vi * 8 + vj | vj * 8 + vi | 63 - vi * 8 - vj | (vi * 8 + vj) % 32 | vi * 2 + vj | vi | 5
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[$load] * T.float32(2)
# case affine-indices-1 on affine-indices
sch.reindex("B", ("read", 0))
# case affine-indices-2 on affine-indices
sch.reindex_cache_read("B", 0, "shared", lambda i, j: (i, j))
# case affine-indices-3 on affine-indices
sch.reindex_cache_read("B", 0, "shared", lambda i, j: (i * 8 + j,))
# case affine-indices-4 on affine-indices
sch.reindex_cache_read("B", 0, "shared", lambda i, j: (i // 4, j, i % 4))
# program divided-indices
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 16), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.grid(64):
        with T.sblock("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi // 16, vi % 16] * T.float32(2)
# case divided-indices-1 on divided-indices
sch.reindex("B", ("read", 0))
# case divided-indices-2 on divided-indices
sch.reindex("B", ("write", 0))
sch.reindex("B", ("read", 0))
# case divided-indices-3 on divided-indices
sch.reindex_cache_read("B", 0, "shared", lambda i: (i // 8, i % 8))
# program a-matrix-product with t = T.int32 | T.int64
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($t(16), $t(8)), "float32"), W: T.Buffer(($t(8), $t(12)), "float32"), C: T.Buffer(($t(16), $t(12)), "float32")):
    for i, j, k in T.grid($t(16), $t(12), $t(8)):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]
# case a-matrix-product-1 on a-matrix-product
sch.reindex("C", ("read", 0))
sch.reindex("C", ("read", 1))
sch.reindex("C", ("write", 0))
# case a-matrix-product-2 on a-matrix-product
sch.reindex("C", ("read", 1))
sch.transform_layout("C", ("read", 1), lambda j, k: (k, j))
# case a-matrix-product-3 on a-matrix-product
sch.transform_block_layout("C", lambda i, j, k: (i, j // 4, j % 4, k))
sch.reindex("C", ("write", 0))
# case a-matrix-product-4 on a-matrix-product
sch.reindex_cache_read("C", 0, "shared", lambda i, j, k: (i // 4, k, i % 4))
# case a-matrix-product-5 on a-matrix-product
sch.reindex_cache_read("C", 1, "shared", lambda i, j, k: (j, k))
sch.reindex_cache_write("C", 0, "local", lambda i, j, k: (j, i))
# case a-matrix-product-6 on a-matrix-product
sch.reindex_cache_write("C", 0, "local", lambda i, j, k: (i // 4, j // 4, i % 4, j % 4))
# case a-matrix-product-7 on a-matrix-product
sch.split(sch.get_loops("C")[0], [4, 4])
sch.reindex("C", ("read", 0))
# case a-matrix-product-8 on a-matrix-product
sch.split(sch.get_loops("C")[0], [None, 5])
sch.reindex("C", ("read", 0))
# case a-matrix-product-9 on a-matrix-product
sch.split(sch.get_loops("C")[0], [None, 5])
sch.reindex("C", ("write", 0))
# program a-convolution with t = T.int32 | T.int64
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($t(1), $t(6), $t(6), $t(3)), "float32"), W: T.Buffer(($t(3), $t(3), $t(3), $t(8)), "float32"), C: T.Buffer(($t(1), $t(4), $t(4), $t(8)), "float32")):
    for n, h, w, f, rh, rw, rc in T.grid($t(1), $t(4), $t(4), $t(8), $t(3), $t(3), $t(3)):
        with T.sblock("C"):
            vn, vh, vw, vf, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, f, rh, rw, rc])
            with T.init():
                C[vn, vh, vw, vf] = T.float32(0)
            C[vn, vh, vw, vf] = C[vn, vh, vw, vf] + A[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vf]
# case a-convolution-1 on a-convolution
sch.reindex("C", ("read", 0))
# case a-convolution-2 on a-convolution
sch.reindex("C", ("read", 1))
# case a-convolution-3 on a-convolution
sch.reindex("C", ("write", 0))
# case a-convolution-4 on a-convolution
sch.reindex("C", ("read", 0))
sch.reindex("C", ("read", 1))
sch.reindex("C", ("write", 0))
# case a-convolution-5 on a-convolution
sch.reindex_cache_read("C", 0, "shared", lambda n, h, w, f, rh, rw, rc: (n, h + rh, w + rw, rc))
# case a-convolution-6 on a-convolution
sch.reindex_cache_read("C", 1, "shared", lambda n, h, w, f, rh, rw, rc: (rh * 9 + rw * 3 + rc, f))
# case a-convolution-7 on a-convolution
sch.reindex_cache_write("C", 0, "shared", lambda n, h, w, f, rh, rw, rc: (n * 16 + h * 4 + w, f))
# program several-accesses with other = vi, vj | vj, vi | vi, 7 - vj
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + A[$other]
# case several-accesses-1 on several-accesses
sch.reindex("B", ("read", 0))
# case several-accesses-2 on several-accesses
sch.reindex_cache_read("B", 0, "shared", lambda i, j: (j, i))
# program mixed-types
@T.prim_func(s_tir=True)
def main(p0: T.Buffer((16, 8), "float16"), p1: T.Buffer((8, 12), "float16"), C: T.Buffer((16, 12), "float16")):
    D = T.sblock_alloc_buffer((16, 12), "float32")
    for i, j, k in T.grid(16, 12, 8):
        with T.sblock("D"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                D[vi, vj] = T.float32(0)
            D[vi, vj] = D[vi, vj] + T.Cast("float32", p0[vi, vk]) * T.Cast("float32", p1[vk, vj])
    for i, j in T.grid(16, 12):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.Cast("float16", D[vi, vj])
# case mixed-types-1 on mixed-types
sch.reindex("D", ("read", 0))
sch.reindex("D", ("read", 1))
sch.reindex("D", ("write", 0))
# case mixed-types-2 on mixed-types
sch.reindex("C", ("read", 0))
