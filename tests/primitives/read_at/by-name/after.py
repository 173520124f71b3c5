# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        B_local = T.alloc_buffer((12, 8), scope="local")
        for i in range(16):
            with T.block("B_local"):
                T.reads(B[0:12, 0:8])
                T.writes(B_local[0:12, 0:8])
                T.block_attr({"auto_copy": T.bool(True)})
                for ax0, ax1 in T.grid(12, 8):
                    B_local[ax0, ax1] = B[ax0, ax1]
            for j, k in T.grid(8, 12):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[vi, vk], B_local[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B_local[vk, vj]
