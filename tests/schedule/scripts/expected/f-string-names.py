# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 96), "float32"), E: T.Buffer((64, 96), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((64, 96))
        C = T.sblock_alloc_buffer((64, 96))
        for i in T.serial(64, annotations={"width": {"list": [0, 0.0], "name": "b"}}):
            for j_0 in range(24):
                for j_1 in T.vectorized(4):
                    with T.sblock("B"):
                        vi = T.axis.spatial(64, i)
                        vj = T.axis.spatial(96, j_0 * 4 + j_1)
                        T.reads(A[vi, vj])
                        T.writes(B[vi, vj])
                        T.sblock_attr({"stage_0": "'B': 1 of  3"})
                        B[vi, vj] = A[vi, vj] * T.float32(2.0)
        for i in T.serial(64, annotations={"width": {"list": [1, 0.5], "name": "c"}}):
            for j_0 in T.unroll(2):
                for j_1 in range(48):
                    with T.sblock("C"):
                        vi = T.axis.spatial(64, i)
                        vj = T.axis.spatial(96, j_0 * 48 + j_1)
                        T.reads(B[vi, vj])
                        T.writes(C[vi, vj])
                        T.sblock_attr({"stage_1": "'C': 2 of  3"})
                        C[vi, vj] = B[vi, vj] + T.float32(1.0)
        for i in T.serial(64, annotations={"width": {"list": [2, 1.0], "name": "e"}}):
            for j_0 in range(24):
                for j_1 in T.vectorized(4):
                    with T.sblock("E"):
                        vi = T.axis.spatial(64, i)
                        vj = T.axis.spatial(96, j_0 * 4 + j_1)
                        T.reads(C[vi, vj])
                        T.writes(E[vi, vj])
                        T.sblock_attr({"stage_2": "'E': 3 of  3"})
                        E[vi, vj] = T.exp(C[vi, vj])
