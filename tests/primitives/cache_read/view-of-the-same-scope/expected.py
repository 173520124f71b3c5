from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        A_global = T.alloc_buffer((8, 8))
        for ax0, ax1 in T.grid(8, 8):
            with T.block("A_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_global[v0, v1])
                A_global[v0, v1] = A[v0, v1]
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                T.reads(A_global[vi, 0:8])
                T.writes(C[vi, 0:8])
                X = T.match_buffer(A_global[vi, 0:8], (8,), offset_factor=1)
                Y = T.match_buffer(C[vi, 0:8], (8,), offset_factor=1)
                for k in range(8):
                    Y[k] = X[k]
