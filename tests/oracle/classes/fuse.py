# SPDX-License-Identifier: Apache-2.0
# Loops that are fused below guards: bindings are simplified whether or not the guard limits one of the loops.
# program guarded with guard = i * 4 + k < 30 | i * 4 + k < j * 5 + 9 | i + j < 9 | k < 3 | i * j < 20 | A[i] < T.float32(4)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((32, 16), "float32")):
    for i, k, j in T.grid(8, 4, 16):
        with T.sblock("B"):
            vi = T.axis.spatial(32, i * 4 + k)
            vj = T.axis.spatial(16, j)
            T.where($guard)
            B[vi, vj] = T.float32(1)
# case fuse on guarded with pair = i, k | k, j, keep = True | False
i, k, j = sch.get_loops(sch.get_sblock("B"))
sch.fuse($pair, preserve_unit_iters=$keep)
# case fuse-all on guarded with keep = True | False
i, k, j = sch.get_loops(sch.get_sblock("B"))
sch.fuse(i, k, j, preserve_unit_iters=$keep)
# case split-fuse on guarded with f = 4 | 5
i, k, j = sch.get_loops(sch.get_sblock("B"))
x = sch.fuse(i, k)
a, b = sch.split(x, [None, $f])
sch.fuse(b, j)
