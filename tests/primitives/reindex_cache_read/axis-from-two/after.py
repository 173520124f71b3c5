# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20,), "float32"), C: T.Buffer((20,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16,), scope="shared")
        for i in range(16):
            with T.block("A_shared"):
                vi = T.axis.spatial((2, 18), i + 2)
                T.reads(A[vi])
                T.writes(A_shared[vi - 2])
                A_shared[vi - 2] = A[vi]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial((2, 18), i + 2)
                T.reads(A_shared[vi - 2])
                T.writes(C[vi])
                C[vi] = A_shared[vi - 2]
