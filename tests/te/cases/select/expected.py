# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), D: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    B = T.sblock_alloc_buffer((8, 16))
    eye = T.sblock_alloc_buffer((8, 16))
    for i, j in T.grid(8, 16):
        with T.sblock("B"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i - 1:v_i - 1 + 2, v_j - 1:v_j - 1 + 2])
            T.writes(B[v_i, v_j])
            B[v_i, v_j] = T.Select(0 < v_i and 0 < v_j, A[v_i - 1, v_j - 1], A[v_i, v_j])
    for i, j in T.grid(8, 16):
        with T.sblock("eye"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads()
            T.writes(eye[v_i, v_j])
            eye[v_i, v_j] = T.Select(v_i == v_j, T.float32(1.0), T.float32(0.0))
    for i, j in T.grid(8, 16):
        with T.sblock("D"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(B[v_i, v_j], eye[v_i, v_j])
            T.writes(D[v_i, v_j])
            D[v_i, v_j] = T.if_then_else(v_i == 0 or v_j != 0, B[v_i, v_j], eye[v_i, v_j])
