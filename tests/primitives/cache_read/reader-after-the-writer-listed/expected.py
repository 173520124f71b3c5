from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16,), scope="shared")
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(C[vi])
                C[vi] = A[vi]
        for i in range(16):
            with T.block("W"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(A[vi])
                A[vi] = T.float32(3.0)
        for ax0 in range(16):
            with T.block("A_shared"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(A[v0])
                T.writes(A_shared[v0])
                A_shared[v0] = A[v0]
        for i in range(16):
            with T.block("D"):
                vi = T.axis.spatial(16, i)
                T.reads(A_shared[vi])
                T.writes(D[vi])
                D[vi] = A_shared[vi]
