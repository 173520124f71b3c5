from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((16, 8), "float32")):
        for i in T.thread_binding(16, thread="threadIdx.x"):
            for j in T.vectorized(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vj * 16 + vi + 3] + A[vi * 5]
