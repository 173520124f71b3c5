# SPDX-License-Identifier: Apache-2.0
# --- clip-1 ---
# {"op": "clip", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"prim": 0, "dtype": "int64"}, {"prim": 6, "dtype": "int64"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.clip(x, 0, 6)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_clip(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.max(T.min(x[v_i0, v_i1], T.float32(6.0)), T.float32(0.0))

# --- clip-2 ---
# {"op": "clip", "args": [{"var": "x", "dtype": "float16", "shape": ["n"]}, {"prim": -1.5, "dtype": "float64"}, {"prim": 2.5, "dtype": "float64"}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n"]}, "text": "R.clip(x, T.float64(-1.5), T.float64(2.5))"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_clip(x: T.Buffer((n,), "float16"), compute: T.Buffer((n,), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0 in range(n):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(n, i0)
                T.reads(x[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.max(T.min(x[v_i0], T.float16(2.5)), T.float16(-1.5))

# --- clip-3 ---
# {"op": "clip", "args": [{"var": "x", "dtype": "int32", "shape": [4]}, {"prim": 0, "dtype": "int64"}, {"prim": 255, "dtype": "int64"}], "attrs": {}, "type": {"dtype": "int32", "shape": [4]}, "text": "R.clip(x, 0, 255)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_clip(x: T.Buffer((T.int64(4),), "int32"), compute: T.Buffer((T.int64(4),), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.max(T.min(x[v_i0], 255), 0)

# --- clip-4 ---
# {"op": "clip", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"prim": 0, "dtype": "int64"}, {"prim": 6, "dtype": "int64"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.clip(x, 0, 6)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_clip(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.max(T.min(x[v_i0, v_i1], T.float32(6.0)), T.float32(0.0))
