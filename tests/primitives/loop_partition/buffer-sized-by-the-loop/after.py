# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6,), "float32"), C: T.Buffer((6,), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("rows_i_common"):
                T.reads()
                T.writes()
                with T.block("rows_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0 in range(2):
                        with T.block("rows_i0"):
                            T.reads(A[0:6])
                            T.writes(C[i0])
                            B = T.alloc_buffer((i0 + 1,))
                            for k in range(i0 + 1):
                                with T.block("B_i0"):
                                    vk = T.axis.spatial(i0 + 1, k)
                                    T.reads(A[vk])
                                    T.writes(B[vk])
                                    B[vk] = A[vk] * T.float32(2.0)
                            with T.block("C_i0"):
                                T.reads(B[T.min(0, i0):T.min(0, i0) + (T.max(0, i0) + 1 - T.min(0, i0))])
                                T.writes(C[i0])
                                C[i0] = B[0] + B[i0]
                with T.block("rows_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(2, 6):
                        with T.block("rows_i1"):
                            T.reads(A[0:6])
                            T.writes(C[i1])
                            B = T.alloc_buffer((i1 + 1,))
                            for k in range(i1 + 1):
                                with T.block("B_i1"):
                                    vk = T.axis.spatial(i1 + 1, k)
                                    T.reads(A[vk])
                                    T.writes(B[vk])
                                    B[vk] = A[vk] * T.float32(2.0)
                            with T.block("C_i1"):
                                T.reads(B[T.min(0, i1):T.min(0, i1) + (T.max(0, i1) + 1 - T.min(0, i1))])
                                T.writes(C[i1])
                                C[i1] = B[0] + B[i1]
