# SPDX-License-Identifier: Apache-2.0
# --- full-1 ---
# {"op": "full", "args": [{"sizes": [2, 3]}, {"const": [5.0], "shape": [], "dtype": "float32"}], "attrs": {"dtype": "float32"}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.full(R.shape([2, 3]), R.const(5.0, \"float32\"), dtype=\"float32\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def full(T_full: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(5.0)

# --- full-2 ---
# {"op": "full", "args": [{"sizes": [2, 3]}, {"const": [5.0], "shape": [], "dtype": "float32"}], "attrs": {"dtype": null}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.full(R.shape([2, 3]), R.const(5.0, \"float32\"), dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def full(T_full: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.float32(5.0)

# --- full-3 ---
# {"op": "full", "args": [{"sizes": [2, 3]}, {"var": "v", "dtype": "float32", "shape": []}], "attrs": {"dtype": "float16"}, "type": {"dtype": "float16", "shape": [2, 3]}, "text": "R.full(R.shape([2, 3]), v, dtype=\"float16\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def full(v: T.Buffer((), "float32"), T_full: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(v[()])
                T.writes(T_full[v_ax0, v_ax1])
                T_full[v_ax0, v_ax1] = T.Cast("float16", v[()])
