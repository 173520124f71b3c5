# SPDX-License-Identifier: Apache-2.0
# --- scatter_elements-1 ---
# {"op": "scatter_elements", "args": [{"var": "x", "dtype": "float32", "shape": [3, 4]}, {"var": "i", "dtype": "int64", "shape": [3, 2]}, {"var": "u", "dtype": "float32", "shape": [3, 2]}], "attrs": {"axis": 1, "reduction": "update"}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.scatter_elements(x, i, u, axis=1, reduction=\"update\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def scatter_elements(x: T.Buffer((T.int64(3), T.int64(4)), "float32", elem_offset=elem_offset_2), i: T.Buffer((T.int64(3), T.int64(2)), "int64", elem_offset=elem_offset_1), u: T.Buffer((T.int64(3), T.int64(2)), "float32", elem_offset=elem_offset), out_buf: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        with T.sblock("scatter_elements_generic"):
            T.reads()
            T.writes()
            T.attr({"pragma_scope": "seq"})
            for v in T.parallel(T.int64(12)):
                out_buf[v // T.int64(4), v % T.int64(4)] = x[v // T.int64(4), v % T.int64(4)]
            for v in T.parallel(T.int64(3)):
                for v_1 in range(T.int64(2)):
                    out_buf[(v * T.int64(4) + (i[(v * T.int64(2) + v_1) // T.int64(2), (v * T.int64(2) + v_1) % T.int64(2)] + T.Cast("int64", i[(v * T.int64(2) + v_1) // T.int64(2), (v * T.int64(2) + v_1) % T.int64(2)] < T.int64(0)) * T.int64(4))) // T.int64(4), (v * T.int64(4) + (i[(v * T.int64(2) + v_1) // T.int64(2), (v * T.int64(2) + v_1) % T.int64(2)] + T.Cast("int64", i[(v * T.int64(2) + v_1) // T.int64(2), (v * T.int64(2) + v_1) % T.int64(2)] < T.int64(0)) * T.int64(4))) % T.int64(4)] = u[(v * T.int64(2) + v_1) // T.int64(2), (v * T.int64(2) + v_1) % T.int64(2)]
