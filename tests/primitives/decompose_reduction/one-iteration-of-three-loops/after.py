# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i, u_0, u_1, u_2 in T.grid(16, 2, 3, 2):
            with T.block("B_init"):
                vi = T.axis.spatial(16, i)
                T.where((u_0 * 3 + u_1) * 2 + u_2 < 1)
                T.reads()
                T.writes(B[vi])
                B[vi] = T.float32(0.0)
            for k in range(32):
                with T.block("B_update"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.where((u_0 * 3 + u_1) * 2 + u_2 < 1)
                    T.reads(B[vi], A[vi, vk])
                    T.writes(B[vi])
                    B[vi] = B[vi] + A[vi, vk]
