# SPDX-License-Identifier: Apache-2.0
# --- eye-1 ---
# {"op": "eye", "args": [{"prim": 3, "dtype": "int64"}, {"prim": 4, "dtype": "int64"}, {"prim": 1, "dtype": "int64"}], "attrs": {"dtype": "float32"}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.eye(3, 4, 1, dtype=\"float32\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def eye(eye: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i, j in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("eye"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(eye[v_i, v_j])
                eye[v_i, v_j] = T.if_then_else(v_i == v_j - T.int64(1), T.float32(1.0), T.float32(0.0))
