# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32"), F: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for m_m in range(16):
            for n in range(24):
                with T.block("F"):
                    vi, vj = T.axis.remap("SS", [m_m, n])
                    T.reads(A[vi, vj])
                    T.writes(F[vi, vj])
                    F[vi, vj] = A[vi, vj] - T.float32(3.0)
            for j in range(24):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [m_m, j])
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
        for k, l in T.grid(16, 24):
            with T.block("E"):
                vi, vj = T.axis.remap("SS", [k, l])
                T.reads(A[vi, vj])
                T.writes(E[vi, vj])
                E[vi, vj] = A[vi, vj] + T.float32(1.0)
