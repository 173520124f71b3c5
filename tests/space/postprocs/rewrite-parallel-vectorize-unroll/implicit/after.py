# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "float32"), C: T.Buffer((128,), "float32")):
        # with T.block("root"):
        for i in T.serial(128, annotations={"pragma_auto_unroll_max_step": 64, "pragma_unroll_explicit": 0}):
            for k in range(128):
                with T.block("C"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(A[vi, vk])
                    T.writes(C[vi])
                    with T.init():
                        C[vi] = T.float32(0.0)
                    C[vi] = C[vi] + A[vi, vk]
