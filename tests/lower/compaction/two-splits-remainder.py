# SPDX-License-Identifier: Apache-2.0
# sizes: T_1 24 6
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 6), "float32"), Y: T.Buffer((64, 6), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        T_1 = T.alloc_buffer((64, 6))
        for i_0_0 in range(3):
            for i_1, i_0_1, j in T.grid(8, 3, 6):
                with T.block("T"):
                    v_i = T.axis.spatial(64, (i_0_0 * 3 + i_0_1) * 8 + i_1)
                    v_j = T.axis.spatial(6, j)
                    T.where(i_0_0 * 3 + i_0_1 < 8)
                    T.reads(A[v_i, v_j])
                    T.writes(T_1[v_i, v_j])
                    T_1[v_i, v_j] = A[v_i, v_j] * T.float32(2.0)
            for ax0, ax1 in T.grid(24, 6):
                with T.block("Y"):
                    v_i = T.axis.spatial(64, i_0_0 * 24 + ax0)
                    v_j = T.axis.spatial(6, ax1)
                    T.where(i_0_0 * 24 + ax0 < 64)
                    T.reads(T_1[v_i, v_j])
                    T.writes(Y[v_i, v_j])
                    Y[v_i, v_j] = T.max(T_1[v_i, v_j], T.float32(0.0))
