# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        for io in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, io)
                T.reads(A[vo * 16:vo * 16 + 16, 0:8])
                T.writes(C[vo * 16:vo * 16 + 16, 0:8])
                C_shared = T.alloc_buffer((64, 8), scope="shared")
                for ii in range(16):
                    for j in range(8):
                        with T.block("C"):
                            vi, vj = T.axis.remap("SS", [ii, j])
                            T.reads(A[vo * 16 + vi, vj])
                            T.writes(C_shared[vo * 16 + vi, vj])
                            C_shared[vo * 16 + vi, vj] = A[vo * 16 + vi, vj]
                    with T.block("C_shared"):
                        v0 = T.axis.spatial(16, ii)
                        T.reads(C_shared[vo * 16 + v0, 0:8])
                        T.writes(C[vo * 16 + v0, 0:8])
                        T.block_attr({"auto_copy": T.bool(True)})
                        for ax0, ax1 in T.grid(1, 8):
                            C[vo * 16 + v0 + ax0, ax1] = C_shared[vo * 16 + v0 + ax0, ax1]
