# SPDX-License-Identifier: Apache-2.0
# --- gather_elements-1 ---
# {"op": "gather_elements", "args": [{"var": "x", "dtype": "float32", "shape": [3, 4]}, {"var": "i", "dtype": "int64", "shape": [3, 2]}], "attrs": {"axis": 1}, "type": {"dtype": "float32", "shape": [3, 2]}, "text": "R.gather_elements(x, i, axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def gather(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), i: T.Buffer((T.int64(3), T.int64(2)), "int64"), T_gather: T.Buffer((T.int64(3), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(2)):
            with T.sblock("T_gather"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, i[v_ax0, v_ax1]], i[v_ax0, v_ax1])
                T.writes(T_gather[v_ax0, v_ax1])
                T_gather[v_ax0, v_ax1] = x[v_ax0, i[v_ax0, v_ax1]]

# --- gather_elements-2 ---
# {"op": "gather_elements", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 4]}, {"var": "i", "dtype": "int64", "shape": [3, 4]}], "attrs": {"axis": 0}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.gather_elements(x, i, axis=0)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def gather(x: T.Buffer((n, T.int64(4)), "float32"), i: T.Buffer((T.int64(3), T.int64(4)), "int64"), T_gather: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("T_gather"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[i[v_ax0, v_ax1], v_ax1], i[v_ax0, v_ax1])
                T.writes(T_gather[v_ax0, v_ax1])
                T_gather[v_ax0, v_ax1] = x[i[v_ax0, v_ax1], v_ax1]
