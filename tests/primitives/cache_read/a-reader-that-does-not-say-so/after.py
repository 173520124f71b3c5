# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16,), scope="shared")
        for ax0 in range(16):
            with T.block("A_shared"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(A[v0])
                T.writes(A_shared[v0])
                A_shared[v0] = A[v0]
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                T.reads(A_shared[vi])
                T.writes(C[vi])
                C[vi] = A_shared[vi]
        for i in range(8):
            with T.block("D"):
                vi = T.axis.spatial(8, i)
                T.reads()
                T.writes()
                for j in range(1):
                    with T.block("E"):
                        vj = T.axis.spatial(1, j)
                        T.reads(C[vi + vj], A[vi])
                        T.writes(C[vi + vj])
                        C[vi + vj] = C[vi + vj] + A[vi]
