# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 6), "float32"), C: T.Buffer((14, 6), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 6, 4))
        for axis0, n, axis2, u in T.grid(4, 6, 4, 1):
            with T.block("B"):
                v_axis0, v_n, v_axis2, vu = T.axis.remap("SSSS", [axis0, n, axis2, u])
                T.reads(A[v_axis0 * 4 + v_axis2, v_n + vu])
                T.writes(B[v_axis0, v_n, v_axis2])
                B[v_axis0, v_n, v_axis2] = T.if_then_else(v_axis0 == 3 and 2 <= v_axis2, T.float32(0.0), A[v_axis0 * 4 + v_axis2, v_n + vu] * T.float32(2.0))
        for i, j in T.grid(14, 6):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 4, vj, vi % 4])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 4, vj, vi % 4]
