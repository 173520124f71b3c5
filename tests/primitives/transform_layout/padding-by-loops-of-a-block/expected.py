from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 6), "int32"), C: T.Buffer((14, 6), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 2, 4, 4), "int32")
        for axis0, axis1, axis2, axis3 in T.grid(4, 2, 4, 4):
            with T.block("B"):
                T.reads(A[axis0 * 4 + axis2, axis1 * 4 + axis3])
                T.writes(B[axis0, axis1, axis2, axis3])
                B[axis0, axis1, axis2, axis3] = T.if_then_else(axis0 == 3 and 2 <= axis2 or axis1 == 1 and 2 <= axis3, 0, A[axis0 * 4 + axis2, axis1 * 4 + axis3] + (axis0 * 4 + axis2))
        for i, j in T.grid(14, 6):
            with T.block("C"):
                T.reads(B[i // 4, j // 4, i % 4, j % 4])
                T.writes(C[i, j])
                C[i, j] = B[i // 4, j // 4, i % 4, j % 4]
