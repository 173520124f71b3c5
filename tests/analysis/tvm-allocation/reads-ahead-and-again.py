# TVM: right
# result: (A + 1) * 2
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        B = T.alloc_buffer((64,), scope="local")
        for i in range(8):
            for t in range(8):
                with T.block("B"):
                    v = T.axis.spatial(64, i*8+t)
                    B[v] = A[v] + T.float32(1)
            for u in range(10):
                with T.block("C"):
                    v = T.axis.spatial(64, i*8+u)
                    T.where(i*8+u<64)
                    C[v] = B[v] * T.float32(2)
