from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((16,), scope="local")
        for i in range(16):
            with T.block("init"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(C_local[vi])
                C_local[vi] = T.float32(0.0)
            for k in range(8):
                with T.block("C"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(C_local[vi], A[vi, vk])
                    T.writes(C_local[vi])
                    C_local[vi] = C_local[vi] + A[vi, vk]
            with T.block("C_local"):
                v0 = T.axis.spatial(16, i)
                T.reads(C_local[v0])
                T.writes(C[v0])
                T.block_attr({"auto_copy": True})
                for ax0 in range(1):
                    C[v0 + ax0] = C_local[v0 + ax0]
