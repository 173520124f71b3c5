# SPDX-License-Identifier: Apache-2.0
# from tvm.script import ir as I
# from tvm.script import tir as T
@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32"), n: T.int32):
        T.func_attr({"tir.noalias": True, "global_symbol": "main"})
        A = T.match_buffer(a, (64, n), "float32", offset_factor=1)
        D = T.alloc_buffer((64, 64), scope="local")
        for i, j in T.grid(64, 64):
            for k in T.serial(n, annotations={"pragma_x": 3, "s": "str", "l": [1, 2]}):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(D[vi, vj])
                    T.block_attr({"meta": "x", "f": 1.5})
                    with T.init():
                        D[vi, vj] = T.float32(0)
                    D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vk, vj]
        for i in T.parallel(64):
            for j in T.vectorized(64):
                with T.block("E"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.where(i * 64 + j < 4000)
                    T.reads(D[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.if_then_else(vi % 2 == 0 and not vj < 3, T.max(D[vi, vj], T.float32(1)), T.exp(D[vi, vj])) + T.Select(vi > vj, T.float32(1), T.Cast("float32", vi // 2)) + T.Cast("float32", T.shift_left(vi, 1) & 3)
        for i in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("F"):
                vi = T.axis.spatial(64, i)
                T.reads(C[vi, 0:3])
                T.writes(C[vi, 0:64])
                for j in T.unroll(64):
                    if j < 3:
                        C[vi, j] = C[vi, j] * T.float32(2)
                    else:
                        C[vi, j] = T.float32(0)
                T.evaluate(T.call_extern("int32", "foo", 1))
