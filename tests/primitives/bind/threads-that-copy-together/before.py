from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), D: T.Buffer((16, 64), "float32")):
        A_shared = T.alloc_buffer((64,), "float32", scope="shared")
        for i in range(16):
            for ax0_0, ax0_1 in T.grid(4, 16):
                with T.block("A_shared"):
                    v0 = T.axis.spatial(64, ax0_0 * 16 + ax0_1)
                    A_shared[v0] = A[v0]
            for j in range(64):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    D[vi, vj] = A_shared[vj] * T.float32(2)
