# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), D: T.Buffer((16, 64), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((64,), scope="shared")
        for i in T.thread_binding(16, thread="threadIdx.x"):
            for ax0_0 in range(4):
                for ax0_1 in T.thread_binding(16, thread="threadIdx.x"):
                    with T.block("A_shared"):
                        v0 = T.axis.spatial(64, ax0_0 * 16 + ax0_1)
                        T.reads(A[v0])
                        T.writes(A_shared[v0])
                        A_shared[v0] = A[v0]
            for j in range(64):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A_shared[vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A_shared[vj] * T.float32(2.0)
