from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(X: T.Buffer((M, 4, N), "float32"), Y: T.Buffer((M, 4, N), "float32")):
    P = T.alloc_buffer((M, 6, N), "float32")
    for i, j, c in T.grid(M, 6, N):
        with T.block("P"):
            vi, vj, vc = T.axis.remap("SSS", [i, j, c])
            P[vi, vj, vc] = T.if_then_else(1 <= vj and vj < 5, X[vi, vj - 1, vc], T.float32(0))
    for i, j, c, r in T.grid(M, 4, N, 3):
        with T.block("Y"):
            vi, vj, vc, vr = T.axis.remap("SSSR", [i, j, c, r])
            with T.init():
                Y[vi, vj, vc] = T.min_value("float32")
            Y[vi, vj, vc] = T.max(Y[vi, vj, vc], P[vi, vj + vr, vc])
