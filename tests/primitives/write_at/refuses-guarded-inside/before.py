from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 8, 8), "float32"), C: T.Buffer((4, 10, 10), "float32")):
        B = T.alloc_buffer((4, 10, 10))
        for n, h, w in T.grid(4, 10, 10):
            with T.block("frame"):
                vn, vh, vw = T.axis.remap("SSS", [n, h, w])
                B[vn, vh, vw] = T.float32(0)
        for n in range(4):
            for f in range(100):
                with T.block("inside"):
                    vn = T.axis.spatial(4, n)
                    vh = T.axis.spatial(8, f // 10 - 1)
                    vw = T.axis.spatial(8, f % 10 - 1)
                    T.where(10 <= f and f < 90 and 1 <= f % 10 and f % 10 < 9)
                    B[vn, vh + 1, vw + 1] = A[vn, vh, vw]
        for n, h, w in T.grid(4, 10, 10):
            with T.block("C"):
                vn, vh, vw = T.axis.remap("SSS", [n, h, w])
                C[vn, vh, vw] = B[vn, vh, vw]
