from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((8, 64), scope="shared")
        for io, ii, j in T.grid(4, 16, 8):
            with T.block("A_shared"):
                vi = T.axis.spatial(64, io * 16 + ii)
                vj = T.axis.spatial(8, j)
                T.reads(A[vi, vj])
                T.writes(A_shared[vj, vi])
                A_shared[vj, vi] = A[vi, vj]
        for io in T.thread_binding(4, thread="blockIdx.x"):
            for ii in T.vectorized(16):
                for j in T.serial(8, annotations={"k": 1}):
                    with T.block("C"):
                        vi = T.axis.spatial(64, io * 16 + ii)
                        vj = T.axis.spatial(8, j)
                        T.reads(A_shared[vj, vi])
                        T.writes(C[vi, vj])
                        T.block_attr({"x": 1})
                        C[vi, vj] = A_shared[vj, vi]
