from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float16"), C: T.Buffer((16, 16), "float16")):
        # with T.block("root"):
        A_shared_dyn = T.alloc_buffer((16, 16), "float16", scope="shared.dyn")
        A_shared_dyn_wmma_matrix_a = T.alloc_buffer((16, 16), "float16", scope="wmma.matrix_a")
        C_wmma_accumulator = T.alloc_buffer((16, 16), "float16", scope="wmma.accumulator")
        C_wmma_accumulator_m16n8k8_matrixC = T.alloc_buffer((16, 16), "float16", scope="m16n8k8.matrixC")
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_shared.dyn"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_shared_dyn[v0, v1])
                A_shared_dyn[v0, v1] = A[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_shared.dyn_wmma.matrix_a"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A_shared_dyn[v0, v1])
                T.writes(A_shared_dyn_wmma_matrix_a[v0, v1])
                A_shared_dyn_wmma_matrix_a[v0, v1] = A_shared_dyn[v0, v1]
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_shared_dyn_wmma_matrix_a[vi, vj])
                T.writes(C_wmma_accumulator_m16n8k8_matrixC[vi, vj])
                C_wmma_accumulator_m16n8k8_matrixC[vi, vj] = A_shared_dyn_wmma_matrix_a[vi, vj]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("C_wmma.accumulator_m16n8k8.matrixC"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_wmma_accumulator_m16n8k8_matrixC[v0, v1])
                T.writes(C_wmma_accumulator[v0, v1])
                C_wmma_accumulator[v0, v1] = C_wmma_accumulator_m16n8k8_matrixC[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("C_wmma.accumulator"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_wmma_accumulator[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_wmma_accumulator[v0, v1]
