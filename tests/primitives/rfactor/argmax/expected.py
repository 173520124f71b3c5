from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(I_1: T.Buffer((8, 6), "int32"), V: T.Buffer((8, 6), "float32"), P: T.Buffer((8,), "int32"), Q: T.Buffer((8,), "float32")):
        # with T.block("root"):
        P_rf = T.alloc_buffer((3, 8), "int32")
        Q_rf = T.alloc_buffer((3, 8))
        for i, k_0, k_1 in T.grid(8, 2, 3):
            with T.block("C_rf"):
                vk_1, vi, vk_0 = T.axis.remap("SSR", [k_1, i, k_0])
                T.reads(V[vi, vk_0 * 3 + vk_1], I_1[vi, vk_0 * 3 + vk_1])
                T.writes(P_rf[vk_1, vi], Q_rf[vk_1, vi])
                with T.init():
                    P_rf[vk_1, vi] = -1
                    Q_rf[vk_1, vi] = T.float32(-340282346638528859811704183484516925440.0)
                v_P_rf: T.int32 = T.Select(Q_rf[vk_1, vi] >= V[vi, vk_0 * 3 + vk_1], P_rf[vk_1, vi], I_1[vi, vk_0 * 3 + vk_1])
                v_Q_rf: T.float32 = T.Select(Q_rf[vk_1, vi] >= V[vi, vk_0 * 3 + vk_1], Q_rf[vk_1, vi], V[vi, vk_0 * 3 + vk_1])
                P_rf[vk_1, vi] = v_P_rf
                Q_rf[vk_1, vi] = v_Q_rf
        for i, k_1 in T.grid(8, 3):
            with T.block("C"):
                vk_1, vi = T.axis.remap("RS", [k_1, i])
                T.reads(P_rf[vk_1, vi], Q_rf[vk_1, vi])
                T.writes(P[vi], Q[vi])
                with T.init():
                    P[vi] = -1
                    Q[vi] = T.float32(-340282346638528859811704183484516925440.0)
                v_P: T.int32 = T.Select(Q[vi] >= Q_rf[vk_1, vi], P[vi], P_rf[vk_1, vi])
                v_Q: T.float32 = T.Select(Q[vi] >= Q_rf[vk_1, vi], Q[vi], Q_rf[vk_1, vi])
                P[vi] = v_P
                Q[vi] = v_Q
