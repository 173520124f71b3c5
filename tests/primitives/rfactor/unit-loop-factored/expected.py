from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 1, 16))
        for u, i, j, k in T.grid(1, 20, 16, 12):
            with T.block("C_rf"):
                vu, vi, vj, vk = T.axis.remap("SSSR", [u, i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C_rf[vi, vu, vj])
                with T.init():
                    C_rf[vi, vu, vj] = T.float32(0.0)
                C_rf[vi, vu, vj] = C_rf[vi, vu, vj] + A[vi, vk] * B[vk, vj]
        for u, i, j in T.grid(1, 20, 16):
            with T.block("C"):
                vu, vi, vj = T.axis.remap("RSS", [u, i, j])
                T.reads(C_rf[vi, vu, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vu, vj]
