from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 14), "int8"), C: T.Buffer((8, 10), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((6, 12), "int8")
        for i_0, j_0 in T.grid(2, 2):
            for ax0, ax1, ax2, ax3 in T.grid(6, 7, 3, 3):
                with T.block("B"):
                    vi = T.axis.opaque(10, i_0 * 4 + ax0)
                    vj = T.axis.spatial(12, j_0 * 5 + ax1)
                    vk, vl = T.axis.remap("RR", [ax2, ax3])
                    T.where((i_0 < 1 or 2 <= ax0) and (j_0 < 1 or 2 <= ax1))
                    T.reads(A[vi + vk, vj + vl])
                    T.writes(B[vi % 6, vj])
                    with T.init():
                        B[vi % 6, vj] = T.int8(-128)
                    B[vi % 6, vj] = T.max(B[vi % 6, vj], A[vi + vk, vj + vl])
            for i_1, j_1, k, l in T.grid(4, 5, 3, 3):
                with T.block("C"):
                    vi = T.axis.opaque(8, i_0 * 4 + i_1)
                    vj = T.axis.spatial(10, j_0 * 5 + j_1)
                    vk, vl = T.axis.remap("RR", [k, l])
                    T.reads(B[(vi + vk) % 6, vj + vl])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.int8(-128)
                    C[vi, vj] = T.max(C[vi, vj], B[(vi + vk) % 6, vj + vl])
