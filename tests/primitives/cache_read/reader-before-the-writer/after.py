# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 9), "float32"), C: T.Buffer((16, 9), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16, 9), scope="shared")
        for ax0, ax1 in T.grid(16, 9):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_shared[v0, v1])
                A_shared[v0, v1] = A[v0, v1]
        for i, j in T.grid(16, 9):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_shared[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_shared[vi, vj]
        for i, j in T.grid(16, 9):
            with T.block("W"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(A[vi, vj])
                A[vi, vj] = T.float32(3.0)
