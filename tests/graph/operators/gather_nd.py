# SPDX-License-Identifier: Apache-2.0
# --- gather_nd-1 ---
# {"op": "gather_nd", "args": [{"var": "x", "dtype": "float32", "shape": [3, 4]}, {"var": "i", "dtype": "int64", "shape": [5, 2]}], "attrs": {"batch_dims": 0}, "type": {"dtype": "float32", "shape": [5]}, "text": "R.gather_nd(x, i, batch_dims=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def te_gather_nd(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), i: T.Buffer((T.int64(5), T.int64(2)), "int64"), T_gather_nd: T.Buffer((T.int64(5),), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_transpose = T.sblock_alloc_buffer((T.int64(2), T.int64(5)), "int64")
        for ax0, ax1 in T.grid(T.int64(2), T.int64(5)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(i[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = i[v_ax1, v_ax0]
        for ax0 in range(T.int64(5)):
            with T.sblock("T_gather_nd"):
                v_ax0 = T.axis.spatial(T.int64(5), ax0)
                T.reads(x[T_transpose[T.int64(0), v_ax0], T_transpose[T.int64(1), v_ax0]], T_transpose[T.int64(0):T.int64(2), v_ax0])
                T.writes(T_gather_nd[v_ax0])
                T_gather_nd[v_ax0] = x[T_transpose[T.int64(0), v_ax0], T_transpose[T.int64(1), v_ax0]]

# --- gather_nd-2 ---
# {"op": "gather_nd", "args": [{"var": "x", "dtype": "float32", "shape": [3, 4, 5]}, {"var": "i", "dtype": "int64", "shape": [3, 1]}], "attrs": {"batch_dims": 1}, "type": {"dtype": "float32", "shape": [3, 5]}, "text": "R.gather_nd(x, i, batch_dims=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def te_gather_nd(x: T.Buffer((T.int64(3), T.int64(4), T.int64(5)), "float32"), i: T.Buffer((T.int64(3), T.int64(1)), "int64"), T_gather_nd: T.Buffer((T.int64(3), T.int64(5)), "float32")):
        T.func_attr({"tirx.noalias": True})
        T_transpose = T.sblock_alloc_buffer((T.int64(1), T.int64(3)), "int64")
        for ax0, ax1 in T.grid(T.int64(1), T.int64(3)):
            with T.sblock("T_transpose"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(i[v_ax1, v_ax0])
                T.writes(T_transpose[v_ax0, v_ax1])
                T_transpose[v_ax0, v_ax1] = i[v_ax1, v_ax0]
        for ax0, ax1 in T.grid(T.int64(3), T.int64(5)):
            with T.sblock("T_gather_nd"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, T_transpose[T.int64(0), v_ax0], v_ax1], T_transpose[T.int64(0), v_ax0])
                T.writes(T_gather_nd[v_ax0, v_ax1])
                T_gather_nd[v_ax0, v_ax1] = x[v_ax0, T_transpose[T.int64(0), v_ax0], v_ax1]
