# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 2), "float32"), C: T.Buffer((14, 2), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 4, 2))
        for axis0, axis1, n in T.grid(4, 4, 2):
            with T.block("B"):
                v_axis0, v_axis1, v_n = T.axis.remap("SSS", [axis0, axis1, n])
                T.reads(A[v_axis0 * 4 + v_axis1 - 2, v_n])
                T.writes(B[v_axis0, v_axis1, v_n])
                B[v_axis0, v_axis1, v_n] = T.if_then_else(v_axis0 == 0 and v_axis1 < 2, T.float32(0.0), A[v_axis0 * 4 + v_axis1 - 2, v_n] * T.float32(2.0))
        for i, j in T.grid(14, 2):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[(vi + 2) // 4, (vi + 2) % 4, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[(vi + 2) // 4, (vi + 2) % 4, vj] + T.float32(1.0)
