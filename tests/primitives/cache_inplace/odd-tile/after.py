# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((50,), "float32"), D: T.Buffer((50,), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((50,), scope="local")
        for io in range(4):
            for ii in range(16):
                for ax0 in range(1):
                    with T.block("C_local"):
                        v0 = T.axis.spatial(50, io * 16 + ii + ax0)
                        T.where(io * 16 + ii < 50)
                        T.reads(C[v0])
                        T.writes(C_local[v0])
                        C_local[v0] = C[v0]
                with T.block("C"):
                    vi = T.axis.spatial(50, io * 16 + ii)
                    T.where(io * 16 + ii < 50)
                    T.reads(C_local[vi])
                    T.writes(C_local[vi])
                    C_local[vi] = C_local[vi] + T.float32(1.0)
                for ax0 in range(1):
                    with T.block("C_local"):
                        v0 = T.axis.spatial(50, io * 16 + ii + ax0)
                        T.where(io * 16 + ii < 50)
                        T.reads(C_local[v0])
                        T.writes(C[v0])
                        C[v0] = C_local[v0]
            for ii in range(16):
                with T.block("D"):
                    vi = T.axis.spatial(50, io * 16 + ii)
                    T.where(io * 16 + ii < 50)
                    T.reads(C[vi])
                    T.writes(D[vi])
                    D[vi] = C[vi] + T.float32(1.0)
