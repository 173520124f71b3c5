# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((16,))
        C_shared = T.alloc_buffer((16,), scope="shared")
        for i in range(16):
            with T.block("init"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(C[vi])
                C[vi] = A[vi]
        for i in range(16):
            for ax0 in range(1):
                with T.block("C_shared"):
                    v0 = T.axis.spatial(16, i + ax0)
                    T.reads(C[v0])
                    T.writes(C_shared[v0])
                    C_shared[v0] = C[v0]
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(C_shared[vi])
                T.writes(C_shared[vi])
                C_shared[vi] = C_shared[vi] + T.float32(1.0)
            for ax0 in range(1):
                with T.block("C_shared"):
                    v0 = T.axis.spatial(16, i + ax0)
                    T.reads(C_shared[v0])
                    T.writes(C[v0])
                    C[v0] = C_shared[v0]
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(C[vi])
                T.writes(B[vi])
                B[vi] = C[vi] * T.float32(2.0)
