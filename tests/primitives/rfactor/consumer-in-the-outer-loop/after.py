# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), D: T.Buffer((20,), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20,), scope="local")
        C_rf = T.alloc_buffer((12, 20), scope="local")
        for i, k in T.grid(20, 12):
            with T.block("C_rf"):
                vk, vi = T.axis.remap("SS", [k, i])
                T.reads(A[vi, vk])
                T.writes(C_rf[vk, vi])
                C_rf[vk, vi] = A[vi, vk]
        for i in range(20):
            for k in range(12):
                with T.block("C"):
                    vk, vi = T.axis.remap("RS", [k, i])
                    T.reads(C_rf[vk, vi])
                    T.writes(C[vi])
                    with T.init():
                        C[vi] = T.float32(0.0)
                    C[vi] = C[vi] + C_rf[vk, vi]
            with T.block("D"):
                vi = T.axis.spatial(20, i)
                T.reads(C[vi])
                T.writes(D[vi])
                D[vi] = C[vi]
