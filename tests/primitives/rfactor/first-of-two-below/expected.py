# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((4, 16, 16))
        for i, j1, k1o, k1i in T.grid(16, 16, 4, 4):
            with T.block("C_rf"):
                vk1o, ci, cj, vk1i = T.axis.remap("SSSR", [k1o, i, j1, k1i])
                T.reads(A[ci, cj, vk1o * 4 + vk1i])
                T.writes(C_rf[vk1o, ci, cj])
                with T.init():
                    C_rf[vk1o, ci, cj] = T.float32(0.0)
                C_rf[vk1o, ci, cj] = C_rf[vk1o, ci, cj] + A[ci, cj, vk1o * 4 + vk1i]
        for i, j1 in T.grid(16, 16):
            for k1o in range(4):
                with T.block("C"):
                    vk1o, ci, cj = T.axis.remap("RSS", [k1o, i, j1])
                    T.reads(C_rf[vk1o, ci, cj])
                    T.writes(C[ci, cj])
                    with T.init():
                        C[ci, cj] = T.float32(0.0)
                    C[ci, cj] = C[ci, cj] + C_rf[vk1o, ci, cj]
            for k2o, k2i in T.grid(4, 4):
                with T.block("D"):
                    di, dj = T.axis.remap("SS", [i, j1])
                    dk = T.axis.reduce(16, k2o * 4 + k2i)
                    T.reads(A[di, dj, dk], C[di, dj])
                    T.writes(D[di, dj])
                    with T.init():
                        D[di, dj] = T.float32(0.0)
                    D[di, dj] = D[di, dj] + A[di, dj, dk] + C[di, dj]
