# SPDX-License-Identifier: Apache-2.0
# --- stack-1 ---
# {"op": "stack", "args": [{"items": [{"var": "x", "dtype": "float32", "shape": [2, 3]}, {"var": "y", "dtype": "float32", "shape": [2, 3]}]}], "attrs": {"axis": 0}, "type": {"dtype": "float32", "shape": [2, 2, 3]}, "text": "R.stack((x, y), axis=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def stack(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_stack: T.Buffer((T.int64(2), T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(2), T.int64(3)):
            with T.sblock("T_stack"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(y[v_ax1, v_ax2], x[v_ax1, v_ax2])
                T.writes(T_stack[v_ax0, v_ax1, v_ax2])
                T_stack[v_ax0, v_ax1, v_ax2] = T.if_then_else(v_ax0 == T.int64(1), y[v_ax1, v_ax2], x[v_ax1, v_ax2])

# --- stack-2 ---
# {"op": "stack", "args": [{"items": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}, {"var": "y", "dtype": "float32", "shape": ["n", 3]}]}], "attrs": {"axis": -1}, "type": {"dtype": "float32", "shape": ["n", 3, 2]}, "text": "R.stack((x, y), axis=-1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def stack(x: T.Buffer((n, T.int64(3)), "float32"), y: T.Buffer((n, T.int64(3)), "float32"), T_stack: T.Buffer((n, T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(n, T.int64(3), T.int64(2)):
            with T.sblock("T_stack"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(y[v_ax0, v_ax1], x[v_ax0, v_ax1])
                T.writes(T_stack[v_ax0, v_ax1, v_ax2])
                T_stack[v_ax0, v_ax1, v_ax2] = T.if_then_else(v_ax2 == T.int64(1), y[v_ax0, v_ax1], x[v_ax0, v_ax1])
