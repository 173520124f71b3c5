# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 24), "float32"), C: T.Buffer((20,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((22, 20))
        for i in range(20):
            for k in range(2, 24):
                with T.block("C_rf"):
                    vk, vi = T.axis.remap("SS", [k, i])
                    T.reads(A[vi, vk])
                    T.writes(C_rf[vk - 2, vi])
                    C_rf[vk - 2, vi] = A[vi, vk]
        for i in range(20):
            for k in range(2, 24):
                with T.block("C"):
                    vk, vi = T.axis.remap("RS", [k, i])
                    T.reads(C_rf[vk - 2, vi])
                    T.writes(C[vi])
                    with T.init():
                        C[vi] = T.float32(0.0)
                    C[vi] = C[vi] + C_rf[vk - 2, vi]
