# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 16))
        C = T.match_buffer(c, (n, 16))
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(n, 4, 4):
            with T.block("B"):
                v0, v1, v2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(A[v0, v1 * 4 + v2])
                T.writes(C[v0, v1 * 4 + v2])
                C[v0, v1 * 4 + v2] = A[v0, v1 * 4 + v2]
