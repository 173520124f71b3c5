# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("D_j_common"):
                T.reads()
                T.writes()
                with T.block("D_j0_partition"):
                    T.reads()
                    T.writes()
                    for j0 in range(4):
                        with T.block("D_j0"):
                            vi, vj = T.axis.remap("SS", [i, j0])
                            T.reads(A[T.min(vi // 2, 15 - vi):T.min(vi // 2, 15 - vi) + (T.max(vi // 2, 15 - vi) + 1 - T.min(vi // 2, 15 - vi)), T.min(vj // 4 * 4, 23 - vj):T.min(vj // 4 * 4, 23 - vj) + (T.max(vj // 4 * 4, 23 - vj) + 1 - T.min(vj // 4 * 4, 23 - vj))])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi // 2, vj // 4 * 4] + A[15 - vi, 23 - vj]
                with T.block("D_j1_partition"):
                    T.reads()
                    T.writes()
                    for j1 in range(4, 24):
                        with T.block("D_j1"):
                            vi, vj = T.axis.remap("SS", [i, j1])
                            T.reads(A[T.min(vi // 2, 15 - vi):T.min(vi // 2, 15 - vi) + (T.max(vi // 2, 15 - vi) + 1 - T.min(vi // 2, 15 - vi)), T.min(vj // 4 * 4, 23 - vj):T.min(vj // 4 * 4, 23 - vj) + (T.max(vj // 4 * 4, 23 - vj) + 1 - T.min(vj // 4 * 4, 23 - vj))])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi // 2, vj // 4 * 4] + A[15 - vi, 23 - vj]
