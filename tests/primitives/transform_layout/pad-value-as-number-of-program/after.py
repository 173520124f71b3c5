# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 14), "float32"), C: T.Buffer((6, 14), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((6, 4, 4))
        for i, axis1, axis2 in T.grid(6, 4, 4):
            with T.block("B"):
                v_i, v_axis1, v_axis2 = T.axis.remap("SSS", [i, axis1, axis2])
                T.reads(A[v_i, v_axis1 * 4 + v_axis2])
                T.writes(B[v_i, v_axis1, v_axis2])
                B[v_i, v_axis1, v_axis2] = T.if_then_else(v_axis1 == 3 and 2 <= v_axis2, T.float32(1.0), A[v_i, v_axis1 * 4 + v_axis2] * T.float32(2.0))
        for i, j in T.grid(6, 14):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj // 4, vj % 4])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj // 4, vj % 4] + T.float32(1.0)
