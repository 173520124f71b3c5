# SPDX-License-Identifier: Apache-2.0
# --- isfinite-1 ---
# {"op": "isfinite", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "bool", "shape": [2, 3]}, "text": "R.isfinite(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_isfinite(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = (T.fabs(x[v_i0, v_i1]) != T.float32("inf") or T.isnan(x[v_i0, v_i1])) and not T.isnan(x[v_i0, v_i1])

# --- isfinite-2 ---
# {"op": "isfinite", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 3]}], "attrs": {}, "type": {"dtype": "bool", "shape": ["n", 3]}, "text": "R.isfinite(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_isfinite(x: T.Buffer((n, T.int64(3)), "float16"), compute: T.Buffer((n, T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = (T.fabs(x[v_i0, v_i1]) != T.float16("inf") or T.isnan(T.Cast("float32", x[v_i0, v_i1]))) and not T.isnan(T.Cast("float32", x[v_i0, v_i1]))
