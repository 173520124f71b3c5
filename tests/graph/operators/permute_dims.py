# SPDX-License-Identifier: Apache-2.0
# --- permute_dims-1 ---
# {"op": "permute_dims", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {"axes": null}, "type": {"dtype": "float32", "shape": [4, 3, 2]}, "text": "R.permute_dims(x, axes=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def transpose(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_transpose: T.Buffer((T.int64(4), T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(T.int64(4), T.int64(3), T.int64(2)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax2, v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2])
                T_transpose[v_ax0, v_ax1, v_ax2] = x[v_ax2, v_ax1, v_ax0]

# --- permute_dims-2 ---
# {"op": "permute_dims", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, "m"]}], "attrs": {"axes": [0, 2, 1]}, "type": {"dtype": "float32", "shape": ["n", "m", 3]}, "text": "R.permute_dims(x, axes=[0, 2, 1])"}
m = TypeVar("m")
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def transpose(x: T.Buffer((n, T.int64(3), m), "float32"), T_transpose: T.Buffer((n, m, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(n, m, T.int64(3)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax2, v_ax1])
                T.writes(T_transpose[v_ax0, v_ax1, v_ax2])
                T_transpose[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax2, v_ax1]

# --- permute_dims-3 ---
# {"op": "permute_dims", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axes": [-1, 0]}, "type": {"dtype": "float32", "shape": [3, 2]}, "text": "R.permute_dims(x, axes=[-1, 0])"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def transpose(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_transpose: T.Buffer((T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(2)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = x[v_ax1, v_ax0]
