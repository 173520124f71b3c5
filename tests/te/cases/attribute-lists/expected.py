# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    T.func_attr({"tirx.noalias": True})
    # with T.sblock("root"):
    for i, j in T.grid(8, 16):
        with T.sblock("B"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j])
            T.writes(B[v_i, v_j])
            T.sblock_attr({"dict": {"x": 1, "y": [2]}, "empty": [], "list": [1, 2], "mixed": [1.5, "x", True], "nested": [[1, 2], [3]], "tuple": ["u", "v"]})
            B[v_i, v_j] = A[v_i, v_j] * T.float32(2.0)
