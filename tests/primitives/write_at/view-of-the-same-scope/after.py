# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        C_global = T.alloc_buffer((8, 8))
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:8])
                T.writes(C_global[vi, 0:8])
                X = T.match_buffer(A[vi, 0:8], (8,), offset_factor=1)
                Y = T.match_buffer(C_global[vi, 0:8], (8,), offset_factor=1)
                for k in range(8):
                    Y[k] = X[k]
            with T.block("C_global"):
                v0 = T.axis.spatial(8, i)
                T.reads(C_global[v0, 0:8])
                T.writes(C[v0, 0:8])
                T.block_attr({"auto_copy": T.bool(True)})
                for ax0, ax1 in T.grid(1, 8):
                    C[v0 + ax0, ax1] = C_global[v0 + ax0, ax1]
