# TVM: right
# result: (A + 1) * 2
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        B = T.alloc_buffer((64,), scope="local")
        for i in range(16):
            for j in T.vectorized(4):
                for t in range(64):
                    with T.block("B"):
                        v = T.axis.spatial(64, t)
                        B[v] = A[v] + T.float32(1)
                with T.block("C"):
                    v = T.axis.spatial(64, i*4+j)
                    C[v] = B[v] * T.float32(2)
