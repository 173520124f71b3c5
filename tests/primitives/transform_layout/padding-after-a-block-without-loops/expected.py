from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 4), "int32")):
        # with T.block("root"):
        with T.block("block"):
            T.reads()
            T.writes(A[0, 0])
            A[0, 0] = 0
        for axis0, axis1 in T.grid(4, 4):
            with T.block("buffer_A_padding"):
                v_axis0, v_axis1 = T.axis.remap("SS", [axis0, axis1])
                T.where(axis0 == 3 and 2 <= axis1)
                T.reads()
                T.writes(A[v_axis0, v_axis1])
                A[v_axis0, v_axis1] = v_axis0
