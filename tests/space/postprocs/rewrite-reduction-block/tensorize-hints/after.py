# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32"), C: T.Buffer((64, 64), "int32")):
        # with T.block("root"):
        for i, j in T.grid(64, 64):
            with T.block("C_init"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(C[vi, vj])
                T.block_attr({"meta_schedule.auto_tensorize": "init_intrin"})
                C[vi, vj] = 0
            for k in range(64):
                with T.block("C_update"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(C[vi, vj], A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    T.block_attr({"meta_schedule.auto_tensorize": "update_intrin"})
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
