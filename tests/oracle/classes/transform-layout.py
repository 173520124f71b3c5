# SPDX-License-Identifier: Apache-2.0
# Layouts of buffers: unit dimensions, wide indices, maps of any number of indices, pad values of every form.
# program unit-dimensions
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
    B = T.sblock_alloc_buffer((1,))
    for i in range(1):
        with T.sblock("B"):
            vi = T.axis.spatial(1, i)
            B[vi] = A[vi]
    for i in range(4):
        with T.sblock("C"):
            vi = T.axis.spatial(4, i)
            C[vi] = B[0] + A[vi]
# case unit-dimensions-1 on unit-dimensions
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (i,))
# case unit-dimensions-2 on unit-dimensions
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (T.int32(0),))
# case unit-dimensions-3 on unit-dimensions
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (i, T.int32(0)))
# case unit-dimensions-4 on unit-dimensions
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (T.int32(0), i))
# case unit-dimensions-5 on unit-dimensions
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda *i: [*i, T.int32(0), T.int32(0)])
# program unit-block-axes with k = 4 | 6
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, $k), "float32"), C: T.Buffer((1, $k), "float32")):
    B = T.sblock_alloc_buffer((1, $k))
    for i, j in T.grid(1, $k):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(1, $k):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case unit-block-axes-1 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i, j))
# case unit-block-axes-2 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (j, i))
# case unit-block-axes-3 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (j,))
# case unit-block-axes-4 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i * $k + j,))
# case unit-block-axes-5 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (T.int32(0), i, j))
# case unit-block-axes-6 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i, j // 2, j % 2), pad_value=0.0)
# case unit-block-axes-7 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i, j // 3, j % 3), pad_value=0.0)
# case unit-block-axes-8 on unit-block-axes
sch.transform_layout(sch.get_sblock("C"), ("write", 0), lambda i, j: (i, j, T.int32(0)))
# case unit-block-axes-9 on unit-block-axes
sch.transform_layout(sch.get_sblock("B"), ("read", 0), lambda i, j: (j, i, T.int32(0)))
# program int64 with m = 16 | 14
@T.prim_func(s_tir=True)
def main(A: T.Buffer((T.int64($m),), "int32"), C: T.Buffer((T.int64($m),), "int32")):
    B = T.sblock_alloc_buffer((T.int64($m),), "int32")
    for i in T.serial(T.int64($m)):
        with T.sblock("B"):
            vi = T.axis.spatial(T.int64($m), i)
            B[vi] = A[vi] + 1
    for i in T.serial(T.int64($m)):
        with T.sblock("C"):
            vi = T.axis.spatial(T.int64($m), i)
            C[vi] = B[vi] * 2
