from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((100,))
        A_shared = T.alloc_buffer((100,), scope="shared")
        for io in range(7):
            for ax0 in range(16):
                with T.block("A_shared"):
                    v0 = T.axis.spatial(100, io * 16 + ax0)
                    T.where(io * 16 + ax0 < 100)
                    T.reads(A[v0])
                    T.writes(A_shared[v0])
                    A_shared[v0] = A[v0]
            for ii in range(16):
                with T.block("B"):
                    vi = T.axis.spatial(100, io * 16 + ii)
                    T.where(io * 16 + ii < 100)
                    T.reads(A_shared[vi])
                    T.writes(B[vi])
                    B[vi] = A_shared[vi] * T.float32(2.0)
        for i in range(100):
            with T.block("C"):
                vi = T.axis.spatial(100, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi]
