from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36, 8), "float32"), W: T.Buffer((3, 3, 8, 16), "float32"), C: T.Buffer((1, 4, 4, 16), "float32")):
        # with T.block("root"):
        for n, h, w, f, rh, rw, rc in T.grid(1, 4, 4, 16, 3, 3, 8):
            with T.block("C"):
                vn, vh, vw, vf, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, f, rh, rw, rc])
                T.reads(A[vn * 36 + vh * 6 + vrh * 6 + vw + vrw, vrc], W[vrh, vrw, vrc, vf])
                T.writes(C[vn, vh, vw, vf])
                with T.init():
                    C[vn, vh, vw, vf] = T.float32(0.0)
                C[vn, vh, vw, vf] = C[vn, vh, vw, vf] + A[vn * 36 + vh * 6 + vrh * 6 + vw + vrw, vrc] * W[vrh, vrw, vrc, vf]
