# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((8, 128, 16), "float32"), D: T.Buffer((4, 128, 32), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C = T.sblock_alloc_buffer((32, 32, 4, 4))
        for ax0, ax1, ax2, ax3 in T.grid(16, 128, 8, 128):
            with T.sblock("C"):
                v0, v1, v2, v3 = T.axis.remap("SSSR", [ax0, ax1, ax2, ax3])
                T.reads(A[v0 * 8 + v2, v3], B[v1 // 16, v3, v1 % 16])
                T.writes(C[(v0 * 8 + v2) // 4, v1 // 4, (v0 * 8 + v2) % 4, v1 % 4])
                with T.init():
                    C[(v0 * 8 + v2) // 4, v1 // 4, (v0 * 8 + v2) % 4, v1 % 4] = T.float32(0.0)
                C[(v0 * 8 + v2) // 4, v1 // 4, (v0 * 8 + v2) % 4, v1 % 4] = C[(v0 * 8 + v2) // 4, v1 // 4, (v0 * 8 + v2) % 4, v1 % 4] + A[v0 * 8 + v2, v3] * B[v1 // 16, v3, v1 % 16]
        for i, j in T.grid(128, 128):
            with T.sblock("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi // 4, vj // 4, vi % 4, vj % 4])
                T.writes(D[vi // 32, vj, vi % 32])
                D[vi // 32, vj, vi % 32] = T.max(C[vi // 4, vj // 4, vi % 4, vj % 4], T.float32(0.0))
