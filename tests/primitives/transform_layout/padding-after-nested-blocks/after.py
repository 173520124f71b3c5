# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((3, 5))
        for i in range(2):
            with T.block("O"):
                vi = T.axis.spatial(2, i)
                T.reads(A[vi * 7:vi * 7 + 7])
                T.writes(B[vi * 7 // 5:vi * 7 // 5 + ((vi * 2 % 5 + 6) // 5 + 1), 0:5])
                for j in range(7):
                    with T.block("B"):
                        vj = T.axis.spatial(7, j)
                        T.reads(A[vi * 7 + vj])
                        T.writes(B[(vi * 7 + vj) // 5, (vi * 7 + vj) % 5])
                        B[(vi * 7 + vj) // 5, (vi * 7 + vj) % 5] = A[vi * 7 + vj] * T.float32(2.0)
        for axis0, axis1 in T.grid(3, 5):
            with T.block("buffer_B_padding"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.where(axis0 == 2 and axis1 == 4)
                T.reads()
                T.writes(B[v_axis0, v_axis1])
                B[v_axis0, v_axis1] = T.float32(0.0)
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi // 5, vi % 5])
                T.writes(C[vi])
                C[vi] = B[vi // 5, vi % 5]
