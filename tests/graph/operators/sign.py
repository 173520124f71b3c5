# SPDX-License-Identifier: Apache-2.0
# --- sign-1 ---
# {"op": "sign", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.sign(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sign(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_sign: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_sign"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_sign[v_ax0, v_ax1])
                T_sign[v_ax0, v_ax1] = T.Select(T.float32(0.0) < x[v_ax0, v_ax1], T.float32(1.0), T.Select(x[v_ax0, v_ax1] < T.float32(0.0), T.float32(-1.0), T.float32(0.0)))

# --- sign-2 ---
# {"op": "sign", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 3]}], "attrs": {}, "type": {"dtype": "float16", "shape": ["n", 3]}, "text": "R.sign(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sign(x: T.Buffer((n, T.int64(3)), "float16"), T_sign: T.Buffer((n, T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_sign"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_sign[v_ax0, v_ax1])
                T_sign[v_ax0, v_ax1] = T.Select(T.float16(0.0) < x[v_ax0, v_ax1], T.float16(1.0), T.Select(x[v_ax0, v_ax1] < T.float16(0.0), T.float16(-1.0), T.float16(0.0)))

# --- sign-3 ---
# {"op": "sign", "args": [{"var": "x", "dtype": "int32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "int32", "shape": [2, 3]}, "text": "R.sign(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tir_sign(x: T.Buffer((T.int64(2), T.int64(3)), "int32"), T_sign: T.Buffer((T.int64(2), T.int64(3)), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_sign"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_sign[v_ax0, v_ax1])
                T_sign[v_ax0, v_ax1] = T.Select(T.int64(0) < T.Cast("int64", x[v_ax0, v_ax1]), 1, T.Select(T.Cast("int64", x[v_ax0, v_ax1]) < T.int64(0), -1, 0))
