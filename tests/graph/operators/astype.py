# SPDX-License-Identifier: Apache-2.0
# --- astype-1 ---
# {"op": "astype", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {"dtype": "float16"}, "type": {"dtype": "float16", "shape": ["n", 3]}, "text": "R.astype(x, dtype=\"float16\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def cast(x: T.Buffer((n, T.int64(3)), "float32"), compute: T.Buffer((n, T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Cast("float16", x[v_i0, v_i1])

# --- astype-2 ---
# {"op": "astype", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {"dtype": "int32"}, "type": {"dtype": "int32", "shape": ["n", 3]}, "text": "R.astype(x, dtype=\"int32\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def cast(x: T.Buffer((n, T.int64(3)), "float32"), compute: T.Buffer((n, T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Cast("int32", x[v_i0, v_i1])

# --- astype-3 ---
# {"op": "astype", "args": [{"var": "x", "dtype": "int64", "shape": ["n", 3]}], "attrs": {"dtype": "float32"}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.astype(x, dtype=\"float32\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def cast(x: T.Buffer((n, T.int64(3)), "int64"), compute: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Cast("float32", x[v_i0, v_i1])

# --- astype-4 ---
# {"op": "astype", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {"dtype": "bool"}, "type": {"dtype": "bool", "shape": ["n", 3]}, "text": "R.astype(x, dtype=\"bool\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def cast(x: T.Buffer((n, T.int64(3)), "float32"), compute: T.Buffer((n, T.int64(3)), "bool")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Cast("bool", x[v_i0, v_i1])

# --- astype-5 ---
# {"op": "astype", "args": [{"var": "x", "dtype": "bool", "shape": ["n", 3]}], "attrs": {"dtype": "float32"}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.astype(x, dtype=\"float32\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def cast(x: T.Buffer((n, T.int64(3)), "bool"), compute: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(n, T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = T.Cast("float32", x[v_i0, v_i1])
