from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34,), "float32"), C: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((34,))
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(34, i * 4 + j)
                    B[vi] = A[vi]
            for j in range(4):
                for k in range(3):
                    with T.block("C"):
                        vk = T.axis.reduce(3, k)
                        vi = T.axis.spatial(32, i * 4 + j)
                        with T.init():
                            C[vi] = T.float32(0)
                        C[vi] = C[vi] + B[vi + vk]
