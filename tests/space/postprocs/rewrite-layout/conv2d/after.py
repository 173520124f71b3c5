# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((1, 10, 10, 16), "float32"), W: T.Buffer((3, 3, 16, 32), "float32"), Y: T.Buffer((1, 8, 8, 32), "float32")):
        T.func_attr({"layout_free_buffers": [1]})
        # with T.block("root"):
        W_global = T.alloc_buffer((4, 4, 3, 3, 4, 8))
        for ax0, ax1, ax2, ax3 in T.grid(3, 3, 16, 32):
            with T.block("W_global"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(W[v0, v1, v2, v3])
                T.writes(W_global[v3 // 8, v2 // 4, v0, v1, v2 % 4, v3 % 8])
                T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
                W_global[v3 // 8, v2 // 4, v0, v1, v2 % 4, v3 % 8] = W[v0, v1, v2, v3]
        for n, co_0, h, w, rc_0, rh, rw, rc_1, co_1 in T.grid(1, 4, 8, 8, 4, 3, 3, 4, 8):
            with T.block("Y"):
                vn, vh, vw = T.axis.remap("SSS", [n, h, w])
                vco = T.axis.spatial(32, co_0 * 8 + co_1)
                vrh, vrw = T.axis.remap("RR", [rh, rw])
                vrc = T.axis.reduce(16, rc_0 * 4 + rc_1)
                T.reads(X[vn, vh + vrh, vw + vrw, vrc], W_global[vco // 8, vrc // 4, vrh, vrw, vrc % 4, vco % 8])
                T.writes(Y[vn, vh, vw, vco])
                with T.init():
                    Y[vn, vh, vw, vco] = T.float32(0.0)
                Y[vn, vh, vw, vco] = Y[vn, vh, vw, vco] + X[vn, vh + vrh, vw + vrw, vrc] * W_global[vco // 8, vrc // 4, vrh, vrw, vrc % 4, vco % 8]
