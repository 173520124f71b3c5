from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C_shared = T.alloc_buffer((16,), scope="shared")
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(C_shared[vi])
                C_shared[vi] = T.float32(1.0)
        for i in range(16):
            with T.block("D"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(D[vi])
                D[vi] = A[vi] + T.float32(1.0)
        for i in range(16):
            with T.block("C_shared"):
                vi = T.axis.spatial(16, i)
                T.reads(C_shared[vi])
                T.writes(C[vi])
                C[vi] = C_shared[vi]
