from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((1, 8, 8, 4), "float32"), W: T.Buffer((3, 3, 4, 5), "float32"), Y: T.Buffer((1, 6, 6, 5), "float32")):
        # with T.block("root"):
        X_reindex = T.alloc_buffer((1, 6, 6, 3, 3, 4))
        W_reindex = T.alloc_buffer((5, 3, 3, 4))
        Y_reindex = T.alloc_buffer((1, 6, 6, 5))
        for ax0, ax1, ax2, ax3, ax4, ax5 in T.grid(1, 6, 6, 3, 3, 4):
            with T.block("X_reindex_reindex"):
                v0, v1, v2, v3, v4, v5 = T.axis.remap("SSSSSS", [ax0, ax1, ax2, ax3, ax4, ax5])
                T.reads(X[v0, v1 + v3, v2 + v4, v5])
                T.writes(X_reindex[v0, v1, v2, v3, v4, v5])
                X_reindex[v0, v1, v2, v3, v4, v5] = X[v0, v1 + v3, v2 + v4, v5]
        for ax0, ax1, ax2, ax3 in T.grid(5, 3, 3, 4):
            with T.block("W_reindex_reindex"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(W[v1, v2, v3, v0])
                T.writes(W_reindex[v0, v1, v2, v3])
                W_reindex[v0, v1, v2, v3] = W[v1, v2, v3, v0]
        for n, h, w, co, rh, rw, rc in T.grid(1, 6, 6, 5, 3, 3, 4):
            with T.block("Y"):
                vn, vh, vw, vco, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, co, rh, rw, rc])
                T.reads(X_reindex[vn, vh, vw, vrh, vrw, vrc], W_reindex[vco, vrh, vrw, vrc])
                T.writes(Y_reindex[vn, vh, vw, vco])
                with T.init():
                    Y_reindex[vn, vh, vw, vco] = T.float32(0.0)
                Y_reindex[vn, vh, vw, vco] = Y_reindex[vn, vh, vw, vco] + X_reindex[vn, vh, vw, vrh, vrw, vrc] * W_reindex[vco, vrh, vrw, vrc]
        for ax0, ax1, ax2, ax3 in T.grid(1, 6, 6, 5):
            with T.block("Y_reindex"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(Y_reindex[v0, v1, v2, v3])
                T.writes(Y[v0, v1, v2, v3])
                Y[v0, v1, v2, v3] = Y_reindex[v0, v1, v2, v3]
