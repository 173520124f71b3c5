@T.prim_func
def main(X: T.Buffer((1, 10, 10, 16), "float32"), W: T.Buffer((3, 3, 16, 32), "float32"), Y: T.Buffer((1, 8, 8, 32), "float32")):
    T.func_attr({"layout_free_buffers": [1]})
    for n, h, w, co, rh, rw, rc in T.grid(1, 8, 8, 32, 3, 3, 16):
        with T.block("Y"):
            vn, vh, vw, vco, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, co, rh, rw, rc])
            with T.init():
                Y[vn, vh, vw, vco] = T.float32(0)
            Y[vn, vh, vw, vco] = Y[vn, vh, vw, vco] + X[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vco]
