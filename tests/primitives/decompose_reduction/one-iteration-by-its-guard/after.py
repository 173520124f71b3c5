# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("B_init"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(B[vi])
                B[vi] = T.float32(0.0)
            for u_0, u_1, k in T.grid(3, 1, 32):
                with T.block("B_update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.where(u_0 + u_1 < 1)
                    T.reads(B[vi], A[vi, vk])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi, vk]
