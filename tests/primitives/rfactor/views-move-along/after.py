# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 24), "float32"), C: T.Buffer((20,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 24))
        for i, k in T.grid(20, 24):
            with T.block("C_rf"):
                vk, vi = T.axis.remap("SS", [k, i])
                T.reads(A[vi, vk])
                T.writes(C_rf[vi, vk])
                Am = T.match_buffer(A[vi, vk], (), offset_factor=1)
                C_rf[vi, vk] = Am[()]
        for i, k in T.grid(20, 24):
            with T.block("C"):
                vk, vi = T.axis.remap("RS", [k, i])
                T.reads(C_rf[vi, vk])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + C_rf[vi, vk]
