# SPDX-License-Identifier: Apache-2.0
# --- repeat-1 ---
# {"op": "repeat", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": 1, "repeats": 2}, "type": {"dtype": "float32", "shape": [2, 6]}, "text": "R.repeat(x, repeats=2, axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def repeat(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_repeat: T.Buffer((T.int64(2), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
            with T.sblock("T_repeat"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 // T.int64(2)])
                T.writes(T_repeat[v_ax0, v_ax1])
                T_repeat[v_ax0, v_ax1] = x[v_ax0, v_ax1 // T.int64(2)]

# --- repeat-2 ---
# {"op": "repeat", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": null, "repeats": 2}, "type": {"dtype": "float32", "shape": [12]}, "text": "R.repeat(x, repeats=2, axis=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def repeat(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_repeat: T.Buffer((T.int64(12),), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_reshape = T.sblock_alloc_buffer((T.int64(6),))
        for ax0 in range(T.int64(6)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(T.int64(6), ax0)
                T.reads(x[v_ax0 % T.int64(6) // T.int64(3), v_ax0 % T.int64(3)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = x[v_ax0 % T.int64(6) // T.int64(3), v_ax0 % T.int64(3)]
        for ax0 in range(T.int64(12)):
            with T.sblock("T_repeat"):
                v_ax0 = T.axis.spatial(T.int64(12), ax0)
                T.reads(T_reshape[v_ax0 // T.int64(2)])
                T.writes(T_repeat[v_ax0])
                T_repeat[v_ax0] = T_reshape[v_ax0 // T.int64(2)]
