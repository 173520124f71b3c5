from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 11), "int8"), C: T.Buffer((4, 7), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((8, 9), "int8")
        for i_0, j_0 in T.grid(2, 2):
            for ax0, ax1, ax2, ax3 in T.grid(8, 6, 3, 3):
                with T.block("B"):
                    vi = T.axis.opaque(14, i_0 * 6 + ax0)
                    vj = T.axis.spatial(9, j_0 * 4 + ax1)
                    vk, vl = T.axis.remap("RR", [ax2, ax3])
                    T.where(j_0 * 4 + ax1 < 9 and (i_0 < 1 or 2 <= ax0) and (j_0 < 1 or 2 <= ax1))
                    T.reads(A[vi + vk, vj + vl])
                    T.writes(B[vi % 8, vj])
                    with T.init():
                        B[vi % 8, vj] = T.int8(-128)
                    B[vi % 8, vj] = T.max(B[vi % 8, vj], A[vi + vk, vj + vl])
            for i_1, j_1, k, l in T.grid(2, 4, 5, 3):
                with T.block("C"):
                    vi = T.axis.opaque(4, i_0 * 2 + i_1)
                    vj = T.axis.spatial(7, j_0 * 4 + j_1)
                    vk, vl = T.axis.remap("RR", [k, l])
                    T.where(j_0 * 4 + j_1 < 7)
                    T.reads(B[(vi * 3 + vk) % 8, vj + vl])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.int8(-128)
                    C[vi, vj] = T.max(C[vi, vj], B[(vi * 3 + vk) % 8, vj + vl])
