# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        A_local = T.alloc_buffer((16, 16), scope="local")
        for i, j in T.grid(16, 16):
            with T.block("A"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(A[vi, vj])
                A[vi, vj] = A[vi, vj] * T.float32(2.0)
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_local[v0, v1])
                A_local[v0, v1] = A[v0, v1]
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_local[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_local[vi, vj] + T.float32(1.0)
