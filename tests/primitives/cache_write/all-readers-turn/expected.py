from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32"), E: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 16))
        C = T.alloc_buffer((16, 16))
        B_local = T.alloc_buffer((16, 16), scope="local")
        for i, j in T.grid(16, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B_local[vi, vj])
                B_local[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B_local[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B_local[vi, vj] + T.float32(1.0)
        for i, j in T.grid(16, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj], B_local[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = C[vi, vj] + B_local[vi, vj]
        for i, j in T.grid(16, 16):
            with T.block("E"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(D[vi, vj])
                T.writes(E[vi, vj])
                E[vi, vj] = D[vi, vj] + T.float32(3.0)
        for ax0, ax1 in T.grid(16, 16):
            with T.block("B_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B_local[v0, v1])
                T.writes(B[v0, v1])
                B[v0, v1] = B_local[v0, v1]
