# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((33,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((6,))
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.opaque(33, i * 4 + j)
                    T.where(i * 4 + j < 33 and (i < 1 or 2 <= j))
                    T.reads(A[vi])
                    T.writes(B[vi % 6])
                    B[vi % 6] = A[vi]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.opaque(32, i * 4 + j)
                    T.reads(B[T.min(vi % 6, (vi + 1) % 6):T.min(vi % 6, (vi + 1) % 6) + (T.max(vi % 6, (vi + 1) % 6) + 1 - T.min(vi % 6, (vi + 1) % 6))])
                    T.writes(C[vi])
                    C[vi] = B[vi % 6] + B[(vi + 1) % 6]
