# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((33, 2), "float32"), C: T.Buffer((33, 2), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((2, 4, 5, 2))
        for axis0, axis1, axis2, n in T.grid(2, 4, 5, 2):
            with T.block("B"):
                v_axis0, v_axis1, v_axis2, v_n = T.axis.remap("SSSS", [axis0, axis1, axis2, n])
                T.reads(A[v_axis0 * 20 + v_axis1 * 5 + v_axis2, v_n])
                T.writes(B[v_axis0, v_axis1, v_axis2, v_n])
                B[v_axis0, v_axis1, v_axis2, v_n] = T.if_then_else(v_axis0 == 1 and 13 <= v_axis1 * 5 + v_axis2, T.float32(0.0), A[v_axis0 * 20 + v_axis1 * 5 + v_axis2, v_n] * T.float32(2.0))
        for i, j in T.grid(33, 2):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 20, vi % 20 // 5, vi % 5, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 20, vi % 20 // 5, vi % 5, vj] + T.float32(1.0)
