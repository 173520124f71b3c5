from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        # with T.block("root"):
        for i_0, i_1 in T.grid((T.vscale() * 4 + 127) // (T.vscale() * 4), T.vscale() * 4):
            with T.block("B"):
                v_i = T.axis.spatial(128, i_0 * (T.vscale() * 4) + i_1)
                T.where(i_0 * (T.vscale() * 4) + i_1 < 128)
                T.reads(A[v_i])
                T.writes(B[v_i])
                B[v_i] = A[v_i] + T.float32(1.0)
