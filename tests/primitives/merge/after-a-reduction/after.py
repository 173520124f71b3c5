# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), W: T.Buffer((24, 12), "float32"), D: T.Buffer((16, 12), "float32"), E: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 12))
        for i_m, j_m in T.grid(16, 12):
            for k in range(24):
                with T.block("B"):
                    vi, vj, vk = T.axis.remap("SSR", [i_m, j_m, k])
                    T.reads(A[vi, vk], W[vk, vj])
                    T.writes(B[vi, vj])
                    with T.init():
                        B[vi, vj] = T.float32(0.0)
                    B[vi, vj] = B[vi, vj] + A[vi, vk] * W[vk, vj]
            with T.block("D"):
                vl, vm = T.axis.remap("SS", [i_m, j_m])
                T.reads(B[vl, vm])
                T.writes(D[vl, vm])
                D[vl, vm] = B[vl, vm] + T.float32(1.0)
        for n, o, p in T.grid(16, 12, 24):
            with T.block("E"):
                vn, vo, vp = T.axis.remap("SSR", [n, o, p])
                T.reads(D[vn, vo], W[vp, vo])
                T.writes(E[vn, vo])
                with T.init():
                    E[vn, vo] = T.float32(0.0)
                E[vn, vo] = E[vn, vo] + D[vn, vo] * W[vp, vo]
