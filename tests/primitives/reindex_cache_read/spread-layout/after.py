# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        A_shared = T.alloc_buffer((48,), scope="shared")
        for i, j in T.grid(4, 4):
            with T.block("A_shared"):
                vi = T.axis.spatial(16, i * 4 + j)
                T.reads(A[vi])
                T.writes(A_shared[vi * 3])
                A_shared[vi * 3] = A[vi]
        for i in range(4):
            for j in range(4):
                with T.block("B"):
                    vi = T.axis.spatial(16, i * 4 + j)
                    T.reads(A_shared[vi * 3])
                    T.writes(B[vi])
                    B[vi] = A_shared[vi * 3]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(16, i * 4 + j)
                    T.reads(B[vi])
                    T.writes(C[vi])
                    C[vi] = B[vi]
