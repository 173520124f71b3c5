# SPDX-License-Identifier: Apache-2.0
# --- square-1 ---
# {"op": "square", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.square(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_square(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * x[v_ax0, v_ax1]

# --- square-2 ---
# {"op": "square", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 3]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 3]}, "text": "R.square(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_square(x: T.Buffer((n, T.int64(3)), "float16"), T_multiply: T.Buffer((n, T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * x[v_ax0, v_ax1]

# --- square-3 ---
# {"op": "square", "args": [{"var": "x", "dtype": "int32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "int32", "shape": [2, 3]}, "text": "R.square(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_square(x: T.Buffer((T.int64(2), T.int64(3)), "int32"), T_multiply: T.Buffer((T.int64(2), T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = x[v_ax0, v_ax1] * x[v_ax0, v_ax1]
