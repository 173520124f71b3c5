# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 7), "float32"), B: T.Buffer((7, 7), "float32")):
        # with T.block("root"):
        for i_0, i_1 in T.grid(3, 3):
            with T.block("B_j_common"):
                T.reads()
                T.writes()
                with T.block("B_j0_partition"):
                    T.reads()
                    T.writes()
                    for j0 in range(3):
                        with T.block("B_j0"):
                            vi = T.axis.spatial(7, i_0 * 3 + i_1)
                            vj = T.axis.spatial(3, j0)
                            T.where(i_0 * 3 + i_1 < 7)
                            T.reads(A[vj, vi])
                            T.writes(B[vi, vj])
                            B[vi, vj] = A[vj, vi] * T.float32(2.0)
                with T.block("B_j1_partition"):
                    T.reads()
                    T.writes()
                    B_local = T.alloc_buffer((1, 4), scope="local")
                    for j1 in range(3, 7):
                        with T.block("B_j1"):
                            vi = T.axis.spatial(7, i_0 * 3 + i_1)
                            vj = T.axis.spatial((3, 7), j1)
                            T.where(i_0 * 3 + i_1 < 7)
                            T.reads(A[vj, vi])
                            T.writes(B_local[vi - i_1 - i_0 * 3, vj - 3])
                            B_local[vi - i_1 - i_0 * 3, vj - 3] = A[vj, vi] * T.float32(2.0)
                    for ax0, ax1 in T.grid(1, 4):
                        with T.block("B_local"):
                            v0, v1 = T.axis.remap("SS", [ax0, ax1])
                            T.where(i_0 * 3 + i_1 + ax0 < 7)
                            T.reads(B_local[v0, v1])
                            T.writes(B[i_0 * 3 + i_1 + v0, 3 + v1])
                            B[i_0 * 3 + i_1 + v0, 3 + v1] = B_local[v0, v1]
