# SPDX-License-Identifier: Apache-2.0
# --- concat-1 ---
# {"op": "concat", "args": [{"items": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [4, 3]}]}], "attrs": {"axis": 0}, "type": {"dtype": "float32", "shape": [6, 3]}, "text": "R.concat((x, y), axis=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(4), T.int64(3)), "float32"), T_concat: T.Buffer((T.int64(6), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(6), T.int64(3)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(y[v_ax0 - T.int64(2), v_ax1], x[v_ax0, v_ax1])
                T.writes(T_concat[v_ax0, v_ax1])
                T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(2) <= v_ax0, y[v_ax0 - T.int64(2), v_ax1], x[v_ax0, v_ax1])

# --- concat-2 ---
# {"op": "concat", "args": [{"items": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 4]}, {"var": "z", "dtype": "float32", "shape": [2, 5]}]}], "attrs": {"axis": -1}, "type": {"dtype": "float32", "shape": [2, 12]}, "text": "R.concat((x, y, z), axis=-1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(4)), "float32"), z: T.Buffer((T.int64(2), T.int64(5)), "float32"), T_concat: T.Buffer((T.int64(2), T.int64(12)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(12)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(z[v_ax0, v_ax1 - T.int64(7)], y[v_ax0, v_ax1 - T.int64(3)], x[v_ax0, v_ax1])
                T.writes(T_concat[v_ax0, v_ax1])
                T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(7) <= v_ax1, z[v_ax0, v_ax1 - T.int64(7)], T.if_then_else(T.int64(3) <= v_ax1, y[v_ax0, v_ax1 - T.int64(3)], x[v_ax0, v_ax1]))

# --- concat-3 ---
# {"op": "concat", "args": [{"items": [{"var": "x", "dtype": "float32", "shape": [2, "n"]}, {"var": "y", "dtype": "float32", "shape": [2, "m"]}]}], "attrs": {"axis": 1}, "type": {"dtype": "float32", "shape": [2, "n + m"]}, "text": "R.concat((x, y), axis=1)"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(x: T.Buffer((T.int64(2), n), "float32"), y: T.Buffer((T.int64(2), m), "float32"), T_concat: T.Buffer((T.int64(2), "n + m"), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), n + m):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(y[v_ax0, v_ax1 - n], x[v_ax0, v_ax1])
                T.writes(T_concat[v_ax0, v_ax1])
                T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(0) <= v_ax1 - n, y[v_ax0, v_ax1 - n], x[v_ax0, v_ax1])

# --- concat-4 ---
# {"op": "concat", "args": [{"items": [{"var": "x", "dtype": "float32", "shape": [2, 3]}]}], "attrs": {"axis": 1}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.concat((x,), axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def concatenate(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_concat: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_concat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_concat[v_ax0, v_ax1])
                T_concat[v_ax0, v_ax1] = x[v_ax0, v_ax1]
