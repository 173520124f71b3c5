# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((9, 4))
        for axis0, axis1 in T.grid(9, 4):
            with T.block("B"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.reads(A[(v_axis0 * 4 + v_axis1) // 5, (v_axis0 * 4 + v_axis1) % 5])
                T.writes(B[v_axis0, v_axis1])
                B[v_axis0, v_axis1] = T.if_then_else(v_axis0 * 4 + v_axis1 == 35, T.float32(0.0), A[(v_axis0 * 4 + v_axis1) // 5, (v_axis0 * 4 + v_axis1) % 5] * T.float32(2.0))
        for i, j in T.grid(7, 5):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[(vi * 5 + vj) // 4, (vi * 5 + vj) % 4])
                T.writes(C[vi, vj])
                C[vi, vj] = B[(vi * 5 + vj) // 4, (vi * 5 + vj) % 4] + T.float32(1.0)
