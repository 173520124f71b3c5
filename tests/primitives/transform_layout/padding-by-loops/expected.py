from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 32), "int32"), C: T.Buffer((14,), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 4), "int32")
        for axis0, axis1 in T.grid(4, 4):
            B[axis0, axis1] = T.if_then_else(axis0 == 3 and 2 <= axis1, 0, 0)
            for k in range(32):
                with T.block("block"):
                    T.reads(B[axis0, axis1], A[axis0 * 4 + axis1, k])
                    T.writes(B[axis0, axis1])
                    B[axis0, axis1] = T.if_then_else(axis0 == 3 and 2 <= axis1, 0, B[axis0, axis1] + A[axis0 * 4 + axis1, k])
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi // 4, vi % 4])
                T.writes(C[vi])
                C[vi] = B[vi // 4, vi % 4]
