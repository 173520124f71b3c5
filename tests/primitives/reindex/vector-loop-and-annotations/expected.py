from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
        # with T.block("root"):
        C_reindex = T.alloc_buffer((16, 4))
        for i in T.serial(16, annotations={"x": 1}):
            for j in T.vectorized(4):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj])
                    T.writes(C_reindex[vi, vj])
                    T.block_attr({"note": "kept"})
                    C_reindex[vi, vj] = A[vi, vj]
        for ax0, ax1 in T.grid(16, 4):
            with T.block("C_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_reindex[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_reindex[v0, v1]
