# SPDX-License-Identifier: Apache-2.0
# --- flatten-1 ---
# {"op": "flatten", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {}, "type": {"dtype": "float32", "shape": [6]}, "text": "R.flatten(x)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_reshape: T.Buffer((T.int64(6),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(6)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(T.int64(6), ax0)
                T.reads(x[v_ax0 % T.int64(6) // T.int64(3), v_ax0 % T.int64(3)])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = x[v_ax0 % T.int64(6) // T.int64(3), v_ax0 % T.int64(3)]

# --- flatten-2 ---
# {"op": "flatten", "args": [{"var": "x", "dtype": "float32", "shape": [2, "n"]}], "attrs": {}, "type": {"dtype": "float32", "shape": ["2 * n"]}, "text": "R.flatten(x)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def reshape(x: T.Buffer((T.int64(2), n), "float32"), T_reshape: T.Buffer(("T.int64(2) * n",), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(n * T.int64(2)):
            with T.sblock("T_reshape"):
                v_ax0 = T.axis.spatial(n * T.int64(2), ax0)
                T.reads(x[v_ax0 // n % T.int64(2), v_ax0 % n])
                T.writes(T_reshape[v_ax0])
                T_reshape[v_ax0] = x[v_ax0 // n % T.int64(2), v_ax0 % n]
