# SPDX-License-Identifier: Apache-2.0
# --- floor_divide-1 ---
# {"op": "floor_divide", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.floor_divide(x, y)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def floor_divide(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_floor_divide: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_floor_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
                T.writes(T_floor_divide[v_ax0, v_ax1])
                T_floor_divide[v_ax0, v_ax1] = T.floor(x[v_ax0, v_ax1] / y[v_ax0, v_ax1])

# --- floor_divide-2 ---
# {"op": "floor_divide", "args": [{"var": "x", "dtype": "int32", "shape": ["n", 3]}, {"var": "y", "dtype": "int32", "shape": [3]}], "attrs": {}, "type": {"dtype": "int32", "shape": ["n", 3]}, "text": "R.floor_divide(x, y)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def floor_divide(x: T.Buffer((n, T.int64(3)), "int32"), y: T.Buffer((T.int64(3),), "int32"), T_floor_divide: T.Buffer((n, T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_floor_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], y[v_ax1])
                T.writes(T_floor_divide[v_ax0, v_ax1])
                T_floor_divide[v_ax0, v_ax1] = x[v_ax0, v_ax1] // y[v_ax1]

# --- floor_divide-3 ---
# {"op": "floor_divide", "args": [{"var": "x", "dtype": "int64", "shape": [4]}, {"const": [2], "shape": [], "dtype": "int64"}], "attrs": {}, "type": {"dtype": "int64", "shape": [4]}, "text": "R.floor_divide(x, R.const(2, \"int64\"))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def floor_divide(x: T.Buffer((T.int64(4),), "int64"), T_floor_divide: T.Buffer((T.int64(4),), "int64")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_floor_divide"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(x[v_ax0])
                T.writes(T_floor_divide[v_ax0])
                T_floor_divide[v_ax0] = x[v_ax0] // T.int64(2)
