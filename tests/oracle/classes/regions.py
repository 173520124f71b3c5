# SPDX-License-Identifier: Apache-2.0
# program resize
@T.prim_func(s_tir=True)
def main(x: T.Buffer((1, 1, 32, 32), "float16"), resize: T.Buffer((1, 1, 16, 16), "float16")):
    for i0, i1, i2, i3 in T.grid(1, 1, 16, 16):
        with T.sblock("resize"):
            v0, v1, v2, v3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
            T.reads(x[v0, v1, 0:32, 0:32])
            T.writes(resize[v0, v1, v2, v3])
            resize[v0, v1, v2, v3] = x[v0, v1, T.max(T.min(T.Cast("int32", T.floor(v2 * 2)), 31), 0), T.max(T.min(T.Cast("int32", T.floor(v3 * 2)), 31), 0)]
# case annotate-read on resize with
#   map = lambda v0, v1, v2, v3: ((v0, v0 + 1), (v1, v1 + 1), (v2 * 2 - 3, v2 * 2 + 3), (v3 * 2 - 3, v3 * 2 + 3)) |
#   lambda a, b, c, d: (a, b, (c * 2, c * 2 + 2), (d * 2, d * 2 + 2)) | lambda v0, v1, v2, v3: (v0, v1, v2, v3) |
#   lambda v0, v1, v2, v3: ((0, 1), (0, 1), (0, 32), (0, 32))
sch.annotate_buffer_access(sch.get_sblock("resize"), 0, "read", $map)
# case annotate-then on resize with f = 4 | 10, at = 2 | 3
b = sch.get_sblock("resize")
c = sch.cache_read(b, 0, "global")
sch.annotate_buffer_access(b, 0, "read", lambda v0, v1, v2, v3: ((v0, v0 + 1), (v1, v1 + 1), (v2 * 2 - 3, v2 * 2 + 3), (v3 * 2 - 3, v3 * 2 + 3)))
_, _, h, w = sch.get_loops(b)
ho, hi = sch.split(h, [None, $f])
sch.compute_at(c, sch.get_loops(b)[$at])
# case annotate-twice on resize
b = sch.get_sblock("resize")
sch.annotate_buffer_access(b, 0, "read", lambda v0, v1, v2, v3: ((v0, v0 + 1), (v1, v1 + 1), (v2 * 2 - 3, v2 * 2 + 3), (v3 * 2 - 3, v3 * 2 + 3)))
sch.annotate_buffer_access(b, 0, "write", lambda v0, v1, v2, v3: ((v0, v0 + 1), (v1, v1 + 1), (v2, v2 + 1), (v3, v3 + 2)))
sch.annotate_buffer_access(b, 0, "read", lambda v0, v1, v2, v3: ((v0, v0 + 1), (v1, v1 + 1), (v2 * 2, v2 * 2 + 1), (v3 * 2, v3 * 2 + 1)))
# program chain
@T.prim_func(s_tir=True)
def main(A: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    B = T.sblock_alloc_buffer((128, 128), "float32")
    for i, j in T.grid(128, 128):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(128, 128):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)
# case annotate-chain on chain with
#   block = B | C, side = read | write, index = 0 | 1, map = lambda i, j: ((i - 1, i + 2), (j, j + 1)) | lambda i, j: ((i, i + 1),) |
#   lambda i: ((i, i + 1), (i, i + 1)) | lambda i, j: ((i, i + 2), (j // 4 * 4, j // 4 * 4 + 4))
sch.annotate_buffer_access(sch.get_sblock("$block"), $index, "$side", $map)
# case annotate-moved on chain with block = B | C, side = read | write, f = 16 | 30
b = sch.get_sblock("$block")
sch.annotate_buffer_access(b, 0, "$side", lambda i, j: ((i, i + 1), (j, j + 2)))
io, ii = sch.split(sch.get_loops(sch.get_sblock("C"))[0], [None, $f])
sch.compute_at(sch.get_sblock("B"), io)
sch.annotate(b, "made", 1)
# case annotate-blockized on chain with block = B | C, side = read | write
b = sch.get_sblock("$block")
sch.annotate_buffer_access(b, 0, "$side", lambda i, j: ((i, i + 1), (j, j + 2)))
sch.blockize(sch.get_loops(b)[1])
# program three
@T.prim_func(s_tir=True)
def main(a: T.Buffer((128, 128, 128), "float32"), b: T.Buffer((128, 128, 128), "float32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.sblock("B"):
            vi, vj, vk = T.axis.remap("SSS", [i, j, k])
            T.reads(a[vi, vj, vk])
            T.writes(b[vi, vj, vk])
            b[vi, vj, vk] = a[vi, vj, vk] * 2.0
# case partition on three with first = [2, 64] | [2, None, 60] | [64] | [None, 64] | [128] | [129] | [1, 1, None], at = 0 | 1 | 2
sch.loop_partition(sch.get_loops(sch.get_sblock("B"))[$at], $first)
# case partition-more on three with first = [2, 64] | [None, 60], at = 1 | 2, second = [10, None] | [None, 3, 4]
b = sch.get_sblock("B")
i, j, k = sch.get_loops(b)
sch.loop_partition(sch.get_loops(b)[$at], $first)
sch.loop_partition(i, $second)
# case partition-units on three with keep = True | False, first = [1, 1, None] | [None, 127]
sch.loop_partition(sch.get_loops(sch.get_sblock("B"))[1], $first, preserve_unit_iters=$keep)
# case partition-of-split on three with f = 16 | 5, part = 0 | 1, first = [2, None]
parts = sch.split(sch.get_loops(sch.get_sblock("B"))[1], [None, $f])
sch.loop_partition(parts[$part], $first)
# case partition-of-fused on three with first = [100, None] | [None, 1000]
i, j, k = sch.get_loops(sch.get_sblock("B"))
sch.loop_partition(sch.fuse(i, j), $first)
# program opaque-inside
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 16, 16), "float32"), B: T.Buffer((16, 16, 16), "float32")):
    for i in range(16):
        with T.sblock("outer"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi, 0:16, 0:16])
            T.writes(B[vi, 0:16, 0:16])
            for j, k in T.grid(16, 16):
                with T.sblock("inner"):
                    vj, vk = T.axis.remap("SS", [j, k])
                    B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2)
# case partition-nested on opaque-inside with first = [2, None] | [3, 4, None]
sch.loop_partition(sch.get_loops(sch.get_sblock("outer"))[0], $first)
# program stencil
@T.prim_func(s_tir=True)
def main(A: T.Buffer((18, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + A[vi + 2, 15 - vj]
# case partition-stencil on stencil with first = [2, None] | [4, 4, None], at = 0 | 1
sch.loop_partition(sch.get_loops(sch.get_sblock("B"))[$at], $first)
