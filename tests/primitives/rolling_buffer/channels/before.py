from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 8, 10, 4), "int8"), C: T.Buffer((1, 4, 6, 4), "int8")):
        B = T.alloc_buffer((1, 6, 8, 4), "int8")
        for n, h, w, c, k, l in T.grid(1, 6, 8, 4, 3, 3):
            with T.block("B"):
                vn, vh, vw, vc, vk, vl = T.axis.remap("SSSSRR", [n, h, w, c, k, l])
                with T.init():
                    B[vn, vh, vw, vc] = T.int8(-128)
                B[vn, vh, vw, vc] = T.max(B[vn, vh, vw, vc], A[vn, vh + vk, vw + vl, vc])
        for n, h, w, c, k, l in T.grid(1, 4, 6, 4, 3, 3):
            with T.block("C"):
                vn, vh, vw, vc, vk, vl = T.axis.remap("SSSSRR", [n, h, w, c, k, l])
                with T.init():
                    C[vn, vh, vw, vc] = T.int8(-128)
                C[vn, vh, vw, vc] = T.max(C[vn, vh, vw, vc], B[vn, vh + vk, vw + vl, vc])
