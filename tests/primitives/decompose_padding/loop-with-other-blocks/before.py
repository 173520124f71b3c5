from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((10, 10), "float32"), z: T.Buffer((10, 10), "float32")):
        # with T.block("root"):
        y = T.alloc_buffer((12, 12))
        for i, j in T.grid(12, 12):
            with T.block("block"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(x[vi - 1, vj - 1])
                T.writes(y[vi, vj])
                y[vi, vj] = T.if_then_else(1 <= vi and vi < 11 and 1 <= vj and vj < 11, x[vi - 1, vj - 1], T.float32(0.0))
        for i, j, p, q in T.grid(10, 10, 3, 3):
            with T.block("conv"):
                vi, vj, vp, vq = T.axis.remap("SSRR", [i, j, p, q])
                T.reads(y[vi + vp, vj + vq])
                T.writes(z[vi, vj])
                with T.init():
                    z[vi, vj] = T.float32(0.0)
                z[vi, vj] = z[vi, vj] + y[vi + vp, vj + vq]
