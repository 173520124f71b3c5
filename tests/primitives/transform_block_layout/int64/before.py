from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(1), T.int64(6), T.int64(6), T.int64(3)), "float32"), W: T.Buffer((T.int64(3), T.int64(3), T.int64(3), T.int64(8)), "float32"), C: T.Buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(8)), "float32")):
        # with T.block("root"):
        for n, h, w, f, rh, rw, rc in T.grid(T.int64(1), T.int64(4), T.int64(4), T.int64(8), T.int64(3), T.int64(3), T.int64(3)):
            with T.block("C"):
                vn, vh, vw, vf, vrh, vrw, vrc = T.axis.remap("SSSSRRR", [n, h, w, f, rh, rw, rc])
                T.reads(A[vn, vh + vrh, vw + vrw, vrc], W[vrh, vrw, vrc, vf])
                T.writes(C[vn, vh, vw, vf])
                with T.init():
                    C[vn, vh, vw, vf] = T.float32(0.0)
                C[vn, vh, vw, vf] = C[vn, vh, vw, vf] + A[vn, vh + vrh, vw + vrw, vrc] * W[vrh, vrw, vrc, vf]
