from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((1, 8, 8, 4), "float32"), W: T.Buffer((3, 3, 4, 5), "float32"), Y: T.Buffer((1, 6, 6, 5), "float32")):
        for n, h, w, co, rh, rw, rc in T.grid(1, 6, 6, 5, 3, 3, 4):
            with T.block("Y"):
                vn, vh, vw, vco, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, co, rh, rw, rc])
                with T.init():
                    Y[vn, vh, vw, vco] = T.float32(0)
                Y[vn, vh, vw, vco] = Y[vn, vh, vw, vco] + X[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vco]
