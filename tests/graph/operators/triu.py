# SPDX-License-Identifier: Apache-2.0
# --- triu-1 ---
# {"op": "triu", "args": [{"var": "x", "dtype": "float32", "shape": [3, 4]}, {"prim": -1, "dtype": "int64"}], "attrs": {}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.triu(x, -1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def triu(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), trilu: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("trilu"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(trilu[v_i0, v_i1])
                trilu[v_i0, v_i1] = T.Select(v_i0 <= v_i1 + T.int64(1), x[v_i0, v_i1], T.float32(0.0))
