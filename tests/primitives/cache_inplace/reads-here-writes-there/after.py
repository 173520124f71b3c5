# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((100,), scope="local")
        for i in range(20):
            for ax0 in range(1):
                with T.block("C_local"):
                    v0 = T.axis.spatial(100, i + 50 + ax0)
                    T.reads(C[v0])
                    T.writes(C_local[v0])
                    C_local[v0] = C[v0]
            with T.block("C"):
                vi = T.axis.spatial(20, i)
                T.reads(C_local[vi + 50])
                T.writes(C_local[vi + 30])
                C_local[vi + 30] = C_local[vi + 50] + T.float32(1.0)
            for ax0 in range(1):
                with T.block("C_local"):
                    v0 = T.axis.spatial(100, i + 30 + ax0)
                    T.reads(C_local[v0])
                    T.writes(C[v0])
                    C[v0] = C_local[v0]
