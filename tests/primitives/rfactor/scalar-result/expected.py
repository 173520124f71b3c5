from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 5), "float32"), C: T.Buffer((), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((6,), elem_offset=T.int64(0))
        for j, k in T.grid(6, 5):
            with T.block("C_rf"):
                vj, vk = T.axis.remap("SR", [j, k])
                T.reads(A[vj, vk])
                T.writes(C_rf[vj])
                with T.init():
                    C_rf[vj] = T.float32(0.0)
                C_rf[vj] = C_rf[vj] + A[vj, vk]
        for j in range(6):
            with T.block("C"):
                vj = T.axis.reduce(6, j)
                T.reads(C_rf[vj])
                T.writes(C[()])
                with T.init():
                    C[()] = T.float32(0.0)
                C[()] = C[()] + C_rf[vj]
