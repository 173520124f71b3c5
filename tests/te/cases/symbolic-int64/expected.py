# from typing import TypeVar
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

n = TypeVar("n")
@T.prim_func(s_tir=True)
def main(A: T.Buffer((n, "n + T.int64(1)"), "float32"), C: T.Buffer(("n * T.int64(2)",), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    B = T.sblock_alloc_buffer((n, n + T.int64(1)))
    for i, j in T.grid(n, n + T.int64(1)):
        with T.sblock("B"):
            v_i = T.axis.spatial(n, i)
            v_j = T.axis.spatial(n + T.int64(1), j)
            T.reads(A[v_i, v_j])
            T.writes(B[v_i, v_j])
            B[v_i, v_j] = A[v_i, v_j] + T.float32(1.0)
    for i in range(n * T.int64(2)):
        with T.sblock("C"):
            v_i = T.axis.spatial(n * T.int64(2), i)
            T.reads(B[v_i // T.int64(2), 0])
            T.writes(C[v_i])
            C[v_i] = B[v_i // T.int64(2), 0]
