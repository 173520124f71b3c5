# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((17, 6), "float32"), C: T.Buffer((15, 6), "float32")):
        # with T.block("root"):
        A_pad = T.alloc_buffer((17, 8))
        C_pad = T.alloc_buffer((15, 8))
        for i0, i1 in T.grid(17, 8):
            with T.block("A_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v1 < 6, A[v0, v1], T.float32(0.0))
        for i, j in T.grid(15, 8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_pad[vi, vj])
                T.writes(C_pad[vi, vj])
                C_pad[vi, vj] = A_pad[vi, vj] * T.float32(2.0)
        for i0, i1 in T.grid(15, 6):
            with T.block("C_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(C_pad[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_pad[v0, v1]
