# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(var_A: T.handle, W: T.Buffer((16, 16), "float32"), var_C: T.handle, n: T.int32):
        A = T.match_buffer(var_A, (n, 16))
        C = T.match_buffer(var_C, (n, 16))
        # with T.block("root"):
        C_local = T.alloc_buffer((n, 16), scope="local")
        for i0, i1, j, k in T.grid((n + 3) // 4, 4, 16, 16):
            with T.block("C"):
                vi = T.axis.spatial(n, i0 * 4 + i1)
                vj, vk = T.axis.remap("SR", [j, k])
                T.where(i0 * 4 + i1 < n)
                T.reads(A[vi, vk], W[vk, vj])
                T.writes(C_local[vi, vj])
                with T.init():
                    C_local[vi, vj] = T.float32(0.0)
                C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * W[vk, vj]
        for ax0, ax1 in T.grid(n, 16):
            with T.block("C_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_local[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_local[v0, v1]
