# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for ax0, ax1 in T.grid(8, 16):
            with T.block("B"):
                v0, v1 = T.axis.remap("RS", [ax0, ax1])
                T.reads(A[v1, v0])
                T.writes(C[v1])
                T.block_attr({"note": 1})
                with T.init():
                    C[v1] = T.float32(0.0)
                C[v1] = C[v1] + A[v1, v0]
