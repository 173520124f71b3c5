# SPDX-License-Identifier: Apache-2.0
# --- squeeze-1 ---
# {"op": "squeeze", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 1]}], "attrs": {"axis": null}, "type": {"dtype": "float32", "shape": [3]}, "text": "R.squeeze(x, axis=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def squeeze(x: T.Buffer((T.int64(1), T.int64(3), T.int64(1)), "float32"), T_squeeze: T.Buffer((T.int64(3),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(3)):
            with T.sblock("T_squeeze"):
                v_ax0 = T.axis.spatial(T.int64(3), ax0)
                T.reads(x[T.int64(0), v_ax0, T.int64(0)])
                T.writes(T_squeeze[v_ax0])
                T_squeeze[v_ax0] = x[T.int64(0), v_ax0, T.int64(0)]

# --- squeeze-2 ---
# {"op": "squeeze", "args": [{"var": "x", "dtype": "float32", "shape": [1, "n", 1]}], "attrs": {"axis": [0]}, "type": {"dtype": "float32", "shape": ["n", 1]}, "text": "R.squeeze(x, axis=[0])"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def squeeze(x: T.Buffer((T.int64(1), n, T.int64(1)), "float32"), T_squeeze: T.Buffer((n, T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(1)):
            with T.sblock("T_squeeze"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[T.int64(0), v_ax0, v_ax1])
                T.writes(T_squeeze[v_ax0, v_ax1])
                T_squeeze[v_ax0, v_ax1] = x[T.int64(0), v_ax0, v_ax1]

# --- squeeze-3 ---
# {"op": "squeeze", "args": [{"var": "x", "dtype": "float32", "shape": [1, "n", 1]}], "attrs": {"axis": null}, "type": {"dtype": "float32", "ndim": -1}, "text": "R.squeeze(x, axis=None)"}

# --- squeeze-4 ---
# {"op": "squeeze", "args": [{"var": "x", "dtype": "float32", "shape": [1, 1, 1]}], "attrs": {"axis": [0, -1]}, "type": {"dtype": "float32", "shape": [1]}, "text": "R.squeeze(x, axis=[0, -1])"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def squeeze(x: T.Buffer((T.int64(1), T.int64(1), T.int64(1)), "float32"), T_squeeze: T.Buffer((T.int64(1),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(1)):
            with T.sblock("T_squeeze"):
                v_ax0 = T.axis.spatial(T.int64(1), ax0)
                T.reads(x[T.int64(0), v_ax0, T.int64(0)])
                T.writes(T_squeeze[v_ax0])
                T_squeeze[v_ax0] = x[T.int64(0), v_ax0, T.int64(0)]
