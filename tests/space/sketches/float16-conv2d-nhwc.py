@T.prim_func
def main(X: T.Buffer((1, 18, 18, 32), "float16"), W: T.Buffer((3, 3, 32, 64), "float16"), C: T.Buffer((1, 16, 16, 64), "float32")):
    for n, y, x, o, r, s, c in T.grid(1, 16, 16, 64, 3, 3, 32):
        with T.block("C"):
            vn, vy, vx, vo, vr, vs, vc = T.axis.remap("SSSSRRR", [n, y, x, o, r, s, c])
            with T.init():
                C[vn, vy, vx, vo] = T.float32(0)
            C[vn, vy, vx, vo] = C[vn, vy, vx, vo] + T.Cast("float32", X[vn, vy + vr, vx + vs, vc]) * T.Cast("float32", W[vr, vs, vc, vo])
