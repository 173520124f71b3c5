# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6,), "float32"), C: T.Buffer((6,), "float32")):
        # with T.block("root"):
        for i_0, i_1 in T.grid(2, 3):
            with T.block("rows"):
                T.reads(A[0:6])
                T.writes(C[i_0 * 3 + i_1])
                B = T.alloc_buffer((i_0 * 3 + i_1 + 1,))
                for k in range(i_0 * 3 + i_1 + 1):
                    with T.block("B"):
                        vk = T.axis.spatial(i_0 * 3 + i_1 + 1, k)
                        T.reads(A[vk])
                        T.writes(B[vk])
                        B[vk] = A[vk] * T.float32(2.0)
                with T.block("C"):
                    T.reads(B[T.min(0, i_0 * 3 + i_1):T.min(0, i_0 * 3 + i_1) + (T.max(0, i_0 * 3 + i_1) + 1 - T.min(0, i_0 * 3 + i_1))])
                    T.writes(C[i_0 * 3 + i_1])
                    C[i_0 * 3 + i_1] = B[0] + B[i_0 * 3 + i_1]
