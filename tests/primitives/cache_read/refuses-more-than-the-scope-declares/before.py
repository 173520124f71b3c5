# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 5), "float32"), C: T.Buffer((7, 5), "float32")):
        # with T.block("root"):
        for i in range(2):
            with T.block("tile"):
                vi = T.axis.spatial(2, i)
                T.reads(A[vi * 4:vi * 4 + 4, 0:5])
                T.writes(C[vi * 4:vi * 4 + 4, 0:5])
                for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):
                    with T.block("C"):
                        wi, wj = T.axis.remap("SS", [ii, j])
                        T.reads(A[vi * 4 + wi, T.min(wj, 4 - wj):T.min(wj, 4 - wj) + (T.max(wj, 4 - wj) + 1 - T.min(wj, 4 - wj))])
                        T.writes(C[vi * 4 + wi, wj])
                        C[vi * 4 + wi, wj] = A[vi * 4 + wi, wj] * T.float32(2.0) + A[vi * 4 + wi, 4 - wj]
