# SPDX-License-Identifier: Apache-2.0
# program elementwise
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    for i, j in T.grid(128, 128):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [$b])
            C[vi, vj] = A[vi, vj] * T.float32(2)
# case plain on elementwise with
#   b = i, j | j, i, at = 0 | 1, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x") | bind(l, "blockIdx.y") |
#   bind(l, "vthread") | bind(l, "vthread.y") | bind(l, "threadIdx.w")
l = sch.get_loops(sch.get_sblock("B"))[$at]
sch.$step
# case again on elementwise with
#   b = i, j, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x"), then = parallel(l) | unroll(l) | vectorize(l) |
#   bind(l, "blockIdx.x")
l = sch.get_loops(sch.get_sblock("B"))[0]
sch.$step
sch.$then
# case other-axis on elementwise with
#   b = i, j, first = threadIdx.x | blockIdx.x | vthread.x | vthread, second = threadIdx.x | blockIdx.x | vthread.x | vthread
l = sch.get_loops(sch.get_sblock("B"))
sch.bind(l[0], "$first")
sch.bind(l[1], "$second")
# program sum
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128,), "float32")):
    for i, k in T.grid(128, 128):
        with T.sblock("B"):
            vi, vk = T.axis.remap("$kinds", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
# case sum on sum with
#   kinds = SR | SS, at = 0 | 1, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x") | bind(l, "blockIdx.x") |
#   bind(l, "vthread.x")
l = sch.get_loops(sch.get_sblock("B"))[$at]
sch.$step
# case sum-split on sum with
#   kinds = SR, f = 8 | 5, part = 1 | 2, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.y") |
#   bind(l, "blockIdx.x") | bind(l, "vthread.x")
b = sch.get_sblock("B")
sch.split(sch.get_loops(b)[1], [None, $f])
l = sch.get_loops(b)[$part]
sch.$step
# case sum-fused on sum with kinds = SR, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x") | bind(l, "blockIdx.x")
l = sch.fuse(*sch.get_loops(sch.get_sblock("B")))
sch.$step
# case decomposed on sum with
#   kinds = SR, at = 0 | 1, which = B_update | B_init, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x") |
#   bind(l, "blockIdx.x")
b = sch.get_sblock("B")
sch.decompose_reduction(b, sch.get_loops(b)[1])
l = sch.get_loops(sch.get_sblock("$which"))[min($at, len(sch.get_loops(sch.get_sblock("$which"))) - 1)]
sch.$step
# program not-affine
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
    for i, j, k in T.grid(128, 16, 8):
        with T.sblock("B"):
            vi = T.axis.S(128, i)
            vj = T.axis.S(128, $bind)
            B[vi, vj] = A[vi, vj] * T.float32(2)
# case binding on not-affine with
#   bind = j * 8 + k | j * 8 | k | j + k | j * 8 + j | j * 4 + k | (j * 8 + k) // 2 | 5, at = 0 | 1 | 2, step = parallel(l) |
#   vectorize(l) | unroll(l) | bind(l, "threadIdx.x") | bind(l, "blockIdx.x")
l = sch.get_loops(sch.get_sblock("B"))[$at]
sch.$step
# program not-complete
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32")):
    for i in range(128):
        with T.sblock("B"):
            vi = T.axis.S(128, i)
            B[vi] = A[vi] $op B[vi]
        with T.sblock("C"):
            vi = T.axis.S(128, i)
            C[vi] = B[$from] + T.float32(1)
# case not-complete on not-complete with
#   op = + | * T.float32(0) + T.float32(0) *, from = vi | 0 | 127 - vi, step = parallel(l) | vectorize(l) | unroll(l) |
#   bind(l, "threadIdx.x") | bind(l, "blockIdx.x")
l = sch.get_loops(sch.get_sblock("B"))[0]
sch.$step
# program opaque
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.sblock("opaque"):
            $axes
            T.reads(A[i, j])
            T.writes(B[i, j])
            T.evaluate(T.call_extern("int32", "f", A.access_ptr("r"), B.access_ptr("w")))
# case opaque on opaque with
#   axes = vi = T.axis.opaque(16, i) | vi = T.axis.spatial(16, i) | vi = T.axis.S(16, 0), at = 0 | 1, step = parallel(l) |
#   vectorize(l) | unroll(l) | bind(l, "threadIdx.x") | bind(l, "blockIdx.x")
l = sch.get_loops(sch.get_sblock("opaque"))[$at]
sch.$step
# program nested
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16, 16, 16, 16), "float32"), B: T.Buffer((16, 16, 16), "float32")):
    for i in T.serial(0, 16):
        for j in T.serial(0, 16):
            for k in T.serial(0, 16):
                for l in T.serial(0, 16):
                    with T.sblock("outer"):
                        vi, vj, vk, vl = T.axis.remap("SSSR", [i, j, k, l])
                        with T.init():
                            B[vi, vj, vk] = T.float32(0)
                        for m in T.serial(0, 16):
                            with T.sblock("inner"):
                                vm = T.axis.R(16, m)
                                B[vi, vj, vk] = B[vi, vj, vk] + A[vi, vj, vk, vl, vm]
# case nested on nested with
#   block = outer | inner, at = 0 | 1 | 2 | 3, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x") |
#   bind(l, "blockIdx.x")
loops = sch.get_loops(sch.get_sblock("$block"))
l = loops[min($at, len(loops) - 1)]
sch.$step
# program scatter
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), I: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32"), n: T.int32):
    for i in range(8):
        for j in T.serial($extent):
            with T.sblock("B"):
                vi = T.axis.spatial(8, i)
                T.reads(A[0:8], I[vi])
                T.writes(B[vi])
                B[vi] = A[I[vi]]
# case scatter on scatter with
#   extent = 1 | n | 3, at = 0 | 1, step = parallel(l) | vectorize(l) | unroll(l) | bind(l, "threadIdx.x") | bind(l, "blockIdx.x")
l = sch.get_loops(sch.get_sblock("B"))[$at]
sch.$step
# program guarded
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), flag: T.int32):
    for i, j in T.grid(16, 8):
        with T.sblock("B"):
            T.where($where)
            vi = T.axis.spatial(128, i * 8 + j)
            B[vi] = A[vi]
# case guarded on guarded with
#   where = i * 8 + j < 100 | flag > 0 | i < 3 or j < 2, at = 0 | 1, step = parallel(l) | vectorize(l) | bind(l, "threadIdx.x")
l = sch.get_loops(sch.get_sblock("B"))[$at]
sch.$step
