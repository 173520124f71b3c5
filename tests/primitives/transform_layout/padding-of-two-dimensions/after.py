# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 14), "float32"), C: T.Buffer((14, 14), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 3, 4, 5))
        for axis0, axis1, axis2, axis3 in T.grid(4, 3, 4, 5):
            with T.block("B"):
                v_axis0, v_axis1, v_axis2, v_axis3 = T.axis.remap("SSSS", [axis0, axis1, axis2, axis3])
                T.reads(A[v_axis0 * 4 + v_axis2, v_axis1 * 5 + v_axis3])
                T.writes(B[v_axis0, v_axis1, v_axis2, v_axis3])
                B[v_axis0, v_axis1, v_axis2, v_axis3] = T.if_then_else(v_axis0 == 3 and 2 <= v_axis2 or v_axis1 == 2 and v_axis3 == 4, T.float32(0.0), A[v_axis0 * 4 + v_axis2, v_axis1 * 5 + v_axis3] * T.float32(2.0))
        for i, j in T.grid(14, 14):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 4, vj // 5, vi % 4, vj % 5])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 4, vj // 5, vi % 4, vj % 5] + T.float32(1.0)
