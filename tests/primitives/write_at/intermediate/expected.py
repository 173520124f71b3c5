from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((32,))
        B_shared = T.alloc_buffer((32,), scope="shared")
        for i in range(32):
            with T.block("B"):
                vi = T.axis.spatial(32, i)
                T.reads(A[vi])
                T.writes(B_shared[vi])
                B_shared[vi] = A[vi] + T.float32(1.0)
            with T.block("B_shared"):
                v0 = T.axis.spatial(32, i)
                T.reads(B_shared[v0])
                T.writes(B[v0])
                T.block_attr({"auto_copy": True})
                for ax0 in range(1):
                    B[v0 + ax0] = B_shared[v0 + ax0]
        for io in range(4):
            for ii in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    T.reads(B[vi])
                    T.writes(C[vi])
                    C[vi] = B[vi] + T.float32(1.0)
            for ii in range(8):
                with T.block("D"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    T.reads(B[vi])
                    T.writes(D[vi])
                    D[vi] = B[vi] * T.float32(2.0)