# case int64-1 on int64
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (i // 8, i % 8), pad_value=0)
# case int64-2 on int64
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (i // 8, i % 8))
# case int64-3 on int64
sch.transform_layout(sch.get_sblock("B"), "A", lambda i: (i // 8, i % 8), pad_value=0)
# case int64-4 on int64
sch.transform_layout(sch.get_sblock("C"), ("write", 0), lambda i: (i // 8, i % 8), pad_value=7)
# case int64-5 on int64
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i: (i,))
# program matrices with n = 16 | 15
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($n, 16), "float32"), C: T.Buffer(($n, 16), "float32")):
    B = T.sblock_alloc_buffer(($n, 16))
    for i, j in T.grid($n, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid($n, 16):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case matrices-1 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda *i: [i[0], i[1] // 4, i[1] % 4])
# case matrices-2 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda *i: [*i[:-1], i[-1] // 4, i[-1] % 4])
# case matrices-3 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda *i, k: [*i, k // 4, k % 4])
# case matrices-4 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, *k: [*k, i])
# case matrices-5 on matrices
sch.transform_layout("B", "A", lambda *i, k: [*i, k // 4, k % 4])
# case matrices-6 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i // 8, j // 8, i % 8, j % 8), pad_value=1.0)
# case matrices-7 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i // 8, i % 8, j), assume_injective_transform=True)
# case matrices-8 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i // 8, i % 8, j), pad_value=0.0, assume_injective_transform=True)
# case matrices-9 on matrices
sch.transform_layout(sch.get_sblock("B"), ("read", 0), lambda i, j: (i // 8, i % 8, j), assume_injective_transform=True)
# case matrices-10 on matrices
sch.transform_layout(sch.get_sblock("C"), ("write", 0), lambda i, j: (i // 8, i % 8, j), pad_value=0.0)
# case matrices-11 on matrices
sch.transform_layout(sch.get_sblock("B"), ("read", 0), lambda i, j: (i // 8, i % 8, j), pad_value=0.0)
# case matrices-12 on matrices
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j: (i * 16 + j,))
# case matrices-13 on matrices
sch.transform_layout("B", "B", lambda i, j: (j, i))
# case matrices-14 on matrices
sch.transform_layout("C", "B", lambda i, j: (j, i))
# case matrices-15 on matrices
sch.transform_layout("B", ("write", 0), tvm.tirx.IndexMap.from_func(lambda i, j: (j, i)))
# case matrices-16 on matrices
sch.transform_layout("B", ("write", 0), tvm.tirx.IndexMap.from_func(lambda i, j: (j, i), inverse_index_map=lambda i, j: (j, i)))
# program padding-of-a-vector with n = 14 | 13 | 16
@T.prim_func(s_tir=True)
def main(A: T.Buffer($n, "int32"), C: T.Buffer($n, "int32")):
    B = T.sblock_alloc_buffer($n, "int32")
    for i in range($n):
        with T.sblock("B"):
            vi = T.axis.spatial($n, i)
            B[vi] = A[vi]
    for i in range($n):
        with T.sblock("C"):
            vi = T.axis.spatial($n, i)
            C[vi] = B[vi]
# case padding-of-a-vector-1 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case padding-of-a-vector-2 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: i + j)
# case padding-of-a-vector-3 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: i * 10 + j)
# case padding-of-a-vector-4 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=tvm.tirx.IndexMap.from_func(lambda i, j: 7))
# case padding-of-a-vector-5 on padding-of-a-vector
sch.transform_layout("C", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case padding-of-a-vector-6 on padding-of-a-vector
sch.transform_layout("B", ("read", 0), lambda i: [i // 4, i % 4], pad_value=42)
# case padding-of-a-vector-7 on padding-of-a-vector
sch.transform_layout("B", ("read", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: i + j)
# case padding-of-a-vector-8 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=T.int32(3))
# case padding-of-a-vector-9 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i % 4, i // 4], pad_value=0)
# case padding-of-a-vector-10 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i % 4, i // 4, T.int32(0)], pad_value=0)
# case padding-of-a-vector-11 on padding-of-a-vector
sch.transform_layout("B", ("write", 0), lambda i: [i % 4, i // 4])
# program a-block-without-loops
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14,), "int32")):
    with T.sblock("root"):
        T.reads()
        T.writes()
        with T.sblock("block"):
            A[0] = 0
# case a-block-without-loops-1 on a-block-without-loops
sch.transform_layout("block", "A", lambda i: [i // 4, i % 4], pad_value=0)
# case a-block-without-loops-2 on a-block-without-loops
sch.transform_layout("block", ("write", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: i)
# case a-block-without-loops-3 on a-block-without-loops
sch.transform_layout("block", ("write", 0), lambda i: [i // 7, i % 7])
# program a-reduction
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14, 32), "int32"), C: T.Buffer((14,), "int32")):
    B = T.sblock_alloc_buffer((14,), "int32")
    for i, k in T.grid(14, 32):
        with T.sblock("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = 0
            B[vi] = B[vi] + A[vi, vk]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case a-reduction-1 on a-reduction
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case a-reduction-2 on a-reduction
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: i + j)
# case a-reduction-3 on a-reduction
sch.transform_layout("B", ("read", 0), lambda i, k: [i, k // 8, k % 8])
# case a-reduction-4 on a-reduction
sch.transform_layout("B", ("read", 0), lambda i, k: [i // 4, k, i % 4], pad_value=0)
# program a-reduction-by-hand
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14, 32), "int32"), C: T.Buffer((14,), "int32")):
    B = T.sblock_alloc_buffer((14,), "int32")
    for i in range(14):
        with T.sblock("B"):
            vi = T.axis.spatial(14, i)
            B[vi] = 0
            for k in range(32):
                with T.sblock("inner"):
                    vk = T.axis.reduce(32, k)
                    B[vi] = B[vi] + A[vi, vk]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case a-reduction-by-hand-1 on a-reduction-by-hand
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case a-reduction-by-hand-2 on a-reduction-by-hand
sch.transform_layout("B", ("write", 0), lambda i: [i // 7, i % 7])
# case a-reduction-by-hand-3 on a-reduction-by-hand
sch.transform_layout("inner", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# program two-stores
@T.prim_func(s_tir=True)
def main(A: T.Buffer(14, "int32"), D: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    C = T.sblock_alloc_buffer(14, "int32")
    for i in range(14):
        with T.sblock("B"):
            vi = T.axis.spatial(14, i)
            B[vi] = A[vi]
            C[vi] = 0
    for i in range(14):
        with T.sblock("D"):
            vi = T.axis.spatial(14, i)
            D[vi] = B[vi] + C[vi]
# case two-stores-1 on two-stores
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case two-stores-2 on two-stores
sch.transform_layout("B", ("write", 1), lambda i: [i // 4, i % 4], pad_value=0)
# case two-stores-3 on two-stores
sch.transform_layout("B", ("read", 0), lambda i: [i // 4, i % 4], pad_value=0)
# program pad-values-of-the-buffer
@T.prim_func(s_tir=True)
def main(A: T.Buffer(14, "int32"), D: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    for i in range(14):
        with T.sblock("B"):
            vi = T.axis.spatial(14, i)
            B[vi] = A[vi]
    for i in range(14):
        with T.sblock("D"):
            vi = T.axis.spatial(14, i)
            D[vi] = B[vi]
# case pad-values-of-the-buffer-1 on pad-values-of-the-buffer
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: T.undef(dtype="int32"))
# program opaque-consumers
@T.prim_func(s_tir=True)
def main(A: T.Buffer(16, "int32"), D: T.Buffer(16, "int32")):
    B = T.sblock_alloc_buffer(16, "int32")
    for i in range(16):
        with T.sblock("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi]
    for i in range(16):
        with T.sblock("D"):
            T.reads(B[i])
            T.writes(D[i])
            D[i] = B[i]
# case opaque-consumers-1 on opaque-consumers
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4])
# case opaque-consumers-2 on opaque-consumers
sch.transform_layout("D", ("read", 0), lambda i: [i // 4, i % 4])
# case opaque-consumers-3 on opaque-consumers
sch.transform_layout("D", ("write", 0), lambda i: [i // 4, i % 4])
# case opaque-consumers-4 on opaque-consumers
sch.transform_layout("B", ("write", 0), lambda i: [i // 5, i % 5], pad_value=0)
# case opaque-consumers-5 on opaque-consumers
sch.transform_layout("D", ("write", 0), lambda i: [i // 5, i % 5], pad_value=0)
# program symbolic with dtype = int32 | int64
@T.prim_func(s_tir=True)
def main(a: T.handle, c: T.handle, n: T.$dtype):
    A = T.match_buffer(a, (n, T.$dtype(16)))
    C = T.match_buffer(c, (n, T.$dtype(16)))
    B = T.sblock_alloc_buffer((n, T.$dtype(16)))
    for i, j in T.grid(n, T.$dtype(16)):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(n, T.$dtype(16)):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case symbolic-1 on symbolic
sch.transform_layout("B", ("write", 0), lambda i, j: (j, i))
# case symbolic-2 on symbolic
sch.transform_layout("B", ("write", 0), lambda i, j: (i, j // 4, j % 4))
# case symbolic-3 on symbolic
sch.transform_layout("B", ("write", 0), lambda i, j: (i * 16 + j,))
# case symbolic-4 on symbolic
sch.transform_layout("B", ("read", 0), lambda i, j: (j, i))
# case symbolic-5 on symbolic
sch.transform_layout("C", ("write", 0), lambda i, j: (j, i))
# program packed-convolution
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 6, 6, 8), "float32"), W: T.Buffer((3, 3, 8, 16), "float32"), C: T.Buffer((1, 4, 4, 16), "float32")):
    for n, h, w, f, rh, rw, rc in T.grid(1, 4, 4, 16, 3, 3, 8):
        with T.sblock("C"):
            vn, vh, vw, vf, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, f, rh, rw, rc])
            with T.init():
                C[vn, vh, vw, vf] = T.float32(0)
            C[vn, vh, vw, vf] = C[vn, vh, vw, vf] + A[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vf]
# case packed-convolution-1 on packed-convolution
sch.transform_layout("C", ("write", 0), lambda n, h, w, f: (n, f // 4, h, w, f % 4))
# case packed-convolution-2 on packed-convolution
sch.transform_layout("C", ("read", 0), lambda n, h, w, c: (n, c // 4, h, w, c % 4))
# case packed-convolution-3 on packed-convolution
sch.transform_layout("C", ("read", 1), lambda h, w, c, f: (f // 4, h, w, c, f % 4))
# case packed-convolution-4 on packed-convolution
sch.transform_layout("C", ("read", 1), lambda h, w, c, f: (f // 5, h, w, c, f % 5), pad_value=0.0)
# case packed-convolution-5 on packed-convolution
sch.transform_layout("C", ("read", 0), lambda n, h, w, c: (n * 36 + h * 6 + w, c))
# case packed-convolution-6 on packed-convolution
b = sch.reindex("C", ("read", 0))
sch.transform_layout("C", ("read", 0), lambda n, h, w, rh, rw, rc: (n * 16 + h * 4 + w, rh * 24 + rw * 8 + rc))
sch.transform_block_layout(b, lambda n, h, w, rh, rw, rc: (n * 16 + h * 4 + w, rh * 24 + rw * 8 + rc))
# case packed-convolution-7 on packed-convolution
b = sch.reindex("C", ("write", 0))
sch.transform_layout("C", ("write", 0), lambda n, h, w, f: (n * 16 + h * 4 + w, f))
sch.transform_block_layout(b, lambda n, h, w, f: (n * 16 + h * 4 + w, f))
sch.transform_block_layout("C", lambda n, h, w, f, rh, rw, rc: (n * 16 + h * 4 + w, f, rh * 24 + rw * 8 + rc))
# program writers-under-other-loops with o = 2 | 4, i = 7, limit = 14 | 13
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14,), "int32"), C: T.Buffer((14,), "int32")):
    B = T.sblock_alloc_buffer((14,), "int32")
    for o, i in T.grid($o, $i):
        with T.sblock("B"):
            vi = T.axis.spatial(14, o * $i + i)
            T.where(o * $i + i < $limit)
            B[vi] = A[vi]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case writers-under-other-loops-1 on writers-under-other-loops
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case writers-under-other-loops-2 on writers-under-other-loops
sch.transform_layout("B", ("write", 0), lambda i: [i // $i, i % $i])
# case writers-under-other-loops-3 on writers-under-other-loops
sch.transform_layout("B", ("write", 0), lambda i: [i // $i, i % $i], pad_value=0)
# program a-producer-in-parts
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "int32"), C: T.Buffer((14,), "int32")):
    B = T.sblock_alloc_buffer((14,), "int32")
    for i in range(7):
        with T.sblock("B0"):
            vi = T.axis.spatial(7, i)
            B[vi] = A[vi]
    for i in range(7):
        with T.sblock("B1"):
            vi = T.axis.spatial(7, i)
            B[vi + 7] = A[vi + 9]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case a-producer-in-parts-1 on a-producer-in-parts
sch.transform_layout("B0", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case a-producer-in-parts-2 on a-producer-in-parts
sch.transform_layout("B1", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case a-producer-in-parts-3 on a-producer-in-parts
sch.transform_layout("C", ("read", 0), lambda i: [i // 7, i % 7])
# program unit-dimensions-among-others
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 4, 1, 6), "float32"), C: T.Buffer((1, 4, 1, 6), "float32")):
    B = T.sblock_alloc_buffer((1, 4, 1, 6))
    for i, j, k, l in T.grid(1, 4, 1, 6):
        with T.sblock("B"):
            vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
            B[vi, vj, vk, vl] = A[vi, vj, vk, vl] * T.float32(2)
    for i, j, k, l in T.grid(1, 4, 1, 6):
        with T.sblock("C"):
            vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
            C[vi, vj, vk, vl] = B[vi, vj, vk, vl] + T.float32(1)
# case unit-dimensions-among-others-1 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (i, j, k, l))
# case unit-dimensions-among-others-2 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (l, k, j, i))
# case unit-dimensions-among-others-3 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (i * 4 + j, k * 6 + l))
# case unit-dimensions-among-others-4 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (j, l))
# case unit-dimensions-among-others-5 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (i + j + k, l))
# case unit-dimensions-among-others-6 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (i + k, j * 6 + l))
# case unit-dimensions-among-others-7 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (i // 2, j // 2, i % 2, j % 2, k, l), pad_value=0.0)
# case unit-dimensions-among-others-8 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (((i * 4 + j) + k) * 6 + l,))
# case unit-dimensions-among-others-9 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (j // 2, j % 2 * 6 + l, k))
# case unit-dimensions-among-others-10 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (l * 4 + j, i))
# case unit-dimensions-among-others-11 on unit-dimensions-among-others
sch.transform_layout(sch.get_sblock("B"), ("write", 0), lambda i, j, k, l: (i, j // 3, k, l, j % 3), pad_value=0.0)
# program two-whole-writers with e = 14 | 12
@T.prim_func(s_tir=True)
def main(A: T.Buffer(14, "int32"), D: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    for i in range(14):
        with T.sblock("B0"):
            vi = T.axis.spatial(14, i)
            B[vi] = A[vi]
    for i in range($e):
        with T.sblock("B1"):
            vi = T.axis.spatial(14, i)
            B[vi] = B[vi] * 2
    for i in range(14):
        with T.sblock("D"):
            vi = T.axis.spatial(14, i)
            D[vi] = B[vi]
# case two-whole-writers-1 on two-whole-writers
sch.transform_layout("B0", ("write", 0), lambda i: [i // 4, i % 4], pad_value=7)
# case two-whole-writers-2 on two-whole-writers
sch.transform_layout("D", ("read", 0), lambda i: [i // 4, i % 4], pad_value=7)
# program an-opaque-reduction
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14, 32), "int32"), C: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    for i in T.serial(14):
        B[i] = 0
        for k in T.serial(32):
            with T.sblock("block"):
                B[i] = B[i] + A[i, k]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case an-opaque-reduction-1 on an-opaque-reduction
sch.transform_layout("block", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case an-opaque-reduction-2 on an-opaque-reduction
sch.transform_layout("block", ("write", 0), lambda i: [i // 7, i % 7])
# case an-opaque-reduction-3 on an-opaque-reduction
sch.transform_layout("C", ("read", 0), lambda i: [i // 4, i % 4], pad_value=lambda i, j: i + j)
# program opaque-blocks with more = 1 | i
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14, 6), "int32"), C: T.Buffer((14, 6), "int32")):
    B = T.sblock_alloc_buffer((14, 6), "int32")
    for i, j in T.grid(14, 6):
        with T.sblock("B"):
            T.reads(A[i, j])
            T.writes(B[i, j])
            B[i, j] = A[i, j] + $more
    for i, j in T.grid(14, 6):
        with T.sblock("C"):
            T.reads(B[i, j])
            T.writes(C[i, j])
            C[i, j] = B[i, j]
# case opaque-blocks-1 on opaque-blocks
sch.transform_layout("B", ("write", 0), lambda i, j: [i // 4, j, i % 4], pad_value=0)
# case opaque-blocks-2 on opaque-blocks
sch.transform_layout("B", ("write", 0), lambda i, j: [i // 4, j // 4, i % 4, j % 4], pad_value=0)
# case opaque-blocks-3 on opaque-blocks
sch.transform_layout("B", ("write", 0), lambda i, j: [i // 7, i % 7, j])
# case opaque-blocks-4 on opaque-blocks
sch.transform_layout("C", ("write", 0), lambda i, j: [i // 4, j // 4, i % 4, j % 4], pad_value=0)
# case opaque-blocks-5 on opaque-blocks
sch.transform_layout("B", ("read", 0), lambda i, j: [i // 4, j // 4, i % 4, j % 4], pad_value=0)
# program opaque-blocks-that-do-more
@T.prim_func(s_tir=True)
def main(A: T.Buffer(14, "int32"), C: T.Buffer(14, "int32"), D: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    for i in T.serial(14):
        with T.sblock("B"):
            T.reads(A[i])
            T.writes(B[i], D[i])
            B[i] = A[i]
            D[i] = A[i]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case opaque-blocks-that-do-more-1 on opaque-blocks-that-do-more
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# program opaque-blocks-under-a-condition
@T.prim_func(s_tir=True)
def main(A: T.Buffer(14, "int32"), C: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    for i in T.serial(14):
        with T.sblock("B"):
            T.reads(A[i])
            T.writes(B[i])
            if A[i] > 3:
                B[i] = A[i]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case opaque-blocks-under-a-condition-1 on opaque-blocks-under-a-condition
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# program a-writer-under-other-loops with kind = spatial | opaque
@T.prim_func(s_tir=True)
def main(A: T.Buffer((3, 14), "int32"), C: T.Buffer(14, "int32")):
    B = T.sblock_alloc_buffer(14, "int32")
    for r, i in T.grid(3, 14):
        with T.sblock("B"):
            vi = T.axis.spatial(14, i)
            vr = T.axis.$kind(3, r)
            B[vi] = A[vr, vi]
    for i in range(14):
        with T.sblock("C"):
            vi = T.axis.spatial(14, i)
            C[vi] = B[vi]
# case a-writer-under-other-loops-1 on a-writer-under-other-loops
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
# case a-writer-under-other-loops-2 on a-writer-under-other-loops
sch.reorder(*reversed(sch.get_loops("B")))
sch.transform_layout("B", ("write", 0), lambda i: [i // 4, i % 4], pad_value=0)
