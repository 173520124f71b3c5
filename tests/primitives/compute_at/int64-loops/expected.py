from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64),), "float32"), C: T.Buffer((T.int64(64),), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((T.int64(64),))
        for i_0 in range(T.int64(8)):
            for ax0 in range(T.int64(8)):
                with T.block("B"):
                    vi = T.axis.spatial(T.int64(64), i_0 * T.int64(8) + ax0)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi]
            for i_1 in range(T.int64(8)):
                with T.block("C"):
                    vi = T.axis.spatial(T.int64(64), i_0 * T.int64(8) + i_1)
                    T.reads(B[vi])
                    T.writes(C[vi])
                    C[vi] = B[vi]
