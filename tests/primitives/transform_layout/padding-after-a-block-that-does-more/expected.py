from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "int32"), C: T.Buffer((14,), "int32"), D: T.Buffer((14,), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 4), "int32")
        for i in range(14):
            with T.block("B"):
                T.reads(A[i])
                T.writes(B[i // 4, i % 4], D[i])
                B[i // 4, i % 4] = A[i]
                D[i] = A[i]
        for axis0, axis1 in T.grid(4, 4):
            with T.block("buffer_B_padding"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.where(axis0 == 3 and 2 <= axis1)
                T.reads()
                T.writes(B[v_axis0, v_axis1])
                B[v_axis0, v_axis1] = 0
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi // 4, vi % 4])
                T.writes(C[vi])
                C[vi] = B[vi // 4, vi % 4]
