from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 12, 16))
        for i, j, k in T.grid(20, 16, 12):
            with T.block("C_rf"):
                vk, vi, vj = T.axis.remap("SSS", [k, i, j])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C_rf[vi, vk, vj])
                T.block_attr({"partial": 1})
                C_rf[vi, vk, vj] = A[vi, vk] * B[vk, vj]
        for i, j in T.grid(20, 16):
            for k in T.serial(12, annotations={"kept": 1}):
                with T.block("C"):
                    vk, vi, vj = T.axis.remap("RSS", [k, i, j])
                    T.reads(C_rf[vi, vk, vj])
                    T.writes(C[vi, vj])
                    T.block_attr({"final": 1})
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + C_rf[vi, vk, vj]
