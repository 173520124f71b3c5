# SPDX-License-Identifier: Apache-2.0
# --- strided_slice-1 ---
# {"op": "strided_slice", "args": [{"var": "x", "dtype": "float32", "shape": [4, 3]}, {"items": [{"prim": 0, "dtype": "int64"}]}, {"items": [{"prim": 1, "dtype": "int64"}]}, {"items": [{"prim": 3, "dtype": "int64"}]}], "attrs": {"assume_inbound": false}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.strided_slice(x, (0,), (1,), (3,), assume_inbound=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(x: T.Buffer((T.int64(4), T.int64(3)), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_strided_slice_with_axes"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0 + T.int64(1), v_ax1])
                T.writes(T_strided_slice_with_axes[v_ax0, v_ax1])
                T_strided_slice_with_axes[v_ax0, v_ax1] = x[v_ax0 + T.int64(1), v_ax1]

# --- strided_slice-2 ---
# {"op": "strided_slice", "args": [{"var": "x", "dtype": "float32", "shape": [8, 6]}, {"items": [{"prim": 0, "dtype": "int64"}, {"prim": 1, "dtype": "int64"}]}, {"items": [{"prim": 1, "dtype": "int64"}, {"prim": -3, "dtype": "int64"}]}, {"items": [{"prim": 100, "dtype": "int64"}, {"prim": -1, "dtype": "int64"}]}, {"items": [{"prim": 2, "dtype": "int64"}, {"prim": 1, "dtype": "int64"}]}], "attrs": {"assume_inbound": false}, "type": {"dtype": "float32", "shape": [4, 2]}, "text": "R.strided_slice(x, (0, 1), (1, -3), (100, -1), (2, 1), assume_inbound=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(x: T.Buffer((T.int64(8), T.int64(6)), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(4), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(4), T.int64(2)):
            with T.sblock("T_strided_slice_with_axes"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0 * T.int64(2) + T.int64(1), v_ax1 + T.int64(3)])
                T.writes(T_strided_slice_with_axes[v_ax0, v_ax1])
                T_strided_slice_with_axes[v_ax0, v_ax1] = x[v_ax0 * T.int64(2) + T.int64(1), v_ax1 + T.int64(3)]

# --- strided_slice-3 ---
# {"op": "strided_slice", "args": [{"var": "x", "dtype": "float32", "shape": [2, 6]}, {"items": [{"prim": 1, "dtype": "int64"}]}, {"items": [{"prim": -1, "dtype": "int64"}]}, {"items": [{"prim": -100, "dtype": "int64"}]}, {"items": [{"prim": -1, "dtype": "int64"}]}], "attrs": {"assume_inbound": false}, "type": {"dtype": "float32", "shape": [2, 6]}, "text": "R.strided_slice(x, (1,), (-1,), (-100,), (-1,), assume_inbound=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(2), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("T_strided_slice_with_axes"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, T.int64(5) - v_ax1])
                T.writes(T_strided_slice_with_axes[v_ax0, v_ax1])
                T_strided_slice_with_axes[v_ax0, v_ax1] = x[v_ax0, T.int64(5) - v_ax1]

# --- strided_slice-4 ---
# {"op": "strided_slice", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 6]}, {"items": [{"prim": 1, "dtype": "int64"}]}, {"items": [{"prim": 0, "dtype": "int64"}]}, {"items": [{"prim": 2, "dtype": "int64"}]}], "attrs": {"assume_inbound": false}, "type": {"dtype": "float32", "shape": ["n", 2]}, "text": "R.strided_slice(x, (1,), (0,), (2,), assume_inbound=False)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(x: T.Buffer((n, T.int64(6)), "float32"), T_dynamic_strided_slice_with_axes: T.Buffer((n, T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(2)):
            with T.sblock("T_dynamic_strided_slice_with_axes"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_dynamic_strided_slice_with_axes[v_ax0, v_ax1])
                T_dynamic_strided_slice_with_axes[v_ax0, v_ax1] = x[v_ax0, v_ax1]

# --- strided_slice-5 ---
# {"op": "strided_slice", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 6]}, {"items": [{"prim": 0, "dtype": "int64"}]}, {"items": [{"prim": 1, "dtype": "int64"}]}, {"items": [{"prim": 3, "dtype": "int64"}]}], "attrs": {"assume_inbound": false}, "type": {"dtype": "float32", "shape": ["T.min(3, n) - T.min(1, n)", 6]}, "text": "R.strided_slice(x, (0,), (1,), (3,), assume_inbound=False)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def strided_slice(x: T.Buffer((n, T.int64(6)), "float32"), T_dynamic_strided_slice_with_axes: T.Buffer(("T.min(T.int64(3), n) - T.min(T.int64(1), n)", T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.min(T.int64(3), n) - T.min(T.int64(1), n), T.int64(6)):
            with T.sblock("T_dynamic_strided_slice_with_axes"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[T.min(T.int64(1), n) + v_ax0, v_ax1])
                T.writes(T_dynamic_strided_slice_with_axes[v_ax0, v_ax1])
                T_dynamic_strided_slice_with_axes[v_ax0, v_ax1] = x[T.min(T.int64(1), n) + v_ax0, v_ax1]
