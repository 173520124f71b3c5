from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((100,))
        B_local = T.alloc_buffer((100,), scope="local")
        for io in range(7):
            for ii in range(16):
                with T.block("B"):
                    vi = T.axis.spatial(100, io * 16 + ii)
                    T.where(io * 16 + ii < 100)
                    T.reads(A[vi])
                    T.writes(B_local[vi])
                    B_local[vi] = A[vi] * T.float32(2.0)
            for ax0 in range(100 - T.max(io * 16, 84)):
                with T.block("B_local"):
                    v0 = T.axis.spatial(100, io * 16 + ax0)
                    T.reads(B_local[v0])
                    T.writes(B[v0])
                    B[v0] = B_local[v0]
            for ax0 in range(16):
                with T.block("C"):
                    vi = T.axis.spatial(100, io * 16 + ax0)
                    T.where(io * 16 + ax0 < 100)
                    T.reads(B[vi])
                    T.writes(C[vi])
                    C[vi] = B[vi]
