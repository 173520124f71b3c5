# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("X"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(2.0)
        for i in range(16):
            with T.block("Y"):
                vi = T.axis.spatial(16, i)
                T.reads(B[vi])
                T.writes(D[vi])
                T.block_attr({"found": 0})
                D[vi] = B[vi] * T.float32(3.0)
        for i in range(16):
            with T.block("Z"):
                vi = T.axis.spatial(16, i)
                T.reads(B[vi], D[vi])
                T.writes(B[vi])
                T.block_attr({"found": 1})
                B[vi] = B[vi] * T.float32(4.0) + D[vi]
        for i in range(16):
            with T.block("W"):
                vi = T.axis.spatial(16, i)
                T.reads(B[vi])
                T.writes(D[vi])
                T.block_attr({"found": 2})
                D[vi] = B[vi] * T.float32(5.0)
