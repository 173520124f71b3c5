from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 3, 12), "float32"), C: T.Buffer((4,), "float32")):
        for i, kh, ko in T.grid(4, 3, 3):
            with T.block("outer"):
                vi, vkh, vko = T.axis.remap("SSS", [i, kh, ko])
                T.reads(C[vi], A[vi, vkh, vko * 4: vko * 4 + 4])
                T.writes(C[vi])
                for ki in range(4):
                    with T.block("C"):
                        wi = T.axis.spatial(4, vi)
                        wkh = T.axis.reduce(3, vkh)
                        wk = T.axis.reduce(12, vko * 4 + ki)
                        with T.init():
                            C[wi] = T.float32(0.0)
                        C[wi] = C[wi] + A[wi, wkh, wk]
