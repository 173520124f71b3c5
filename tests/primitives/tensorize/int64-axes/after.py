# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(64), T.int64(4)), "float32"), C: T.Buffer((T.int64(64), T.int64(4)), "float32")):
        # with T.block("root"):
        for i in range(T.int64(4)):
            with T.block("B_o"):
                vi_o = T.axis.spatial(T.int64(4), i)
                vj_o = T.axis.spatial(T.int64(1), T.int64(0))
                T.reads(A[vi_o * T.int64(16):vi_o * T.int64(16) + T.int64(16), T.int64(0):T.int64(4)])
                T.writes(C[vi_o * T.int64(16):vi_o * T.int64(16) + T.int64(16), T.int64(0):T.int64(4)])
                L = T.alloc_buffer((T.int64(16), T.int64(4)))
                A_1 = T.match_buffer(A[vi_o * T.int64(16):vi_o * T.int64(16) + T.int64(16), T.int64(0):T.int64(4)], (T.int64(16), T.int64(4)), strides=("s0", T.int64(1)), offset_factor=1)
                B = T.match_buffer(C[vi_o * T.int64(16):vi_o * T.int64(16) + T.int64(16), T.int64(0):T.int64(4)], (T.int64(16), T.int64(4)), offset_factor=1)
                for i_1 in range(T.int64(16)):
                    with T.block("x"):
                        vi = T.axis.spatial(T.int64(16), i_1)
                        T.reads(A_1[vi, T.int64(0):T.int64(4)])
                        T.writes(L[vi, T.int64(0):T.int64(4)])
                        L[vi, T.int64(0):T.int64(4)] = A_1[vi, T.Ramp(T.int64(0), T.int64(1), 4)] * T.Broadcast(T.float32(2.0), 4)
                for i_1 in range(T.int64(16)):
                    for j in T.vectorized(T.int64(4)):
                        B[i_1, j] = L[i_1, j] + T.if_then_else(i_1 < T.int64(3), T.Cast("float32", 0), T.float32(0.0))
