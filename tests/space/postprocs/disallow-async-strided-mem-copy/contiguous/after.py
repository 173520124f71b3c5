# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        A_global_vtcm = T.alloc_buffer((1024, 1024), scope="global.vtcm")
        for i in range(1024):
            for j in T.serial(1024, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
                for ax0 in range(1024):
                    with T.block("A_global.vtcm"):
                        v0, v1 = T.axis.remap("SS", [i, ax0])
                        T.reads(A[v0, v1])
                        T.writes(A_global_vtcm[v0, v1])
                        A_global_vtcm[v0, v1] = A[v0, v1]
                for k in range(1024):
                    with T.block("C"):
                        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                        T.reads(A_global_vtcm[vi, vk], B[vk, vj])
                        T.writes(C[vi, vj])
                        with T.init():
                            C[vi, vj] = T.float32(0.0)
                        C[vi, vj] = C[vi, vj] + A_global_vtcm[vi, vk] * B[vk, vj]
