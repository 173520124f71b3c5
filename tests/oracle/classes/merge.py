# SPDX-License-Identifier: Apache-2.0
# Loops of several nests made one.
# program two-products
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), E: T.Buffer((16, 16), "float32")):
    D = T.sblock_alloc_buffer((16, 16))
    for i, j, k in T.grid(16, 16, 16):
        with T.sblock("D"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                D[vi, vj] = T.float32(0)
            D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vj, vk]
    for i, j, k in T.grid(16, 16, 16):
        with T.sblock("E"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                E[vi, vj] = T.float32(0)
            E[vi, vj] = E[vi, vj] + A[vi, vk] * C[vj, vk]
    for i, j in T.grid(16, 16):
        with T.sblock("F"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = D[vi, vj] + T.float32(1)
# case two-products-1 on two-products with d = 0 | 1 | 2
a, b = sch.get_loops("D"), sch.get_loops("E")
sch.merge(a[$d], b[$d])
# case two-products-2 on two-products with d = 0 | 1 | 2
a, b = sch.get_loops("D"), sch.get_loops("E")
sch.merge(b[$d], a[$d])
# case two-products-3 on two-products with d = 0 | 1 | 2
a, b = sch.get_loops("D"), sch.get_loops("F")
sch.merge(a[$d], b[$d])
# case two-products-4 on two-products with d = 0 | 1 | 2
a, b = sch.get_loops("D"), sch.get_loops("E")
sch.merge(a[$d], b[1])
# program elementwise-stages with load = B[vi, vj, vk] | B[vj, vi, vk] | A[vi, vj, vk] | B[vi, vj, 7 - vk] | B[vi, 0, 0]
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16, 8), "float32"), C: T.Buffer((16, 16, 8), "float32")):
    B = T.sblock_alloc_buffer((16, 16, 8))
    for i, j, k in T.grid(16, 16, 8):
        with T.sblock("B"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)
    for i, j, k in T.grid(16, 16, 8):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            C[vi, vj, vk] = $load + T.float32(1)
# case elementwise-stages-1 on elementwise-stages
sch.merge(sch.get_loops("B")[0], sch.get_loops("C")[0])
# case elementwise-stages-2 on elementwise-stages
sch.merge(sch.get_loops("B")[1], sch.get_loops("C")[1])
# case elementwise-stages-3 on elementwise-stages
sch.merge(sch.get_loops("B")[2], sch.get_loops("C")[2])
# case elementwise-stages-4 on elementwise-stages
l = sch.merge(sch.get_loops("B")[1], sch.get_loops("C")[1])
sch.merge(*[sch.get_loops(b)[2] for b in ("B", "C")])
# program below-one-loop with n = 16 | 8
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
    for i in T.serial(16):
        for j in T.serial(16):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] * T.float32(2)
        for j in T.serial($n):
            with T.sblock("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] * T.float32(3)
# case below-one-loop-1 on below-one-loop
sch.merge(sch.get_loops("C")[1], sch.get_loops("D")[1])
# case below-one-loop-2 on below-one-loop
sch.merge(sch.get_loops("D")[1], sch.get_loops("C")[1])
# case below-one-loop-3 on below-one-loop
sch.merge(sch.get_loops("C")[0], sch.get_loops("D")[0])
# case below-one-loop-4 on below-one-loop with kind = parallel | vectorize | unroll
sch.$kind(sch.get_loops("C")[1])
sch.merge(sch.get_loops("C")[1], sch.get_loops("D")[1])
# program three-nests
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 12), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((8, 12), "float32"), D: T.Buffer((8, $m), "float32")):
    for i, j in T.grid(8, 12):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(8, 12):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(8, $m):
        with T.sblock("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, 0] - T.float32(3)
# case three on three-nests with m = 12 | 10, at = 0 | 1, order = "B", "C", "D" | "B", "D", "C" | "D", "B", "C"
sch.merge(*[sch.get_loops(sch.get_sblock(name))[$at] for name in ($order)])
# case two-of-three on three-nests with m = 12 | 10, at = 0 | 1, pair = "B", "D" | "C", "D" | "C", "B"
sch.merge(*[sch.get_loops(sch.get_sblock(name))[$at] for name in ($pair)])
# program symbolic
@T.prim_func(s_tir=True)
def main(a: T.handle, b: T.handle, c: T.handle, n: T.int64):
    A = T.match_buffer(a, (n, T.int64(8)), "float32")
    B = T.match_buffer(b, (n, T.int64(8)), "float32")
    C = T.match_buffer(c, (n, T.int64(8)), "float32")
    for i, j in T.grid(n, T.int64(8)):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid($extents):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.float32(1)
# case symbolic on symbolic with extents = n, T.int64(8) | n, T.int64(4) | n + T.int64(0), T.int64(8), at = 0 | 1
sch.merge(sch.get_loops(sch.get_sblock("B"))[$at], sch.get_loops(sch.get_sblock("C"))[$at])
