# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def other(A: T.Buffer((32, 48), "float32"), B: T.Buffer((32, 48), "float32")):
        # with T.sblock("root"):
        for i, j_0 in T.grid(32, 6):
            for j_1 in T.vectorized(8):
                with T.sblock("B"):
                    vi = T.axis.spatial(32, i)
                    vj = T.axis.spatial(48, j_0 * 8 + j_1)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    T.sblock_attr({"seen": True})
                    B[vi, vj] = A[vi, vj] * T.float32(3.0)

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
        # with T.sblock("root"):
        for i in range(64):
            for j_0 in T.unroll(4):
                for j_1 in range(16):
                    with T.sblock("B"):
                        vi = T.axis.spatial(64, i)
                        vj = T.axis.spatial(64, j_0 * 16 + j_1)
                        T.reads(A[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = A[vi, vj] + T.float32(1.0)
