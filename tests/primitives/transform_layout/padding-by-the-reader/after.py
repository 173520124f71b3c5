# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 16, 5))
        for axis0, n, axis2 in T.grid(4, 16, 5):
            with T.block("B"):
                v_axis0, v_n, v_axis2 = T.axis.remap("SSS", [axis0, n, axis2])
                T.reads(A[v_axis0 * 5 + v_axis2, v_n])
                T.writes(B[v_axis0, v_n, v_axis2])
                B[v_axis0, v_n, v_axis2] = T.if_then_else(v_axis0 == 3 and 1 <= v_axis2, T.float32(0.0), A[v_axis0 * 5 + v_axis2, v_n] * T.float32(2.0))
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 5, vj, vi % 5])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 5, vj, vi % 5] + T.float32(1.0)
