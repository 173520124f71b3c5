from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "int32"), D: T.Buffer((14,), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 4), "int32")
        for axis0, axis1 in T.grid(4, 4):
            with T.block("B0"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.reads(A[v_axis0 * 4 + v_axis1])
                T.writes(B[v_axis0, v_axis1])
                B[v_axis0, v_axis1] = T.if_then_else(v_axis0 == 3 and 2 <= v_axis1, 7, A[v_axis0 * 4 + v_axis1])
        for axis0, axis1 in T.grid(4, 4):
            with T.block("B1"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.reads(B[v_axis0, v_axis1])
                T.writes(B[v_axis0, v_axis1])
                B[v_axis0, v_axis1] = T.if_then_else(v_axis0 == 3 and 2 <= v_axis1, 7, B[v_axis0, v_axis1] * 2)
        for i in range(14):
            with T.block("D"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi // 4, vi % 4])
                T.writes(D[vi])
                D[vi] = B[vi // 4, vi % 4]
