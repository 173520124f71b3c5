# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((40,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((6,))
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.opaque(36, i * 4 + j)
                    T.where(i < 1 or 2 <= j)
                    T.reads(A[vi])
                    T.writes(B[vi % 6])
                    B[vi % 6] = A[vi]
            with T.block("o"):
                vo = T.axis.opaque(8, i)
                T.reads(B[0:6])
                T.writes(C[vo * 4:vo * 4 + 4])
                for j in range(4):
                    with T.block("C"):
                        vi = T.axis.opaque(4, j)
                        T.reads(B[T.min((vo * 4 + vi) % 6, (vo * 4 + vi + 2) % 6):T.min((vo * 4 + vi) % 6, (vo * 4 + vi + 2) % 6) + (T.max((vo * 4 + vi) % 6, (vo * 4 + vi + 2) % 6) + 1 - T.min((vo * 4 + vi) % 6, (vo * 4 + vi + 2) % 6))])
                        T.writes(C[vo * 4 + vi])
                        C[vo * 4 + vi] = B[(vo * 4 + vi) % 6] + B[(vo * 4 + vi + 2) % 6]
