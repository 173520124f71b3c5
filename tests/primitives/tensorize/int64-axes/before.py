# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64), T.int64(4)), "float32"), C: T.Buffer((T.int64(64), T.int64(4)), "float32")):
        for i, j, k in T.grid(T.int64(4), T.int64(16), T.int64(4)):
            with T.block("B"):
                vi = T.axis.spatial(T.int64(64), i * T.int64(16) + j)
                vj = T.axis.spatial(T.int64(4), k)
                C[vi, vj] = A[vi, vj] * T.float32(2)
