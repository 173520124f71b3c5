from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6,), "float32"), C: T.Buffer((6,), "float32")):
        for i in range(6):
            with T.block("rows"):
                T.reads(A[0:6])
                T.writes(C[i])
                B = T.alloc_buffer((i + 1,))
                for k in range(i + 1):
                    with T.block("B"):
                        vk = T.axis.spatial(i + 1, k)
                        B[vk] = A[vk] * T.float32(2)
                with T.block("C"):
                    C[i] = B[0] + B[i]
