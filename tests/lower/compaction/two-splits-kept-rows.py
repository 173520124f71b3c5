# SPDX-License-Identifier: Apache-2.0
# sizes: T_1 64 6
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 6), "float32"), Y: T.Buffer((2, 64, 6), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        T_1 = T.alloc_buffer((64, 6))
        for t in range(2):
            for i, j in T.grid(64, 6):
                with T.block("first"):
                    v_i, v_j = T.axis.remap("SS", [i, j])
                    T.where(t < 1)
                    T.reads(A[v_i, v_j])
                    T.writes(T_1[v_i, v_j])
                    T_1[v_i, v_j] = A[v_i, v_j]
            for i_0, i_1, j in T.grid(8, 8, 6):
                with T.block("T"):
                    v_i = T.axis.spatial(64, i_0 * 8 + i_1)
                    v_j = T.axis.spatial(6, j)
                    T.where(i_0 < 7)
                    T.reads(A[v_i, v_j])
                    T.writes(T_1[v_i, v_j])
                    T_1[v_i, v_j] = A[v_i, v_j] * T.float32(2.0)
            for i, j in T.grid(64, 6):
                with T.block("Y"):
                    v_i, v_j = T.axis.remap("SS", [i, j])
                    T.reads(T_1[v_i, v_j])
                    T.writes(Y[t, v_i, v_j])
                    Y[t, v_i, v_j] = T_1[v_i, v_j]
