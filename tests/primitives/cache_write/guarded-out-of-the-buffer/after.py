# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        # with T.block("root"):
        for i in range(10):
            with T.block("outer"):
                vi = T.axis.spatial(10, i)
                T.reads(A[vi, 0:5])
                T.writes(C[vi, 0:5])
                C_local = T.alloc_buffer((1, 5), scope="local")
                for j in range(5):
                    with T.block("C"):
                        wi = T.axis.spatial(7, vi)
                        wj = T.axis.spatial(5, j)
                        T.where(vi < 7)
                        T.reads(A[wi, wj])
                        T.writes(C_local[wi - vi, wj])
                        C_local[wi - vi, wj] = A[wi, wj] * T.float32(2.0)
                for ax0, ax1 in T.grid(1, 5):
                    with T.block("C_local"):
                        v0, v1 = T.axis.remap("SS", [ax0, ax1])
                        T.where(vi + ax0 < 7)
                        T.reads(C_local[v0, v1])
                        T.writes(C[vi + v0, v1])
                        C[vi + v0, v1] = C_local[v0, v1]
