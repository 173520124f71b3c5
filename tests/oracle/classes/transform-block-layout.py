# SPDX-License-Identifier: Apache-2.0
# Instances of blocks numbered again.
# program two-axes with t = T.int64 | T.int32, n = 16 | 1 | 15
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($t($n), $t(16)), "float32"), B: T.Buffer(($t($n), $t(16)), "float32")):
    for i, j in T.grid($t($n), $t(16)):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
# case two-axes-1 on two-axes
sch.transform_block_layout("B", lambda i, j: (i * 16 + j,))
# case two-axes-2 on two-axes
sch.transform_block_layout("B", lambda i, j: (j, i))
# case two-axes-3 on two-axes
sch.transform_block_layout("B", lambda i, j: (i, j))
# case two-axes-4 on two-axes
sch.transform_block_layout("B", lambda i, j: (j * $n + i,))
# case two-axes-5 on two-axes
sch.transform_block_layout("B", lambda i, j: (i, j // 4, j % 4))
# case two-axes-6 on two-axes
sch.transform_block_layout("B", lambda i, j: (i // 4, j, i % 4))
# case two-axes-7 on two-axes
sch.transform_block_layout("B", lambda i, j: (T.int32(0), i, j))
# case two-axes-8 on two-axes
sch.transform_block_layout("B", lambda i, j: (j,))
# case two-axes-9 on two-axes
sch.transform_block_layout("B", lambda i, j: (i, T.int32(0), j, T.int32(0)))
# case two-axes-10 on two-axes
sch.transform_block_layout("B", lambda i, j: (i + j, j))
# program all-of-one-value with t = T.int64 | T.int32
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($t(1), $t(1)), "float32"), B: T.Buffer(($t(1), $t(1)), "float32")):
    for i, j in T.grid($t(1), $t(1)):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
# case all-of-one-value-1 on all-of-one-value
sch.transform_block_layout("B", lambda i, j: (j, i))
# case all-of-one-value-2 on all-of-one-value
sch.transform_block_layout("B", lambda i, j: (i, j))
# case all-of-one-value-3 on all-of-one-value
sch.transform_block_layout("B", lambda i, j: (T.int32(0),))
# case all-of-one-value-4 on all-of-one-value
sch.transform_block_layout("B", lambda i, j: (T.int32(0), i, T.int32(0)))
# case all-of-one-value-5 on all-of-one-value
sch.transform_block_layout("B", lambda i, j: (i,))
# program unit-axes-of-a-reduction
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 8, 1, 4), "float32"), B: T.Buffer((1, 8), "float32")):
    for i, j, k, l in T.grid(1, 8, 1, 4):
        with T.sblock("B"):
            vi, vj, vk, vl = T.axis.remap("SSRR", [i, j, k, l])
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = B[vi, vj] + A[vi, vj, vk, vl]
# case unit-axes-of-a-reduction-1 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (i, j, k, l))
# case unit-axes-of-a-reduction-2 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (j, l))
# case unit-axes-of-a-reduction-3 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (i * 8 + j, k * 4 + l))
# case unit-axes-of-a-reduction-4 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (j, i, l, k))
# case unit-axes-of-a-reduction-5 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (T.int32(0), j, T.int32(0), l))
# case unit-axes-of-a-reduction-6 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (k, j, i, l))
# case unit-axes-of-a-reduction-7 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (i * 8 + j + k, l))
# case unit-axes-of-a-reduction-8 on unit-axes-of-a-reduction
sch.transform_block_layout("B", lambda i, j, k, l: (j // 2, j % 2, l))
# program convolution with t = T.int32 | T.int64
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($t(1), $t(6), $t(6), $t(3)), "float32"), W: T.Buffer(($t(3), $t(3), $t(3), $t(8)), "float32"), C: T.Buffer(($t(1), $t(4), $t(4), $t(8)), "float32")):
    for n, h, w, f, rh, rw, rc in T.grid($t(1), $t(4), $t(4), $t(8), $t(3), $t(3), $t(3)):
        with T.sblock("C"):
            vn, vh, vw, vf, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, f, rh, rw, rc])
            with T.init():
                C[vn, vh, vw, vf] = T.float32(0)
            C[vn, vh, vw, vf] = C[vn, vh, vw, vf] + A[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vf]
# case convolution-1 on convolution
sch.transform_block_layout("C", lambda n, h, w, f, rh, rw, rc: (n * 16 + h * 4 + w, f, rh * 9 + rw * 3 + rc))
# case convolution-2 on convolution
sch.transform_block_layout("C", lambda n, h, w, f, rh, rw, rc: (n, h, w, f, rc, rh, rw))
# case convolution-3 on convolution
sch.transform_block_layout("C", lambda n, h, w, f, rh, rw, rc: (n, h, w, f // 4, rh, rw, rc, f % 4))
# case convolution-4 on convolution
sch.transform_block_layout("C", lambda n, h, w, f, rh, rw, rc: (n, h, w * 3 + rw, f, rh, rc))
# program axes-that-are-no-loops with e = 16 | 1, b = 0 | i
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range($e):
        with T.sblock("B"):
            vi = T.axis.spatial(16, $b)
            B[vi] = A[vi]
# case axes-that-are-no-loops-1 on axes-that-are-no-loops
sch.transform_block_layout("B", lambda i: (i // 4, i % 4))
# case axes-that-are-no-loops-2 on axes-that-are-no-loops
sch.transform_block_layout("B", lambda i: (i,))
# case axes-that-are-no-loops-3 on axes-that-are-no-loops
sch.transform_block_layout("B", lambda i: (T.int32(0), i))
# program a-unit-axis-bound-to-0
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 1), "float32"), B: T.Buffer((16, 1), "float32")):
    for i in range(16):
        with T.sblock("B"):
            vi = T.axis.spatial(16, i)
            vj = T.axis.spatial(1, 0)
            B[vi, vj] = A[vi, vj]
# case a-unit-axis-bound-to-0-1 on a-unit-axis-bound-to-0
sch.transform_block_layout("B", lambda i, j: (i // 4, i % 4))
# case a-unit-axis-bound-to-0-2 on a-unit-axis-bound-to-0
sch.transform_block_layout("B", lambda i, j: (j, i))
# case a-unit-axis-bound-to-0-3 on a-unit-axis-bound-to-0
sch.transform_block_layout("B", lambda i, j: (i, j))
# case a-unit-axis-bound-to-0-4 on a-unit-axis-bound-to-0
sch.transform_block_layout("B", lambda i, j: (i,))
# program no-axes
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    with T.sblock("B"):
        B[0] = A[0]
# case no-axes-1 on no-axes
sch.transform_block_layout("B", lambda: ())
# case no-axes-2 on no-axes
sch.transform_block_layout("B", lambda: (T.int32(0),))
