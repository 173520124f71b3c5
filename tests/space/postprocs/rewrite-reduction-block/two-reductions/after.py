# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        # with T.block("root"):
        for i in range(64):
            with T.block("B_init"):
                vi = T.axis.spatial(64, i)
                T.reads()
                T.writes(B[vi])
                B[vi] = T.float32(0.0)
            for k in range(64):
                with T.block("B_update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(B[vi], A[vi, vk])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi, vk]
        for i in range(64):
            with T.block("C_init"):
                vi = T.axis.spatial(64, i)
                T.reads()
                T.writes(C[vi])
                C[vi] = T.float32(-3.4028234663852886e+38)
            for k in range(64):
                with T.block("C_update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(C[vi], A[vk, vi], B[vk])
                    T.writes(C[vi])
                    C[vi] = T.max(C[vi], A[vk, vi] - B[vk])
