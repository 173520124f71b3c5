# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 6), "float32"), C: T.Buffer((14, 6), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 6, 4))
        for j, i in T.grid(6, 14):
            with T.block("B"):
                vj, vi = T.axis.remap("SS", [j, i])
                T.reads(A[vi, vj])
                T.writes(B[vi // 4, vj, vi % 4])
                B[vi // 4, vj, vi % 4] = A[vi, vj] * T.float32(2.0)
        for axis0, n, axis2 in T.grid(4, 6, 4):
            with T.block("buffer_B_padding"):
                v_axis0, v_n, v_axis2 = T.axis.remap("SSS", [axis0, n, axis2])
                T.where(axis0 == 3 and 2 <= axis2)
                T.reads()
                T.writes(B[v_axis0, v_n, v_axis2])
                B[v_axis0, v_n, v_axis2] = T.float32(0.0)
        for i, j in T.grid(14, 6):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 4, vj, vi % 4])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 4, vj, vi % 4]
