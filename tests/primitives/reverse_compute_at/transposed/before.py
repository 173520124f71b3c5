from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 16))
        for ia, ib in T.grid(16, 16):
            with T.block("B"):
                va, vb = T.axis.remap("SS", [ia, ib])
                T.reads(A[va])
                T.writes(B[va, vb])
                B[va, vb] = A[va]
        for ja, jb in T.grid(16, 16):
            with T.block("C"):
                wa, wb = T.axis.remap("SS", [ja, jb])
                T.reads(B[wb, wa])
                T.writes(Z[wa, wb])
                Z[wa, wb] = B[wb, wa]
