# SPDX-License-Identifier: Apache-2.0
# What only the newest form says in ways of its own: scalars, lets, buffers of a suite, pointers, attributes, threads, assertions, infinities.
# from tvm.script import ir as I
# from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32"), p: T.handle, q: T.handle("float32", "global")):
        T.func_attr({"a": T.int64(3), "b": True, "c": T.bool(True), "d": T.float32(2.0), "e": 2.5})
        X = T.sblock_alloc_buffer((64,), scope="shared")
        for i, j in T.grid(64, 64):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                x: T.float32 = A[vi, vj] * T.float32(2.0)
                y: T.let[T.float32] = A[vi, vj] + T.float32(1.0)
                z: T.float32
                z = x
                x = x + y
                D = T.alloc_buffer((1,), scope="local")
                D[0] = T.max(x, T.float32("-inf"))
                C[vi, vj] = T.min(D[0] + z, T.float32("inf")) + T.if_then_else(vi < 0, T.float32("nan"), T.float32(0.0))
        for i in range(64):
            with T.sblock("X"):
                vi = T.axis.spatial(64, i)
                T.reads()
                T.writes(X[vi])
                with T.attr(A.data, "k", 1):
                    with T.attr(X, "l", T.float32(1.0)):
                        with T.attr(0, "pragma_key", 2):
                            assert vi < 64, ("ValueError", ["less than ", "64"])
                            T.call_extern("int32", "f", X.access_ptr("w"), p, q, A.data, T.address_of(X[vi]))
                            X[vi] = T.call_extern("float32", "g", A.data)
        with T.launch_thread("threadIdx.x", 64) as t:
            with T.sblock("Y"):
                vi = T.axis.spatial(64, t)
                T.reads(C[vi, 0])
                T.writes(C[vi, 0])
                C[vi, 0] = C[vi, 0] * T.float32(2.0)
