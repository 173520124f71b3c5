# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        # with T.block("root"):
        for ax0 in range(2):
            with T.block("tile"):
                v0 = T.axis.spatial(2, ax0)
                T.reads(A[v0 * 4:v0 * 4 + 4, 0:5])
                T.writes(C[v0 * 4:v0 * 4 + 4, 0:5])
                B = T.alloc_buffer((T.min(7 - v0 * 4, 4), 5))
                for ii, j in T.grid(T.min(7 - v0 * 4, 4), 5):
                    with T.block("B"):
                        wi, wj = T.axis.remap("SS", [ii, j])
                        T.reads(A[v0 * 4 + wi, wj])
                        T.writes(B[wi, wj])
                        B[wi, wj] = A[v0 * 4 + wi, wj] * T.float32(2.0)
                for ii, j in T.grid(T.min(7 - v0 * 4, 4), 5):
                    with T.block("C"):
                        wi, wj = T.axis.remap("SS", [ii, j])
                        T.reads(B[wi, T.min(wj, 4 - wj):T.min(wj, 4 - wj) + (T.max(wj, 4 - wj) + 1 - T.min(wj, 4 - wj))])
                        T.writes(C[v0 * 4 + wi, wj])
                        C[v0 * 4 + wi, wj] = B[wi, wj] + B[wi, 4 - wj]
