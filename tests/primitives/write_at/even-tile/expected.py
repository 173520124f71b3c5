from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((50,), "float32"), C: T.Buffer((50,), "float32")):
        # with T.block("root"):
        C_shared = T.alloc_buffer((50,), scope="shared")
        for i_0 in range(5):
            for i_1 in range(10):
                with T.block("C"):
                    vi = T.axis.spatial(50, i_0 * 10 + i_1)
                    T.reads(A[vi])
                    T.writes(C_shared[vi])
                    C_shared[vi] = A[vi] + T.float32(1.0)
            with T.block("C_shared"):
                v0 = T.axis.spatial(5, i_0)
                T.reads(C_shared[v0 * 10:v0 * 10 + 10])
                T.writes(C[v0 * 10:v0 * 10 + 10])
                T.block_attr({"auto_copy": True})
                for ax0 in range(10):
                    C[v0 * 10 + ax0] = C_shared[v0 * 10 + ax0]
