# SPDX-License-Identifier: Apache-2.0
# --- divide-1 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.divide(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / y[v_ax0, v_ax1]

# --- divide-2 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "int32", "shape": ["n", 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "int32", "shape": ["n", 3]}, "text": "R.divide(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((n, T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_divide: T.Buffer((n, T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = T.Div(x[v_ax0, v_ax1], y[v_ax1])

# --- divide-3 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": [4, 1, 3]}, {"var": "y", "dtype": "float32", "shape": [5, 1]}], "attrs": {}, "type": {"dtype": "float32", "shape": [4, 5, 3]}, "text": "R.divide(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(4), T.int64(1), T.int64(3)), "float32"), y: T.Buffer((T.int64(5), T.int64(1)), "float32"), T_divide: T.Buffer((T.int64(4), T.int64(5), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(T.int64(4), T.int64(5), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, T.int64(0), v_ax2], y[v_ax1, T.int64(0)])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = x[v_ax0, T.int64(0), v_ax2] / y[v_ax1, T.int64(0)]

# --- divide-4 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": ["n", "m"]}, {"var": "y", "dtype": "float32", "shape": ["n", "m"]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", "m"]}, "text": "R.divide(x, y)"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((n, m), "float32"), y: T.Buffer((n, m), "float32"), T_divide: T.Buffer((n, m), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, m):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / y[v_ax0, v_ax1]

# --- divide-5 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": ["n", "m"]}, {"var": "y", "dtype": "float32", "shape": [1, "m"]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", "m"]}, "text": "R.divide(x, y)"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((n, m), "float32"), y: T.Buffer((T.int64(1), m), "float32"), T_divide: T.Buffer((n, m), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, m):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[T.int64(0), v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / y[T.int64(0), v_ax1]

# --- divide-6 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float16", "shape": [2, 3]}, {"var": "y", "dtype": "float16", "shape": []}], "attrs": {}, "type": {"dtype": "float16", "shape": [2, 3]}, "text": "R.divide(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(2), T.int64(3)), "float16"), y: T.Buffer((), "float16"), T_divide: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[()])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / y[()]

# --- divide-7 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"const": [2.0], "shape": [], "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.divide(x, R.const(2.0, \"float32\"))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / T.float32(2.0)

# --- divide-8 ---
# {"op": "divide", "args": [{"const": [1.0], "shape": [], "dtype": "float32"}, {"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.divide(R.const(1.0, \"float32\"), x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((n, T.int64(3)), "float32"), T_divide: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = T.float32(1.0) / x[v_ax0, v_ax1]

# --- divide-9 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"const": [0.0, 1.0, 2.0], "shape": [3], "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.divide(x, metadata[\"ir.GenericConst\"][0])"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), B: T.Buffer((T.int64(3),), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], B[v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / B[v_ax1]

# --- divide-10 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}, {"prim": 1.5, "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.divide(x, T.float32(1.5))"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((n, T.int64(3)), "float32"), T_divide: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] / T.float32(1.5)

# --- divide-11 ---
# {"op": "divide", "args": [{"prim": 1.5, "dtype": "float16"}, {"var": "x", "dtype": "float16", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float16", "shape": [2, 3]}, "text": "R.divide(T.float16(1.5), x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(2), T.int64(3)), "float16"), T_divide: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = T.float16(1.5) / x[v_ax0, v_ax1]

# --- divide-12 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "int64", "shape": [4]}, {"var": "y", "dtype": "int64", "shape": [4]}], "attrs": {}, "type": {"dtype": "int64", "shape": [4]}, "text": "R.divide(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((T.int64(4),), "int64"), y: T.Buffer((T.int64(4),), "int64"), T_divide: T.Buffer((T.int64(4),), "int64")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], y[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = T.Div(x[v_ax0], y[v_ax0])

# --- divide-13 ---
# {"op": "divide", "args": [{"var": "x", "dtype": "float32", "shape": []}, {"var": "y", "dtype": "float32", "shape": []}], "attrs": {}, "type": {"dtype": "float32", "shape": []}, "text": "R.divide(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def divide(x: T.Buffer((), "float32"), y: T.Buffer((), "float32"), T_divide: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        with T.sblock("T_divide"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x[()], y[()])
            T.writes(T_divide[()])
            T_divide[()] = x[()] / y[()]
