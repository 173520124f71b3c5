from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 14), "int8"), C: T.Buffer((8, 10), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((5, 12), "int8")
        for i_0 in range(3):
            for ax0, ax1, ax2, ax3 in T.grid(5, 12, 3, 3):
                with T.block("B"):
                    vi = T.axis.opaque(10, i_0 * 3 + ax0)
                    vj, vk, vl = T.axis.remap("SRR", [ax1, ax2, ax3])
                    T.where(i_0 * 3 + ax0 < 10 and (i_0 < 1 or 2 <= ax0))
                    T.reads(A[vi + vk, vj + vl])
                    T.writes(B[vi % 5, vj])
                    with T.init():
                        B[vi % 5, vj] = T.int8(-128)
                    B[vi % 5, vj] = T.max(B[vi % 5, vj], A[vi + vk, vj + vl])
            for i_1, j, k, l in T.grid(3, 10, 3, 3):
                with T.block("C"):
                    vi = T.axis.opaque(8, i_0 * 3 + i_1)
                    vj, vk, vl = T.axis.remap("SRR", [j, k, l])
                    T.where(i_0 * 3 + i_1 < 8)
                    T.reads(B[(vi + vk) % 5, vj + vl])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.int8(-128)
                    C[vi, vj] = T.max(C[vi, vj], B[(vi + vk) % 5, vj + vl])
