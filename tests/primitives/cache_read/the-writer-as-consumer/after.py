# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        B_shared = T.alloc_buffer((16,), scope="shared")
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi]
        for i in range(16):
            with T.block("E"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(E[vi])
                E[vi] = A[vi]
        for ax0 in range(16):
            with T.block("B_shared"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(B[v0])
                T.writes(B_shared[v0])
                B_shared[v0] = B[v0]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(B_shared[vi])
                T.writes(C[vi])
                C[vi] = B_shared[vi]
        for i in range(16):
            with T.block("D"):
                vi = T.axis.spatial(16, i)
                T.reads(B[vi])
                T.writes(D[vi])
                D[vi] = B[vi]
