# SPDX-License-Identifier: Apache-2.0
# --- tile-1 ---
# {"op": "tile", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"repeats": [2, 3]}, "type": {"dtype": "float32", "shape": [4, 9]}, "text": "R.tile(x, repeats=[2, 3])"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tile(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_tile: T.Buffer((T.int64(4), T.int64(9)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(4), T.int64(9)):
            with T.sblock("T_tile"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0 % T.int64(2), v_ax1 % T.int64(3)])
                T.writes(T_tile[v_ax0, v_ax1])
                T_tile[v_ax0, v_ax1] = x[v_ax0 % T.int64(2), v_ax1 % T.int64(3)]

# --- tile-2 ---
# {"op": "tile", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3]}], "attrs": {"repeats": [2, 1, 1]}, "type": {"dtype": "float32", "shape": [2, "n", 3]}, "text": "R.tile(x, repeats=[2, 1, 1])"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def tile(x: T.Buffer((n, T.int64(3)), "float32"), T_tile: T.Buffer((T.int64(2), n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(T.int64(2), n, T.int64(3)):
            with T.sblock("T_tile"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax1 % n, v_ax2 % T.int64(3)])
                T.writes(T_tile[v_ax0, v_ax1, v_ax2])
                T_tile[v_ax0, v_ax1, v_ax2] = x[v_ax1 % n, v_ax2 % T.int64(3)]
