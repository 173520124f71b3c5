from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16, 8), "float32"), D: T.Buffer((16, 8), "float32"), E: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 8))
        B_shared = T.alloc_buffer((8, 16), scope="shared")
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B_shared[vj, vi])
                B_shared[vj, vi] = A[vi, vj]
        for i, j in T.grid(16, 8):
            with T.block("B_shared"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B_shared[vj, vi])
                T.writes(B[vi, vj])
                B[vi, vj] = B_shared[vj, vi]
        for i, j in T.grid(16, 8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj]
        for i, j in T.grid(16, 8):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = B[vi, vj]
        for i, j in T.grid(16, 8):
            with T.block("E"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj], B[vi, vj])
                T.writes(E[vi, vj])
                E[vi, vj] = D[vi, vj] + B[vi, vj]
