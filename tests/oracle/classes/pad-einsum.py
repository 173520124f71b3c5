# SPDX-License-Identifier: Apache-2.0
# Sums of products whose axes are padded.
# program between-copies with n = 127 | 128 | 1, m = 127 | 30, k = 127 | 40
@T.prim_func(s_tir=True)
def main(A: T.Buffer(($n, $k), "float32"), W: T.Buffer(($m, $k), "float32"), C: T.Buffer(($n, $m), "float32")):
    AS = T.sblock_alloc_buffer(($n, $k), scope="shared")
    WS = T.sblock_alloc_buffer(($m, $k), scope="shared")
    CS = T.sblock_alloc_buffer(($n, $m), scope="shared")
    for i, j in T.grid($n, $k):
        with T.sblock("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            AS[vi, vj] = A[vi, vj]
    for i, j in T.grid($m, $k):
        with T.sblock("W"):
            vi, vj = T.axis.remap("SS", [i, j])
            WS[vi, vj] = W[vi, vj]
    for i, j, k in T.grid($n, $m, $k):
        with T.sblock("CS"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                CS[vi, vj] = T.float32(0)
            CS[vi, vj] = CS[vi, vj] + AS[vi, vk] * WS[vj, vk]
    for i, j in T.grid($n, $m):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = CS[vi, vj]
# case between-copies-1 on between-copies
sch.pad_einsum("CS", [32, 32, 32])
# case between-copies-2 on between-copies
sch.pad_einsum("CS", [16, 1, 32])
# case between-copies-3 on between-copies
sch.pad_einsum("CS", [1, 1, 1])
# case between-copies-4 on between-copies
sch.decompose_reduction("CS", sch.get_loops("CS")[2])
sch.pad_einsum("CS_update", [32, 32, 32])
# program from-parameters with t = float32, t0 = T.float32(0)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((10, 12), "$t"), W: T.Buffer((12, 11), "$t"), C: T.Buffer((10, 11), "$t")):
    for i, j, k in T.grid(10, 11, 12):
        with T.sblock("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = $t0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]
# case from-parameters-1 on from-parameters
sch.pad_einsum("C", [8, 8, 8])
# case from-parameters-2 on from-parameters
sch.cache_read("C", 0, "shared")
sch.cache_read("C", 1, "shared")
sch.cache_write("C", 0, "shared")
sch.pad_einsum("C", [8, 8, 8])
# case from-parameters-3 on from-parameters
sch.cache_read("C", 0, "shared")
sch.pad_einsum("C", [8, 8, 8])
# case from-parameters-4 on from-parameters
sch.reindex("C", ("read", 0))
sch.reindex("C", ("read", 1))
sch.reindex("C", ("write", 0))
sch.pad_einsum("C", [16, 4, 5])
# program converted-producers
@T.prim_func(s_tir=True)
def main(A: T.Buffer((10, 12), "float16"), W: T.Buffer((12, 11), "float16"), C: T.Buffer((10, 11), "float32")):
    AS = T.sblock_alloc_buffer((10, 12), "float32", scope="shared")
    WS = T.sblock_alloc_buffer((12, 11), "float32", scope="shared")
    CS = T.sblock_alloc_buffer((10, 11), "float32", scope="local")
    for i, j in T.grid(10, 12):
        with T.sblock("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            AS[vi, vj] = T.Cast("float32", A[vi, vj])
    for i, j in T.grid(12, 11):
        with T.sblock("W"):
            vi, vj = T.axis.remap("SS", [i, j])
            WS[vi, vj] = T.if_then_else(vi < 6, T.Cast("float32", W[vi, vj]), T.float32(0))
    for i, j, k in T.grid(10, 11, 12):
        with T.sblock("CS"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                CS[vi, vj] = T.float32(0)
            CS[vi, vj] = CS[vi, vj] + AS[vi, vk] * WS[vk, vj]
    for i, j in T.grid(10, 11):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = CS[vi, vj] * T.float32(2)
# case converted-producers-1 on converted-producers
sch.pad_einsum("CS", [8, 8, 8])
# case converted-producers-2 on converted-producers
sch.pad_einsum("CS", [1, 8, 1])
# program in-half-precision
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1, 10, 12), "float16"), W: T.Buffer((12, 11), "float16"), C: T.Buffer((1, 10, 11), "float16")):
    AS = T.sblock_alloc_buffer((1, 10, 12), "float16")
    WS = T.sblock_alloc_buffer((12, 11), "float16")
    CS = T.sblock_alloc_buffer((1, 10, 11), "float16")
    for b, i, j in T.grid(1, 10, 12):
        with T.sblock("A"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            AS[vb, vi, vj] = A[vb, vi, vj]
    for i, j in T.grid(12, 11):
        with T.sblock("W"):
            vi, vj = T.axis.remap("SS", [i, j])
            WS[vi, vj] = W[vi, vj]
    for b, i, j, k in T.grid(1, 10, 11, 12):
        with T.sblock("CS"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                CS[vb, vi, vj] = T.float16(0)
            CS[vb, vi, vj] = CS[vb, vi, vj] + AS[vb, vi, vk] * WS[vk, vj]
    for b, i, j in T.grid(1, 10, 11):
        with T.sblock("C"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            C[vb, vi, vj] = CS[vb, vi, vj]
# case in-half-precision-1 on in-half-precision
sch.pad_einsum("CS", [1, 8, 8, 8])
# case in-half-precision-2 on in-half-precision
sch.pad_einsum("CS", [4, 8, 8, 8])
# program symbolic
@T.prim_func(s_tir=True)
def main(a: T.handle, W: T.Buffer((12, 11), "float32"), c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 12))
    C = T.match_buffer(c, (n, 11))
    AS = T.sblock_alloc_buffer((n, 12))
    WS = T.sblock_alloc_buffer((12, 11))
    CS = T.sblock_alloc_buffer((n, 11))
    for i, j in T.grid(n, 12):
        with T.sblock("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            AS[vi, vj] = A[vi, vj]
    for i, j in T.grid(12, 11):
        with T.sblock("W"):
            vi, vj = T.axis.remap("SS", [i, j])
            WS[vi, vj] = W[vi, vj]
    for i, j, k in T.grid(n, 11, 12):
        with T.sblock("CS"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                CS[vi, vj] = T.float32(0)
            CS[vi, vj] = CS[vi, vj] + AS[vi, vk] * WS[vk, vj]
    for i, j in T.grid(n, 11):
        with T.sblock("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = CS[vi, vj]
# case symbolic-1 on symbolic
sch.pad_einsum("CS", [32, 1, 1])
# case symbolic-2 on symbolic
sch.pad_einsum("CS", [32, 8, 8])
