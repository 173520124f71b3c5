from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(X: T.Buffer((K, N, 10, 10), "float32"), W: T.Buffer((M, N, 3, 3), "float32"),
         Y: T.Buffer((K, M, 8, 8), "float32")):
    for n, f, y, x, c, r, s in T.grid(K, M, 8, 8, N, 3, 3):
        with T.block("Y"):
            vn, vf, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, f, y, x, c, r, s])
            with T.init():
                Y[vn, vf, vy, vx] = T.float32(0)
            Y[vn, vf, vy, vx] = Y[vn, vf, vy, vx] + X[vn, vc, vy + vr, vx + vs] * W[vf, vc, vr, vs]
