# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(16),), "float32"), D: T.Buffer((T.int64(16),), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("D_i_common"):
                T.reads()
                T.writes()
                with T.block("D_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0 in range(T.int64(4)):
                        with T.block("D_i0"):
                            vi = T.axis.spatial(T.int64(4), i0)
                            T.reads(A[vi])
                            T.writes(D[vi])
                            D[vi] = A[vi]
                with T.block("D_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(T.int64(4), T.int64(16)):
                        with T.block("D_i1"):
                            vi = T.axis.spatial((T.int64(4), T.int64(16)), i1)
                            T.reads(A[vi])
                            T.writes(D[vi])
                            D[vi] = A[vi]
