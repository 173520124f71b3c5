from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 14), "int8"), C: T.Buffer((8, 10), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((3, 12), "int8")
        for i, j_0 in T.grid(8, 3):
            for ax0, ax1, ax2, ax3 in T.grid(3, 6, 3, 3):
                with T.block("B"):
                    vi = T.axis.opaque(10, i + ax0)
                    vj = T.axis.spatial(12, j_0 * 4 + ax1)
                    vk, vl = T.axis.remap("RR", [ax2, ax3])
                    T.where(j_0 * 4 + ax1 < 12 and (i < 1 or 2 <= ax0) and (j_0 < 1 or 2 <= ax1))
                    T.reads(A[vi + vk, vj + vl])
                    T.writes(B[vi % 3, vj])
                    with T.init():
                        B[vi % 3, vj] = T.int8(-128)
                    B[vi % 3, vj] = T.max(B[vi % 3, vj], A[vi + vk, vj + vl])
            for j_1, k, l in T.grid(4, 3, 3):
                with T.block("C"):
                    vi = T.axis.opaque(8, i)
                    vj = T.axis.spatial(10, j_0 * 4 + j_1)
                    vk, vl = T.axis.remap("RR", [k, l])
                    T.where(j_0 * 4 + j_1 < 10)
                    T.reads(B[(vi + vk) % 3, vj + vl])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.int8(-128)
                    C[vi, vj] = T.max(C[vi, vj], B[(vi + vk) % 3, vj + vl])
