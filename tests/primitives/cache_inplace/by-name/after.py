# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((16,), scope="local")
        for i, j in T.grid(16, 8):
            for ax0 in range(1):
                with T.block("C_local"):
                    v0 = T.axis.spatial(16, i + ax0)
                    T.reads(C[v0])
                    T.writes(C_local[v0])
                    C_local[v0] = C[v0]
            with T.block("C"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(C_local[vi], A[vi, vj])
                T.writes(C_local[vi])
                C_local[vi] = C_local[vi] + A[vi, vj]
            for ax0 in range(1):
                with T.block("C_local"):
                    v0 = T.axis.spatial(16, i + ax0)
                    T.reads(C_local[v0])
                    T.writes(C[v0])
                    C[v0] = C_local[v0]
