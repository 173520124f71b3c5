# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, W: T.Buffer((16, 16), "float32"), c: T.handle, n: T.int32):
        A = T.match_buffer(a, (n, 16))
        C = T.match_buffer(c, (n, 16))
        # with T.block("root"):
        for i0, i1, j, k in T.grid((n + 3) // 4, 4, 16, 16):
            with T.block("C"):
                vi = T.axis.spatial(n, i0 * 4 + i1)
                vj, vk = T.axis.remap("SR", [j, k])
                T.where(i0 * 4 + i1 < n)
                T.reads(A[vi, vk], W[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]
