# SPDX-License-Identifier: Apache-2.0
# program cuda
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    for by in T.thread_binding(0, 2, thread="blockIdx.y"):
        for bx in T.thread_binding(0, 2, thread="blockIdx.x"):
            for vy in T.thread_binding(0, 2, thread="vthread.y"):
                for vx in T.thread_binding(0, 2, thread="vthread.x"):
                    for ty in T.thread_binding(0, 8, thread="threadIdx.y"):
                        for tx in T.thread_binding(0, 8, thread="threadIdx.x"):
                            for k0 in T.serial(0, 16):
                                for k1 in T.unroll(0, 8):
                                    for _, i, j in T.grid(1, 4, 4):
                                        with T.sblock("C"):
                                            vi = T.axis.S(128, by * 64 + vy * 32 + ty * 4 + i)
                                            vj = T.axis.S(128, bx * 64 + vx * 32 + tx * 4 + j)
                                            vk = T.axis.R(128, k0 * 8 + k1)
                                            T.reads([C[vi, vj], A[vi, vk], B[vk, vj]])
                                            T.writes([C[vi, vj]])
                                            with T.init():
                                                C[vi, vj] = 0.0
                                            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
# case read on cuda with index = 0 | 1 | 2, at = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, scope = shared
b = sch.get_sblock("C")
sch.read_at(sch.get_loops(b)[$at], b, $index, "$scope")
# case both on cuda with at = 6 | 5
b = sch.get_sblock("C")
sch.read_at(sch.get_loops(b)[$at], b, 0, "shared.dyn")
sch.read_at(sch.get_loops(b)[$at], b, 1, "shared.dyn")
# case write on cuda with at = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, scope = local | shared
b = sch.get_sblock("C")
sch.write_at(sch.get_loops(b)[$at], b, 0, "$scope")
# case all on cuda
b = sch.get_sblock("C")
c = sch.write_at(sch.get_loops(b)[5], b, 0, "local")
a = sch.read_at(sch.get_loops(b)[6], b, 0, "shared")
d = sch.read_at(sch.get_loops(b)[6], b, 1, "shared")
sch.annotate(c, "made", 1)
sch.annotate(a, "made", 2)
sch.annotate(d, "made", 3)
# program plain
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64, 1, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    B = T.sblock_alloc_buffer((64, 64), "float32")
    for i, j in T.grid(64, 64):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, 0, vj] * T.float32(2)
    for i, j in T.grid(64, 64):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case plain-read on plain with block = B | C, at = 0 | 1, f = 16 | 64 | 1, inner = 0 | 1
b = sch.get_sblock("$block")
sch.split(sch.get_loops(b)[$at], [None, $f])
sch.read_at(sch.get_loops(b)[$at + $inner], b, 0, "shared")
# case plain-write on plain with block = B | C, at = 0 | 1, f = 16 | 64 | 1, inner = 0 | 1
b = sch.get_sblock("$block")
sch.split(sch.get_loops(b)[$at], [None, $f])
sch.write_at(sch.get_loops(b)[$at + $inner], b, 0, "local")
# case plain-fused on plain with f = 64 | 128 | 32
b = sch.get_sblock("C")
o, _ = sch.split(sch.fuse(*sch.get_loops(b)), [None, $f])
sch.read_at(o, b, 0, "shared")
sch.write_at(o, b, 0, "shared")
# case plain-moved on plain with at = 0 | 1
b, c = sch.get_sblock("B"), sch.get_sblock("C")
sch.compute_at(b, sch.get_loops(c)[0])
sch.read_at(sch.get_loops(b)[$at], b, 0, "shared")
sch.write_at(sch.get_loops(c)[$at], c, 0, "shared")
# program stencil
@T.prim_func(s_tir=True)
def main(A: T.Buffer((66, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j in T.grid(64, 64):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + A[vi + 1, vj] + A[vi + 2, 63 - vj]
# case stencil on stencil with f = 8 | 64, at = 0 | 1 | 2
b = sch.get_sblock("C")
sch.split(sch.get_loops(b)[0], [None, $f])
sch.read_at(sch.get_loops(b)[$at], b, 0, "shared")
# program dynamic
@T.prim_func(s_tir=True)
def main(a: T.handle, c: T.handle, n: T.int32):
    A = T.match_buffer(a, (n * 16, 64), "float32")
    C = T.match_buffer(c, (n * 16, 64), "float32")
    for i, j in T.grid(n * 16, 64):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + T.float32(1)
# case dynamic on dynamic with at = 0 | 1 | 2
b = sch.get_sblock("C")
sch.split(sch.get_loops(b)[0], [None, 16])
sch.read_at(sch.get_loops(b)[$at], b, 0, "shared")
sch.write_at(sch.get_loops(b)[$at], b, 0, "shared")
# program stencil-of-tiles
@T.prim_func(s_tir=True)
def main(A: T.Buffer((66, 34), "float32"), C: T.Buffer((64, 32), "float32")):
    for i_0, j_0, i_1, j_1 in T.grid(8, 1, 8, 32):
        with T.sblock("C"):
            vi = T.axis.spatial(64, i_0 * 8 + i_1)
            vj = T.axis.spatial(32, j_0 * 32 + j_1)
            C[vi, vj] = A[vi, vj] + A[vi + 1, vj + 2] + A[vi + 2, $at]
# case stencil-read on stencil-of-tiles with at = vj | 0 | vj + 1, loop = 0 | 1 | 2 | 3
sch.read_at(sch.get_loops(sch.get_sblock("C"))[$loop], sch.get_sblock("C"), 0, "shared")
# case stencil-write on stencil-of-tiles with at = vj, loop = 0 | 1 | 2 | 3
sch.write_at(sch.get_loops(sch.get_sblock("C"))[$loop], sch.get_sblock("C"), 0, "local")
