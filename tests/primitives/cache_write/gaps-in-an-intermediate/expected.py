from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), D: T.Buffer((32,), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((64,))
        C_local = T.alloc_buffer((63,), scope="local")
        for i in range(32):
            with T.block("C"):
                vi = T.axis.spatial(32, i)
                T.reads(A[vi * 2 + 1])
                T.writes(C_local[vi * 2])
                C_local[vi * 2] = A[vi * 2 + 1]
        for ax0 in range(63):
            with T.block("C_local"):
                v0 = T.axis.spatial(63, ax0)
                T.reads(C_local[v0])
                T.writes(C[v0])
                C[v0] = C_local[v0]
        for i in range(32):
            with T.block("D"):
                vi = T.axis.spatial(32, i)
                T.reads(C[vi * 2])
                T.writes(D[vi])
                D[vi] = C[vi * 2]
