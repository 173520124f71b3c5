# SPDX-License-Identifier: Apache-2.0
# --- add-1 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.add(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_add: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + y[v_ax0, v_ax1]

# --- add-2 ---
# {"op": "add", "args": [{"var": "x", "dtype": "int32", "shape": ["n", 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "int32", "shape": ["n", 3]}, "text": "R.add(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((n, T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_add: T.Buffer((n, T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + y[v_ax1]

# --- add-3 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": [4, 1, 3]}, {"var": "y", "dtype": "float32", "shape": [5, 1]}], "attrs": {}, "type": {"dtype": "float32", "shape": [4, 5, 3]}, "text": "R.add(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4), T.int64(1), T.int64(3)), "float32"), y: T.Buffer((T.int64(5), T.int64(1)), "float32"), T_add: T.Buffer((T.int64(4), T.int64(5), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(T.int64(4), T.int64(5), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, T.int64(0), v_ax2], y[v_ax1, T.int64(0)])
                T.writes(T_add[v_ax0, v_ax1, v_ax2])
                T_add[v_ax0, v_ax1, v_ax2] = x[v_ax0, T.int64(0), v_ax2] + y[v_ax1, T.int64(0)]

# --- add-4 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": ["n", "m"]}, {"var": "y", "dtype": "float32", "shape": ["n", "m"]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", "m"]}, "text": "R.add(x, y)"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((n, m), "float32"), y: T.Buffer((n, m), "float32"), T_add: T.Buffer((n, m), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, m):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + y[v_ax0, v_ax1]

# --- add-5 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": ["n", "m"]}, {"var": "y", "dtype": "float32", "shape": [1, "m"]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", "m"]}, "text": "R.add(x, y)"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((n, m), "float32"), y: T.Buffer((T.int64(1), m), "float32"), T_add: T.Buffer((n, m), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, m):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[T.int64(0), v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + y[T.int64(0), v_ax1]

# --- add-6 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float16", "shape": [2, 3]}, {"var": "y", "dtype": "float16", "shape": []}], "attrs": {}, "type": {"dtype": "float16", "shape": [2, 3]}, "text": "R.add(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(2), T.int64(3)), "float16"), y: T.Buffer((), "float16"), T_add: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[()])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + y[()]

# --- add-7 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"const": [2.0], "shape": [], "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.add(x, R.const(2.0, \"float32\"))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_add: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + T.float32(2.0)

# --- add-8 ---
# {"op": "add", "args": [{"const": [1.0], "shape": [], "dtype": "float32"}, {"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.add(R.const(1.0, \"float32\"), x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((n, T.int64(3)), "float32"), T_add: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float32(1.0) + x[v_ax0, v_ax1]

# --- add-9 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"const": [0.0, 1.0, 2.0], "shape": [3], "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.add(x, metadata[\"ir.GenericConst\"][0])"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), B: T.Buffer((T.int64(3),), "float32"), T_add: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], B[v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + B[v_ax1]

# --- add-10 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}, {"prim": 1.5, "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.add(x, T.float32(1.5))"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((n, T.int64(3)), "float32"), T_add: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = x[v_ax0, v_ax1] + T.float32(1.5)

# --- add-11 ---
# {"op": "add", "args": [{"prim": 1.5, "dtype": "float16"}, {"var": "x", "dtype": "float16", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float16", "shape": [2, 3]}, "text": "R.add(T.float16(1.5), x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(2), T.int64(3)), "float16"), T_add: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_add"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_add[v_ax0, v_ax1])
                T_add[v_ax0, v_ax1] = T.float16(1.5) + x[v_ax0, v_ax1]

# --- add-12 ---
# {"op": "add", "args": [{"var": "x", "dtype": "int64", "shape": [4]}, {"var": "y", "dtype": "int64", "shape": [4]}], "attrs": {}, "type": {"dtype": "int64", "shape": [4]}, "text": "R.add(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((T.int64(4),), "int64"), y: T.Buffer((T.int64(4),), "int64"), T_add: T.Buffer((T.int64(4),), "int64")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_add"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0], y[v_ax0])
                T.writes(T_add[v_ax0])
                T_add[v_ax0] = x[v_ax0] + y[v_ax0]

# --- add-13 ---
# {"op": "add", "args": [{"var": "x", "dtype": "float32", "shape": []}, {"var": "y", "dtype": "float32", "shape": []}], "attrs": {}, "type": {"dtype": "float32", "shape": []}, "text": "R.add(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def add(x: T.Buffer((), "float32"), y: T.Buffer((), "float32"), T_add: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        with T.sblock("T_add"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x[()], y[()])
            T.writes(T_add[()])
            T_add[()] = x[()] + y[()]
