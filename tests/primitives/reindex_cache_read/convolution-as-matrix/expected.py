from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((1, 8, 8, 4), "float32"), W: T.Buffer((3, 3, 4, 5), "float32"), Y: T.Buffer((1, 6, 6, 5), "float32")):
        # with T.block("root"):
        X_shared = T.alloc_buffer((36, 36), scope="shared")
        W_shared = T.alloc_buffer((5, 36), scope="shared")
        Y_local = T.alloc_buffer((36, 5), scope="local")
        for co, rh, rw, rc in T.grid(5, 3, 3, 4):
            with T.block("W_shared"):
                vco, vrh, vrw, vrc = T.axis.remap("SSSS", [co, rh, rw, rc])
                T.reads(W[vrh, vrw, vrc, vco])
                T.writes(W_shared[vco, vrh * 12 + vrw * 4 + vrc])
                W_shared[vco, vrh * 12 + vrw * 4 + vrc] = W[vrh, vrw, vrc, vco]
        for n, h, w, rh, rw, rc in T.grid(1, 6, 6, 3, 3, 4):
            with T.block("X_shared"):
                vn, vh, vw, vrh, vrw, vrc = T.axis.remap("SSSSSS", [n, h, w, rh, rw, rc])
                T.reads(X[vn, vh + vrh, vw + vrw, vrc])
                T.writes(X_shared[vn * 36 + vh * 6 + vw, vrh * 12 + vrw * 4 + vrc])
                X_shared[vn * 36 + vh * 6 + vw, vrh * 12 + vrw * 4 + vrc] = X[vn, vh + vrh, vw + vrw, vrc]
        for n, h, w, co, rh, rw, rc in T.grid(1, 6, 6, 5, 3, 3, 4):
            with T.block("Y"):
                vn, vh, vw, vco, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, co, rh, rw, rc])
                T.reads(X_shared[vn * 36 + vh * 6 + vw, vrh * 12 + vrw * 4 + vrc], W_shared[vco, vrh * 12 + vrw * 4 + vrc])
                T.writes(Y_local[vn * 36 + vh * 6 + vw, vco])
                with T.init():
                    Y_local[vn * 36 + vh * 6 + vw, vco] = T.float32(0.0)
                Y_local[vn * 36 + vh * 6 + vw, vco] = Y_local[vn * 36 + vh * 6 + vw, vco] + X_shared[vn * 36 + vh * 6 + vw, vrh * 12 + vrw * 4 + vrc] * W_shared[vco, vrh * 12 + vrw * 4 + vrc]
        for n, h, w, co in T.grid(1, 6, 6, 5):
            with T.block("Y_local"):
                vn, vh, vw, vco = T.axis.remap("SSSS", [n, h, w, co])
                T.reads(Y_local[vn * 36 + vh * 6 + vw, vco])
                T.writes(Y[vn, vh, vw, vco])
                Y[vn, vh, vw, vco] = Y_local[vn * 36 + vh * 6 + vw, vco]
