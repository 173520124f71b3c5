# SPDX-License-Identifier: Apache-2.0
# --- nn.dropout-1 ---
# {"op": "nn.dropout", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"rate": 0.5}, "type": {"tuple": [{"dtype": "float32", "shape": [2, 3]}, {"dtype": "float32", "shape": [2, 3]}]}, "text": "R.nn.dropout(x, rate=0.5)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def dropout(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_full_like: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for i0, i1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("compute"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(x[v_i0, v_i1])
                T.writes(compute[v_i0, v_i1])
                compute[v_i0, v_i1] = x[v_i0, v_i1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_full_like"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads()
                T.writes(T_full_like[v_ax0, v_ax1])
                T_full_like[v_ax0, v_ax1] = T.float32(1.0)
