# SPDX-License-Identifier: Apache-2.0
# --- broadcast_to-1 ---
# {"op": "broadcast_to", "args": [{"var": "x", "dtype": "float32", "shape": [2, 1]}, {"sizes": [4, 2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [4, 2, 3]}, "text": "R.broadcast_to(x, R.shape([4, 2, 3]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def broadcast_to(x: T.Buffer((T.int64(2), T.int64(1)), "float32"), T_broadcast_to: T.Buffer((T.int64(4), T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2 in T.grid(T.int64(4), T.int64(2), T.int64(3)):
            with T.sblock("T_broadcast_to"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax1, T.int64(0)])
                T.writes(T_broadcast_to[v_ax0, v_ax1, v_ax2])
                T_broadcast_to[v_ax0, v_ax1, v_ax2] = x[v_ax1, T.int64(0)]

# --- broadcast_to-2 ---
# {"op": "broadcast_to", "args": [{"var": "x", "dtype": "float32", "shape": []}, {"sizes": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [2, 3]}, "text": "R.broadcast_to(x, R.shape([2, 3]))"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def broadcast_to(x: T.Buffer((), "float32"), T_broadcast_to: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_broadcast_to"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[()])
                T.writes(T_broadcast_to[v_ax0, v_ax1])
                T_broadcast_to[v_ax0, v_ax1] = x[()]
