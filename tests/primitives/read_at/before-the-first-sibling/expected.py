from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((32,))
        A_shared = T.alloc_buffer((32,), scope="shared")
        for io in range(4):
            with T.block("A_shared"):
                v0 = T.axis.spatial(4, io)
                T.reads(A[v0 * 8:v0 * 8 + 8])
                T.writes(A_shared[v0 * 8:v0 * 8 + 8])
                T.block_attr({"auto_copy": True})
                for ax0 in range(8):
                    A_shared[v0 * 8 + ax0] = A[v0 * 8 + ax0]
            for ii in range(8):
                with T.block("B"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    T.reads(A_shared[vi])
                    T.writes(B[vi])
                    B[vi] = A_shared[vi] + T.float32(1.0)
            for ii in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    T.reads(B[vi])
                    T.writes(C[vi])
                    C[vi] = B[vi] + T.float32(1.0)
