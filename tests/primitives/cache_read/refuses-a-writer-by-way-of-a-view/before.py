from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 4), "float32"), C: T.Buffer((6, 4), "float32")):
        B = T.alloc_buffer((6, 4))
        with T.block("all"):
            T.reads()
            T.writes()
            for i in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(6, i)
                    T.reads(A[vi, 0:4])
                    T.writes(B[vi, 0:4])
                    V = T.match_buffer(B[vi, 0:4], (1, 4), strides=["s0", "s1"], offset_factor=1)
                    for j in range(4):
                        V[0, j] = A[vi, j]
        for i, j in T.grid(6, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float32(1)
