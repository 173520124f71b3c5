from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 40), "float32"), D: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        A_local = T.alloc_buffer((20, 40), scope="local")
        for i_0 in T.thread_binding(4, thread="blockIdx.x"):
            for i_1 in T.thread_binding(4, thread="threadIdx.x"):
                for j in range(16):
                    with T.block("A_local"):
                        v0 = T.axis.spatial(20, i_0 * 4 + i_1 + 3)
                        v1 = T.axis.spatial(40, j * 2)
                        T.reads(A[v0, v1])
                        T.writes(A_local[v0, v1])
                        A_local[v0, v1] = A[v0, v1]
                    with T.block("D"):
                        vi = T.axis.spatial(16, i_0 * 4 + i_1)
                        vj = T.axis.spatial(16, j)
                        T.reads(A_local[vi + 3, vj * 2])
                        T.writes(D[vi, vj])
                        D[vi, vj] = A_local[vi + 3, vj * 2]
