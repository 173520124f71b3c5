# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 24))
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0:24])
                T.writes(B[vi, 0:24], E[vi, 0:24])
                C = T.alloc_buffer((24,))
                for j in range(24):
                    with T.block("C"):
                        vj = T.axis.spatial(24, j)
                        T.reads(A[vi, vj])
                        T.writes(C[vj])
                        C[vj] = A[vi, vj]
                for j in range(24):
                    with T.block("B"):
                        vj = T.axis.spatial(24, j)
                        T.reads(C[vj])
                        T.writes(B[vi, vj])
                        T.block_attr({"found": 0})
                        B[vi, vj] = C[vj] + T.float32(1.0)
                for j in range(24):
                    with T.block("E"):
                        vj = T.axis.spatial(24, j)
                        T.reads(C[vj])
                        T.writes(E[vi, vj])
                        T.block_attr({"found": 1})
                        E[vi, vj] = C[vj] * T.float32(2.0)
        for i, j in T.grid(16, 24):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = B[vi, vj]
