from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((32,))
        B_shared = T.alloc_buffer((32,), scope="shared")
        for io in range(4):
            for ii in range(8):
                with T.block("B"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi] + T.float32(1.0)
            with T.block("B_shared"):
                v0 = T.axis.spatial(4, io)
                T.reads(B[v0 * 8:v0 * 8 + 8])
                T.writes(B_shared[v0 * 8:v0 * 8 + 8])
                T.block_attr({"auto_copy": True})
                for ax0 in range(8):
                    B_shared[v0 * 8 + ax0] = B[v0 * 8 + ax0]
            for ii in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    T.reads(B_shared[vi])
                    T.writes(C[vi])
                    C[vi] = B_shared[vi] + T.float32(1.0)
