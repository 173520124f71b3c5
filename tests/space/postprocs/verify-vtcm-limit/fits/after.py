# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
        # with T.block("root"):
        B_global_vtcm = T.alloc_buffer((128, 128), scope="global.vtcm")
        for i in range(128):
            for ax0, ax1 in T.grid(128, 128):
                with T.block("B_global.vtcm"):
                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                    T.reads(B[v0, v1])
                    T.writes(B_global_vtcm[v0, v1])
                    B_global_vtcm[v0, v1] = B[v0, v1]
            for j, k in T.grid(128, 128):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[vi, vk], B_global_vtcm[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B_global_vtcm[vk, vj]
