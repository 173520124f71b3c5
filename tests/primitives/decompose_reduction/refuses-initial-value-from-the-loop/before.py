from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((6, 10), "float32"), B: T.Buffer((6,), "float32"), Z: T.Buffer((6,), "float32")):
        L = T.alloc_buffer((6,))
        for j in range(6):
            with T.block("L"):
                vj = T.axis.spatial(6, j)
                L[vj] = B[vj] * T.float32(2)
            for k in range(10):
                with T.block("Z"):
                    vj, vk = T.axis.remap("SR", [j, k])
                    with T.init():
                        Z[vj] = L[vj]
                    Z[vj] = Z[vj] + X[vj, vk]
