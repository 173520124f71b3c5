from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 14), "int8"), C: T.Buffer((8, 10), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((10, 5), "int8")
        for j_0, i_0 in T.grid(4, 2):
            for ax0, ax1, ax2, ax3 in T.grid(6, 5, 3, 3):
                with T.block("B"):
                    vi = T.axis.spatial(10, i_0 * 4 + ax0)
                    vj = T.axis.opaque(12, j_0 * 3 + ax1)
                    vk, vl = T.axis.remap("RR", [ax2, ax3])
                    T.where(j_0 * 3 + ax1 < 12 and (i_0 < 1 or 2 <= ax0) and (j_0 < 1 or 2 <= ax1))
                    T.reads(A[vi + vk, vj + vl])
                    T.writes(B[vi, vj % 5])
                    with T.init():
                        B[vi, vj % 5] = T.int8(-128)
                    B[vi, vj % 5] = T.max(B[vi, vj % 5], A[vi + vk, vj + vl])
            for i_1, j_1, k, l in T.grid(4, 3, 3, 3):
                with T.block("C"):
                    vi = T.axis.spatial(8, i_0 * 4 + i_1)
                    vj = T.axis.opaque(10, j_0 * 3 + j_1)
                    vk, vl = T.axis.remap("RR", [k, l])
                    T.where(j_0 * 3 + j_1 < 10)
                    T.reads(B[vi + vk, (vj + vl) % 5])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.int8(-128)
                    C[vi, vj] = T.max(C[vi, vj], B[vi + vk, (vj + vl) % 5])
