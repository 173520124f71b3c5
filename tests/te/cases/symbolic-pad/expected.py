# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer(("n",), "float32"), C: T.Buffer(((n + 15) // 16, 16), "float32")):
    n = T.int32()
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    B = T.sblock_alloc_buffer(((n + 15) // 16 * 16,))
    for i in range((n + 15) // 16 * 16):
        with T.sblock("B"):
            v_i = T.axis.spatial((n + 15) // 16 * 16, i)
            T.reads(A[v_i])
            T.writes(B[v_i])
            B[v_i] = T.if_then_else(v_i < n, A[v_i], T.float32(0.0))
    for i, j in T.grid((n + 15) // 16, 16):
        with T.sblock("C"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(B[v_i * 16 + v_j])
            T.writes(C[v_i, v_j])
            C[v_i, v_j] = B[v_i * 16 + v_j]
