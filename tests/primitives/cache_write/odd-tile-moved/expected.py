from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((100,))
        B_shared = T.alloc_buffer((100,), scope="shared")
        for io in range(7):
            for ii in range(16):
                with T.block("B"):
                    vi = T.axis.spatial(100, io * 16 + ii)
                    T.where(io * 16 + ii < 100)
                    T.reads(A[vi])
                    T.writes(B_shared[vi])
                    B_shared[vi] = A[vi] * T.float32(2.0)
            for ax0 in range(16):
                with T.block("B_shared"):
                    v0 = T.axis.spatial(100, io * 16 + ax0)
                    T.where(io * 16 + ax0 < 100)
                    T.reads(B_shared[v0])
                    T.writes(B[v0])
                    B[v0] = B_shared[v0]
        for i in range(100):
            with T.block("C"):
                vi = T.axis.spatial(100, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi]
