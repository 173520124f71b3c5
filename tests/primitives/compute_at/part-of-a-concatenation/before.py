# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 16, 28), "float32"), B: T.Buffer((1, 32, 28), "float32"), Y: T.Buffer((1, 37, 28), "float32")):
        # with T.block("root"):
        X = T.alloc_buffer((1, 16, 28))
        Z = T.alloc_buffer((1, 32, 28))
        Concat = T.alloc_buffer((1, 48, 28))
        for i, j, k in T.grid(1, 16, 28):
            with T.block("compute"):
                v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
                T.reads(A[v0, v1, v2])
                T.writes(X[v0, v1, v2])
                X[v0, v1, v2] = A[v0, v1, v2] + T.float32(1.0)
        for i, j, k in T.grid(1, 32, 28):
            with T.block("compute_1"):
                v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
                T.reads(B[v0, v1, v2])
                T.writes(Z[v0, v1, v2])
                Z[v0, v1, v2] = B[v0, v1, v2] + T.float32(1.0)
        for i, j, k in T.grid(1, 48, 28):
            with T.block("T_concat"):
                v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
                T.reads(X[v0, v1 - 32, v2], Z[v0, v1, v2])
                T.writes(Concat[v0, v1, v2])
                if 32 <= v1:
                    Concat[v0, v1, v2] = X[v0, v1 - 32, v2]
                else:
                    Concat[v0, v1, v2] = Z[v0, v1, v2]
        for i, j, k in T.grid(1, 37, 28):
            with T.block("slice"):
                v0, v1, v2 = T.axis.remap("SSS", [i, j, k])
                T.reads(Concat[v0, v1 + 9, v2])
                T.writes(Y[v0, v1, v2])
                Y[v0, v1, v2] = Concat[v0, v1 + 9, v2]
