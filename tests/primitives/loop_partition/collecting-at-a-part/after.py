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
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_j1_partition"):
                    T.reads()
                    T.writes()
                    D_local = T.alloc_buffer((1, 20), scope="local")
                    for j1 in range(4, 24):
                        with T.block("D_j1"):
                            vi, vj = T.axis.remap("SS", [i, j1])
                            T.reads(A[vi, vj])
                            T.writes(D_local[vi - i, vj - 4])
                            D_local[vi - i, vj - 4] = A[vi, vj] * T.float32(2.0)
                    for ax0, ax1 in T.grid(1, 20):
                        with T.block("D_local"):
                            v0, v1 = T.axis.remap("SS", [ax0, ax1])
                            T.reads(D_local[v0, v1])
                            T.writes(D[i + v0, 4 + v1])
                            D[i + v0, 4 + v1] = D_local[v0, v1]
