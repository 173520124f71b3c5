# SPDX-License-Identifier: Apache-2.0
# program vector
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($n,), "float32"), B: T.Buffer(($n,), "float32")):
    for i in T.serial($n):
        with T.sblock("B"):
            v_i = T.axis.remap("S", [i])
            B[v_i] = A[v_i] + T.float32(1)
# case split on vector with
#   n = 128 | 115, factors = [None, 4 * T.vscale()] | [None, T.vscale() * 4] | [4 * T.vscale(), None] | [8, 4 * T.vscale()] |
#   [None, T.vscale()]
sch.split(sch.get_loops(sch.get_sblock("B"))[0], factors=$factors)
# case split-assumed on vector with n = 128, predicated = True | False
i, = sch.get_loops(sch.get_sblock("B"))
sch.split(i, factors=[None, 4 * T.vscale()], disable_predication=$predicated)
# case bound on vector with n = 128
i, = sch.get_loops(sch.get_sblock("B"))
x = 4 * T.vscale()
_, l = sch.split(i, [None, x])
sch.vectorize(l)
# program scalable-loop
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i in T.serial(4 * T.vscale()):
        with T.sblock("B"):
            v_i = T.axis.spatial(128, i)
            B[v_i] = A[v_i] + T.float32(1)
# case of-a-scalable-loop on scalable-loop with factors = [2, None] | [None, 2] | [None, T.vscale()]
sch.split(sch.get_loops(sch.get_sblock("B"))[0], factors=$factors)
# case steps on scalable-loop with step = parallel(l) | vectorize(l) | unroll(l) | annotate(l, "a", 1)
l = sch.get_loops(sch.get_sblock("B"))[0]
sch.$step
# program scalable-body
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i_0 in range((T.vscale() * 4 + 127) // (T.vscale() * 4)):
        for i_1 in range(T.vscale() * 4):
            with T.sblock("B"):
                v_i = T.axis.spatial(128, i_0 * (T.vscale() * 4) + i_1)
                T.where(i_0 * (T.vscale() * 4) + i_1 < 128)
                B[v_i] = A[v_i] + T.float32(1)
# case steps-scaled on scalable-body with
#   at = 0 | 1, step = parallel(l) | vectorize(l) | unroll(l) | annotate(l, "a", 1) | split(l, [None, 2])
l = sch.get_loops(sch.get_sblock("B"))[$at]
sch.$step
# program scalable-vector
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    with T.sblock("root"):
        T.reads()
        T.writes()
        B[T.ramp(0, 1, T.vscale() * 4)] = A[T.ramp(0, 1, 4 * T.vscale())] + T.broadcast(T.float32(1), T.vscale() * 4)
# case read on scalable-vector
pass
# program rows
@T.prim_func(s_tir=True)
def main(A: T.Buffer((30, 115), "float32"), B: T.Buffer((30, 115), "float32")):
    for i, j in T.grid(30, 115):
        with T.sblock("B"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            B[v_i, v_j] = A[v_i, v_j] * T.float32(2)
# case rows on rows with at = 0 | 1, factors = [None, T.vscale() * 2] | [None, T.vscale() * 4, 2] | [T.vscale(), None] | [None, 2 * T.vscale() * 2]
sch.split(sch.get_loops(sch.get_sblock("B"))[$at], factors=$factors)
# case rows-vector on rows with step = vectorize | unroll | parallel
_, j = sch.get_loops(sch.get_sblock("B"))
_, l = sch.split(j, [None, T.vscale() * 4])
sch.$step(l)
