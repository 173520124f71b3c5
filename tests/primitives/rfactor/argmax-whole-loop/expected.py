from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(I_1: T.Buffer((8, 6), "int32"), V: T.Buffer((8, 6), "float32"), P: T.Buffer((8,), "int32"), Q: T.Buffer((8,), "float32")):
        # with T.block("root"):
        P_rf = T.alloc_buffer((8, 6), "int32")
        Q_rf = T.alloc_buffer((8, 6))
        for i, k in T.grid(8, 6):
            with T.block("C_rf"):
                vk, vi = T.axis.remap("SS", [k, i])
                T.reads(V[vi, vk], I_1[vi, vk])
                T.writes(P_rf[vi, vk], Q_rf[vi, vk])
                P_rf[vi, vk] = I_1[vi, vk]
                Q_rf[vi, vk] = V[vi, vk]
        for i, k in T.grid(8, 6):
            with T.block("C"):
                vk, vi = T.axis.remap("RS", [k, i])
                T.reads(P_rf[vi, vk], Q_rf[vi, vk])
                T.writes(P[vi], Q[vi])
                with T.init():
                    P[vi] = -1
                    Q[vi] = T.float32(-340282346638528859811704183484516925440.0)
                v_P: T.int32 = T.Select(Q[vi] >= Q_rf[vi, vk], P[vi], P_rf[vi, vk])
                v_Q: T.float32 = T.Select(Q[vi] >= Q_rf[vi, vk], Q[vi], Q_rf[vi, vk])
                P[vi] = v_P
                Q[vi] = v_Q
