# SPDX-License-Identifier: Apache-2.0
# --- tril-1 ---
# {"op": "tril", "args": [{"var": "x", "dtype": "float32", "shape": [2, 4, 4]}, {"prim": 0, "dtype": "int64"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 4, 4]}, "text": "R.tril(x, 0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tril(x: T.Buffer((T.int64(2), T.int64(4), T.int64(4)), "float32"), trilu: T.Buffer((T.int64(2), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
            with T.sblock("trilu"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2])
                T.writes(trilu[v_i0, v_i1, v_i2])
                trilu[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1, x[v_i0, v_i1, v_i2], T.float32(0.0))

# --- tril-2 ---
# {"op": "tril", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 4]}, {"prim": 1, "dtype": "int64"}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 4]}, "text": "R.tril(x, 1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tril(x: T.Buffer((n, T.int64(4)), "float32"), trilu: T.Buffer((n, T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("trilu"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(trilu[v_i0, v_i1])
                trilu[v_i0, v_i1] = T.Select(v_i1 <= v_i0 + T.int64(1), x[v_i0, v_i1], T.float32(0.0))
