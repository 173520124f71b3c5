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
                            T.block_attr({"key": 1})
                            C = T.alloc_buffer((2,))
                            F = T.match_buffer(A[vi, vj], (), offset_factor=1)
                            C[0] = F[()]
                            D[vi, vj] = C[0] + T.float32(1.0)
                with T.block("D_j1_partition"):
                    T.reads()
                    T.writes()
                    for j1 in range(4, 10):
                        with T.block("D_j1"):
                            vi, vj = T.axis.remap("SS", [i, j1])
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            T.block_attr({"key": 1})
                            C = T.alloc_buffer((2,))
                            F = T.match_buffer(A[vi, vj], (), offset_factor=1)
                            C[0] = F[()]
                            D[vi, vj] = C[0] + T.float32(1.0)
                with T.block("D_j2_partition"):
                    T.reads()
                    T.writes()
                    for j2 in range(10, 24):
                        with T.block("D_j2"):
                            vi, vj = T.axis.remap("SS", [i, j2])
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            T.block_attr({"key": 1})
                            C = T.alloc_buffer((2,))
                            F = T.match_buffer(A[vi, vj], (), offset_factor=1)
                            C[0] = F[()]
                            D[vi, vj] = C[0] + T.float32(1.0)
