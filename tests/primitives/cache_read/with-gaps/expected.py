from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        # with T.block("root"):
        A_local = T.alloc_buffer((64,), scope="local")
        for ax0 in range(64):
            with T.block("A_local"):
                v0 = T.axis.spatial(64, ax0)
                T.reads(A[v0])
                T.writes(A_local[v0])
                A_local[v0] = A[v0]
        for i in range(32):
            with T.block("C"):
                vi = T.axis.spatial(32, i)
                T.reads(A_local[vi * 2 + 1])
                T.writes(C[vi * 2])
                C[vi * 2] = A_local[vi * 2 + 1]
