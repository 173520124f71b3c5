from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(14),), "int32"), C: T.Buffer((T.int64(14),), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((T.int64(2), T.int64(8)), "int32")
        for axis0, axis1 in T.grid(T.int64(2), T.int64(8)):
            with T.block("B"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.reads(A[v_axis0 * T.int64(8) + v_axis1])
                T.writes(B[v_axis0, v_axis1])
                B[v_axis0, v_axis1] = T.if_then_else(v_axis0 == T.int64(1) and T.int64(6) <= v_axis1, 0, A[v_axis0 * T.int64(8) + v_axis1] + 1)
        for i in range(T.int64(14)):
            with T.block("C"):
                vi = T.axis.spatial(T.int64(14), i)
                T.reads(B[vi // T.int64(8), vi % T.int64(8)])
                T.writes(C[vi])
                C[vi] = B[vi // T.int64(8), vi % T.int64(8)] * 2
