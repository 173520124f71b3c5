# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        B_global_vtcm = T.alloc_buffer((1024, 1024), scope="global.vtcm")
        for i, j in T.grid(1024, 1024):
            for ax0 in range(1024):
                with T.block("B_global.vtcm"):
                    v0, v1 = T.axis.remap("SS", [ax0, j])
                    T.reads(B[v0, v1])
                    T.writes(B_global_vtcm[v0, v1])
                    B_global_vtcm[v0, v1] = B[v0, v1]
            for k in range(1024):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[vi, vk], B_global_vtcm[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B_global_vtcm[vk, vj]
