@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 128, 128), "float32"), D: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        C = T.alloc_buffer((4,))
        for b, i, j in T.grid(4, 128, 128):
            with T.block("C"):
                v_b, v_i, v_j = T.axis.remap("SRR", [b, i, j])
                T.reads(A[v_b, v_i, v_j])
                T.writes(C[v_b])
                with T.init():
                    C[v_b] = T.float32(0.0)
                C[v_b] = C[v_b] + A[v_b, v_i, v_j] * A[v_b, v_i, v_j]
        for b in range(4):
            with T.block("D"):
                v_b = T.axis.spatial(4, b)
                T.reads(C[v_b])
                T.writes(D[v_b])
                D[v_b] = T.sqrt(C[v_b])
