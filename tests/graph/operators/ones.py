# SPDX-License-Identifier: Apache-2.0
# --- ones-1 ---
# {"op": "ones", "args": [{"sizes": [4]}], "attrs": {"dtype": "float16"}, "type": {"dtype": "float16", "shape": [4]}, "text": "R.ones(R.shape([4]), dtype=\"float16\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def ones(T_full: T.Buffer((T.int64(4),), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(4)):
            with T.sblock("T_full"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads()
                T.writes(T_full[v_ax0])
                T_full[v_ax0] = T.float16(1.0)
