from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((), "float32"), D: T.Buffer((8, 1), "float32")):
        # with T.block("root"):
        A_local = T.alloc_buffer((), scope="local")
        with T.block("A_local"):
            T.reads(A[()])
            T.writes(A_local[()])
            A_local[()] = A[()]
        for i, j in T.grid(8, 1):
            with T.block("D"):
                v, u = T.axis.remap("SS", [i, j])
                T.reads(A_local[()])
                T.writes(D[v, u])
                D[v, u] = A_local[()]
