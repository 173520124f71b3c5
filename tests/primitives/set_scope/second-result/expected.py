from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6), "float32"), D: T.Buffer((8,), "float32"), E: T.Buffer((8,), "float32")):
        # with T.block("root"):
        P = T.alloc_buffer((8,), "int32")
        Q_local = T.alloc_buffer((8,), scope="local")
        for i, k in T.grid(8, 6):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(P[vi], Q_local[vi])
                with T.init():
                    P[vi] = -1
                    Q_local[vi] = T.float32(-340282346638528859811704183484516925440.0)
                x: T.int32 = T.Select(Q_local[vi] >= A[vi, vk], P[vi], vk)
                y: T.float32 = T.Select(Q_local[vi] >= A[vi, vk], Q_local[vi], A[vi, vk])
                P[vi] = x
                Q_local[vi] = y
        for i in range(8):
            with T.block("D"):
                vi = T.axis.spatial(8, i)
                T.reads(Q_local[vi])
                T.writes(D[vi])
                D[vi] = Q_local[vi]
        for i in range(8):
            with T.block("E"):
                vi = T.axis.spatial(8, i)
                T.reads(P[vi])
                T.writes(E[vi])
                E[vi] = T.Cast("float32", P[vi])
