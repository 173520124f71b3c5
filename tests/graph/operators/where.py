# SPDX-License-Identifier: Apache-2.0
# --- where-1 ---
# {"op": "where", "args": [{"var": "c", "dtype": "bool", "shape": [2, 3]}, {"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.where(c, x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def where(c: T.Buffer((T.int64(2), T.int64(3)), "bool"), x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_where: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_where"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(c[v_ax0, v_ax1], x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_where[v_ax0, v_ax1])
                T_where[v_ax0, v_ax1] = T.Select(T.int64(0) < T.Cast("int64", c[v_ax0, v_ax1]), x[v_ax0, v_ax1], y[v_ax0, v_ax1])

# --- where-2 ---
# {"op": "where", "args": [{"var": "c", "dtype": "bool", "shape": [2, 1]}, {"var": "x", "dtype": "float32", "shape": ["n", 1, 3]}, {"var": "y", "dtype": "float32", "shape": [3]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 2, 3]}, "text": "R.where(c, x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def where(c: T.Buffer((T.int64(2), T.int64(1)), "bool"), x: T.Buffer((n, T.int64(1), T.int64(3)), "float32"), y: T.Buffer((T.int64(3),), "float32"), T_where: T.Buffer((n, T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(n, T.int64(2), T.int64(3)):
            with T.sblock("T_where"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(c[v_ax1, T.int64(0)], x[v_ax0, T.int64(0), v_ax2], y[v_ax2])
                T.writes(T_where[v_ax0, v_ax1, v_ax2])
                T_where[v_ax0, v_ax1, v_ax2] = T.Select(T.int64(0) < T.Cast("int64", c[v_ax1, T.int64(0)]), x[v_ax0, T.int64(0), v_ax2], y[v_ax2])

# --- where-3 ---
# {"op": "where", "args": [{"var": "c", "dtype": "bool", "shape": [3]}, {"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": []}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.where(c, x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def where(c: T.Buffer((T.int64(3),), "bool"), x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((), "float32"), T_where: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_where"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(c[v_ax1], x[v_ax0, v_ax1], y[()])
                T.writes(T_where[v_ax0, v_ax1])
                T_where[v_ax0, v_ax1] = T.Select(T.int64(0) < T.Cast("int64", c[v_ax1]), x[v_ax0, v_ax1], y[()])
