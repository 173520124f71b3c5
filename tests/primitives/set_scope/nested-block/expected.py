from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20,), "float32"), D: T.Buffer((20,), "float32")):
        # with T.block("root"):
        for o in range(5):
            with T.block("o"):
                vo = T.axis.spatial(5, o)
                T.reads(A[vo * 4:vo * 4 + 4])
                T.writes(D[vo * 4:vo * 4 + 4])
                J_shared = T.alloc_buffer((20,), scope="shared")
                for i in range(4):
                    with T.block("J"):
                        vi = T.axis.spatial(20, vo * 4 + i)
                        T.reads(A[vi])
                        T.writes(J_shared[vi])
                        J_shared[vi] = A[vi]
                for i in range(4):
                    with T.block("D"):
                        vi = T.axis.spatial(20, vo * 4 + i)
                        T.reads(J_shared[vi])
                        T.writes(D[vi])
                        D[vi] = J_shared[vi]
