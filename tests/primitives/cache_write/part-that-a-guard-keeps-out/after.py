# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class MyModuleVecAdd:
    @T.prim_func
    def main(A: T.Buffer((13,), "float32"), B: T.Buffer((13,), "float32"), C: T.Buffer((13,), "float32")):
        # with T.block("root"):
        for i_0, i_1 in T.grid(4, 1):
            with T.block("C_i_2_common"):
                T.reads()
                T.writes()
                with T.block("C_i_20_partition"):
                    T.reads()
                    T.writes()
                    for i_20 in range(1):
                        with T.block("C_i_20"):
                            vi = T.axis.spatial(13, i_0 * 4 + i_1 * 4 + i_20)
                            T.where((i_0 + i_1) * 4 + i_20 < 13)
                            T.reads(A[vi], B[vi])
                            T.writes(C[vi])
                            C[vi] = A[vi] + B[vi]
                with T.block("C_i_21_partition"):
                    T.reads()
                    T.writes()
                    for i_21 in range(1, 2):
                        with T.block("C_i_21"):
                            vi = T.axis.spatial(13, i_0 * 4 + i_1 * 4 + i_21)
                            T.where((i_0 + i_1) * 4 + i_21 < 13)
                            T.reads(A[vi], B[vi])
                            T.writes(C[vi])
                            C[vi] = A[vi] + B[vi]
                with T.block("C_i_22_partition"):
                    T.reads()
                    T.writes()
                    C_shared = T.alloc_buffer((2,), scope="shared")
                    for i_22 in range(2, 4):
                        with T.block("C_i_22"):
                            vi = T.axis.spatial(13, i_0 * 4 + i_1 * 4 + i_22)
                            T.where((i_0 + i_1) * 4 + i_22 < 13)
                            T.reads(A[vi], B[vi])
                            T.writes(C_shared[vi - i_0 * 4 - i_1 * 4 - 2])
                            C_shared[vi - i_0 * 4 - i_1 * 4 - 2] = A[vi] + B[vi]
                    for ax0 in range(2):
                        with T.block("C_shared"):
                            v0 = T.axis.spatial(2, ax0)
                            T.where(i_0 * 4 + i_1 * 4 + 2 + ax0 < 13)
                            T.reads(C_shared[v0])
                            T.writes(C[i_0 * 4 + i_1 * 4 + 2 + v0])
                            C[i_0 * 4 + i_1 * 4 + 2 + v0] = C_shared[v0]
