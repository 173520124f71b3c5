# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i, j1 in T.grid(16, 16):
            for k1o, k1i in T.grid(4, 4):
                with T.block("C"):
                    ci, cj = T.axis.remap("SS", [i, j1])
                    ck = T.axis.reduce(16, k1o * 4 + k1i)
                    T.reads(A[ci, cj, ck])
                    T.writes(C[ci, cj])
                    with T.init():
                        C[ci, cj] = T.float32(0.0)
                    C[ci, cj] = C[ci, cj] + A[ci, cj, ck]
            for k2o, k2i in T.grid(4, 4):
                with T.block("D"):
                    di, dj = T.axis.remap("SS", [i, j1])
                    dk = T.axis.reduce(16, k2o * 4 + k2i)
                    T.reads(A[di, dj, dk], C[di, dj])
                    T.writes(D[di, dj])
                    with T.init():
                        D[di, dj] = T.float32(0.0)
                    D[di, dj] = D[di, dj] + A[di, dj, dk] + C[di, dj]
