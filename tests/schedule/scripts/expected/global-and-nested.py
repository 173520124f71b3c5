# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 96), "float32"), E: T.Buffer((64, 96), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((64, 96))
        C = T.sblock_alloc_buffer((64, 96))
        for i, j_0 in T.grid(64, 48):
            for j_1 in T.unroll(2):
                with T.sblock("B"):
                    vi = T.axis.spatial(64, i)
                    vj = T.axis.spatial(96, j_0 * 2 + j_1)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i, j_0 in T.grid(64, 24):
            for j_1 in T.unroll(4):
                with T.sblock("C"):
                    vi = T.axis.spatial(64, i)
                    vj = T.axis.spatial(96, j_0 * 4 + j_1)
                    T.reads(B[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B[vi, vj] + T.float32(1.0)
        for i, j_0 in T.grid(64, 12):
            for j_1 in T.unroll(8):
                with T.sblock("E"):
                    vi = T.axis.spatial(64, i)
                    vj = T.axis.spatial(96, j_0 * 8 + j_1)
                    T.reads(C[vi, vj])
                    T.writes(E[vi, vj])
                    E[vi, vj] = T.exp(C[vi, vj])
