from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 12))
        A_wmma_matrix_a = T.alloc_buffer((4, 3, 4, 4), scope="wmma.matrix_a")
        for i, j in T.grid(16, 12):
            with T.block("A_wmma.matrix_a"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(A_wmma_matrix_a[vi // 4, vj // 4, vi % 4, vj % 4])
                T.block_attr({"note": 1})
                A_wmma_matrix_a[vi // 4, vj // 4, vi % 4, vj % 4] = A[vi, vj]
        for i, j in T.grid(16, 12):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_wmma_matrix_a[vi // 4, vj // 4, vi % 4, vj % 4])
                T.writes(B[vi, vj])
                B[vi, vj] = A_wmma_matrix_a[vi // 4, vj // 4, vi % 4, vj % 4] * T.float32(2.0)
        for i, j in T.grid(16, 12):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj] + T.float32(1.0)
