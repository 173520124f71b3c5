# SPDX-License-Identifier: Apache-2.0
# program partly-affine
@T.prim_func(s_tir=True)
def main(A: T.Buffer((14, 4), "float32"), B: T.Buffer((14, 4), "float32")):
    for v0, v1, v2 in T.grid(6, 4, 4):
        with T.sblock("block"):
            i = T.axis.spatial(14, v0 * 2 + v1)
            j = T.axis.spatial(4, v2)
            B[i, j] = A[i, j] + T.float32(1)
# case partly-affine on partly-affine with order = 0, 2, 1 | 2, 0, 1 | 1, 0, 2 | 2, 1, 0 | 0, 2 | 2, 0 | 1, 2 | 2, 1 | 1, 0
l = sch.get_loops(sch.get_sblock("block"))
sch.reorder(*[l[x] for x in [$order]])
# program partly-affine-2
@T.prim_func(s_tir=True)
def main(A: T.Buffer((40, 40), "float32"), B: T.Buffer((40, 40), "float32")):
    for a, b, c, d in T.grid(6, 6, 6, 6):
        with T.sblock("block"):
            i = T.axis.spatial(40, $i)
            j = T.axis.spatial(40, $j)
            B[i, j] = A[i, j] + T.float32(1)
# case partly-affine-2 on partly-affine-2 with
#   i = a * 2 + b | a * 6 + b | a + b | a * 7 + b * 3, j = c * 6 + d | c * 2 + d | c | d * 6 + c, order = 2, 0 | 1, 0 | 3, 2 | 3, 0 |
#   2, 3, 0, 1 | 2, 0, 1 | 0, 2 | 3, 1
l = sch.get_loops(sch.get_sblock("block"))
sch.reorder(*[l[x] for x in [$order]])
# program sum
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
    for i, j, k0, k1 in T.grid(128, 128, 8, 16):
        with T.sblock("B"):
            T.where($where)
            vi, vj = T.axis.remap("SS", [i, j])
            vk = T.axis.reduce(128, k0 * 16 + k1)
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = B[vi, vj] + A[vi, vj, vk]
# case guarded on sum with
#   where = i * 128 + j < 16000 | i < 100 | True | k0 * 16 + k1 < 100 and j < 90, order = 3, 0 | 2, 1 | 1, 0 | 3, 2, 1, 0 | 0, 3
l = sch.get_loops(sch.get_sblock("B"))
sch.reorder(*[l[x] for x in [$order]])
# program dependent
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
    for i in T.serial(128):
        for j in T.serial($start, $stop):
            for k in T.serial(4):
                with T.sblock("B"):
                    vi = T.axis.spatial(128, i)
                    vj = T.axis.spatial(128, j)
                    B[vi, vj] = A[vi, vj] + T.float32(1)
# case dependent on dependent with start = 0 | i, stop = 128 | i + 1, order = 1, 0 | 2, 1 | 2, 0
l = sch.get_loops(sch.get_sblock("B"))
sch.reorder(*[l[x] for x in [$order]])
# program opaque
@T.prim_func(s_tir=True)
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, [16, 16], "float32")
    B = T.match_buffer(b, [16, 16], "float32")
    for i, j in T.grid(16, 16):
        with T.sblock("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads([])
            T.writes([A[0:16, 0:16]])
            A[vi, vj] = 1
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("$kinds", [i, j])
            T.reads([])
            T.writes([B[0:16, 0:16]])
            T.evaluate(T.tvm_fill_fragment(B.data, 16, 16, 16, 0, vi * 16 + vj, dtype="handle"))
# case opaque on opaque with block = A | B, kinds = SS | SR | RR
i, j = sch.get_loops(sch.get_sblock("$block"))
sch.reorder(j, i)
# case twice on sum with where = True, order = 0, 0 | 1, 1, 0
l = sch.get_loops(sch.get_sblock("B"))
sch.reorder(*[l[x] for x in [$order]])
# program two-blocks
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.sblock_alloc_buffer((16, 16), "float32")
    for i, j in T.grid(16, 16):
        for k in range(1):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
        for k in range(1):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float32(1)
# case two-blocks on two-blocks with order = 1, 0 | 0, 1 | 2, 0 | 2, 1
l = sch.get_loops(sch.get_sblock("C"))
sch.reorder(*[l[x] for x in [$order]])
# case reorder-axes on sum with where = True, order = 2, 1, 0 | 1, 0, 2 | 0, 1, 2 | 2, 0, 1 | 0, 1 | 0, 0, 1 | 0, 1, 3 | 0, 1, -1 | 1, 2, 0
sch.reorder_block_iter_var(sch.get_sblock("B"), [$order])
# case reorder-axes-after on sum with where = True, order = 2, 1, 0 | 1, 0, 2 | 2, 0, 1
b = sch.get_sblock("B")
sch.reorder_block_iter_var(b, [$order])
sch.blockize(sch.get_loops(b)[2])
# case reorder-axes-opaque on opaque with block = A | B, kinds = SS | SR, order = 1, 0
sch.reorder_block_iter_var(sch.get_sblock("$block"), [$order])
# program root-axes
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(4, 4):
        with T.sblock("outer"):
            vi, vj = T.axis.remap("SS", [i, j])
            for k, l in T.grid(4, 4):
                with T.sblock("inner"):
                    vk, vl = T.axis.remap("SS", [k, l])
                    C[vi * 4 + vk, vj * 4 + vl] = A[vi * 4 + vk, vj * 4 + vl]
# case nested-axes on root-axes with block = outer | inner
sch.reorder_block_iter_var(sch.get_sblock("$block"), [1, 0])
# case nested on root-axes with block = outer | inner
i, j = sch.get_loops(sch.get_sblock("$block"))
sch.reorder(j, i)
