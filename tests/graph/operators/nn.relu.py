# SPDX-License-Identifier: Apache-2.0
# --- nn.relu-1 ---
# {"op": "nn.relu", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.nn.relu(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def relu(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.max(x[v_i0, v_i1], T.float32(0.0))

# --- nn.relu-2 ---
# {"op": "nn.relu", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 4]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 4]}, "text": "R.nn.relu(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def relu(x: T.Buffer((n, T.int64(4)), "float16"), compute: T.Buffer((n, T.int64(4)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(4)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.max(x[v_i0, v_i1], T.float16(0.0))

# --- nn.relu-3 ---
# {"op": "nn.relu", "args": [{"var": "x", "dtype": "int32", "shape": [4]}], "attrs": {}, "type": {"dtype": "int32", "shape": [4]}, "text": "R.nn.relu(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def relu(x: T.Buffer((T.int64(4),), "int32"), compute: T.Buffer((T.int64(4),), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i0 in range(T.int64(4)):
            with T.sblock("compute"):
                v_i0 = T.axis.spatial(T.int64(4), i0)
                T.reads(x[v_i0])
                T.writes(compute[v_i0])
                compute[v_i0] = T.max(x[v_i0], 0)
