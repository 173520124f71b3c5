# SPDX-License-Identifier: Apache-2.0
# --- acos-1 ---
# {"op": "acos", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.acos(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_acos(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.acos(x[v_i0, v_i1])

# --- acos-2 ---
# {"op": "acos", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 3]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 3]}, "text": "R.acos(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_acos(x: T.Buffer((n, T.int64(3)), "float16"), compute: T.Buffer((n, T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.acos(x[v_i0, v_i1])
