from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((34,), scope="shared")
        for i_0 in T.thread_binding(4, thread="blockIdx.x"):
            for i_1 in T.thread_binding(8, thread="threadIdx.x"):
                for ax0_0 in range(2):
                    for ax0_1 in T.thread_binding(8, thread="threadIdx.x"):
                        with T.block("A_shared"):
                            v0 = T.axis.spatial(34, i_0 * 8 + (ax0_0 * 8 + ax0_1))
                            T.where(ax0_0 * 8 + ax0_1 < 10)
                            T.reads(A[v0])
                            T.writes(A_shared[v0])
                            A_shared[v0] = A[v0]
                with T.block("C"):
                    vi = T.axis.spatial(32, i_0 * 8 + i_1)
                    T.reads(A_shared[vi:vi + 3])
                    T.writes(C[vi])
                    C[vi] = A_shared[vi] + A_shared[vi + 1] + A_shared[vi + 2]
