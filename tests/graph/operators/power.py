# SPDX-License-Identifier: Apache-2.0
# --- power-1 ---
# {"op": "power", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.power(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def power(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_power: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_power"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_power[v_ax0, v_ax1])
                T_power[v_ax0, v_ax1] = T.pow(x[v_ax0, v_ax1], y[v_ax0, v_ax1])

# --- power-2 ---
# {"op": "power", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}, {"var": "y", "dtype": "float32", "shape": [3]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["n", 3]}, "text": "R.power(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def power(x: T.Buffer((n, T.int64(3)), "float32"), y: T.Buffer((T.int64(3),), "float32"), T_power: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_power"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_power[v_ax0, v_ax1])
                T_power[v_ax0, v_ax1] = T.pow(x[v_ax0, v_ax1], y[v_ax1])

# --- power-3 ---
# {"op": "power", "args": [{"var": "x", "dtype": "float32", "shape": [4]}, {"const": [2.0], "shape": [], "dtype": "float32"}], "attrs": {}, "type": {"dtype": "float32", "shape": [4]}, "text": "R.power(x, R.const(2.0, \"float32\"))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def power(x: T.Buffer((T.int64(4),), "float32"), T_power: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_power"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0])
                T.writes(T_power[v_ax0])
                T_power[v_ax0] = T.pow(x[v_ax0], T.float32(2.0))
