# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((50, 4), "float32"), C: T.Buffer((50, 4), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((50,), scope="shared")
        for io, ii in T.grid(4, 16):
            with T.block("A_shared"):
                vi = T.axis.spatial(50, io * 16 + ii)
                T.where(io * 16 + ii < 50)
                T.reads(A[vi, 3])
                T.writes(A_shared[vi])
                A_shared[vi] = A[vi, 3]
        for io, ii, j in T.grid(4, 16, 4):
            with T.block("C"):
                vi = T.axis.spatial(50, io * 16 + ii)
                vj = T.axis.spatial(4, j)
                T.where(io * 16 + ii < 50)
                T.reads(A_shared[vi])
                T.writes(C[vi, vj])
                C[vi, vj] = A_shared[vi]
