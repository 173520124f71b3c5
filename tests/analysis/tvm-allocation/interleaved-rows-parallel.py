# TVM: TVM allocates B for one iteration of i, but block C reads what earlier ones wrote: TVM's result may differ
# result: (A + 1) * 2
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        B = T.alloc_buffer((64,), scope="local")
        for i in T.parallel(8):
            for t in range(8):
                with T.block("B"):
                    v = T.axis.spatial(64, t*8+i)
                    B[v] = A[v] + T.float32(1)
            for u in range(57):
                with T.block("C"):
                    v = T.axis.spatial(64, i+u)
                    C[v] = B[v] * T.float32(2)
