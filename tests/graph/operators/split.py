# SPDX-License-Identifier: Apache-2.0
# --- split-1 ---
# {"op": "split", "args": [{"var": "x", "dtype": "float32", "shape": [2, 6]}], "attrs": {"axis": 1, "indices_or_sections": 2}, "type": {"tuple": [{"dtype": "float32", "shape": [2, 3]}, {"dtype": "float32", "shape": [2, 3]}]}, "text": "R.split(x, indices_or_sections=2, axis=1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_split_sections: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_split_sections_1: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections[v_ax0, v_ax1])
                T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_split_sections_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(3)])
                T.writes(T_split_sections_1[v_ax0, v_ax1])
                T_split_sections_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(3)]

# --- split-2 ---
# {"op": "split", "args": [{"var": "x", "dtype": "float16", "shape": [2, 6]}], "attrs": {"axis": -1, "indices_or_sections": [1, 3]}, "type": {"tuple": [{"dtype": "float16", "shape": [2, 1]}, {"dtype": "float16", "shape": [2, 2]}, {"dtype": "float16", "shape": [2, 3]}]}, "text": "R.split(x, indices_or_sections=[1, 3], axis=-1)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((T.int64(2), T.int64(6)), "float16"), T_split: T.Buffer((T.int64(2), T.int64(1)), "float16"), T_split_1: T.Buffer((T.int64(2), T.int64(2)), "float16"), T_split_2: T.Buffer((T.int64(2), T.int64(3)), "float16")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(1)):
            with T.sblock("T_split"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split[v_ax0, v_ax1])
                T_split[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
            with T.sblock("T_split_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(1)])
                T.writes(T_split_1[v_ax0, v_ax1])
                T_split_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(1)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_split_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(3)])
                T.writes(T_split_2[v_ax0, v_ax1])
                T_split_2[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(3)]

# --- split-3 ---
# {"op": "split", "args": [{"var": "x", "dtype": "float32", "shape": [7, 2]}], "attrs": {"axis": 0, "indices_or_sections": 3}, "type": {"tuple": [{"dtype": "float32", "shape": [3, 2]}, {"dtype": "float32", "shape": [3, 2]}, {"dtype": "float32", "shape": [1, 2]}]}, "text": "R.split(x, indices_or_sections=3, axis=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((T.int64(7), T.int64(2)), "float32"), T_split_sections: T.Buffer((T.int64(3), T.int64(2)), "float32"), T_split_sections_1: T.Buffer((T.int64(3), T.int64(2)), "float32"), T_split_sections_2: T.Buffer((T.int64(1), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(2)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections[v_ax0, v_ax1])
                T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(T.int64(3), T.int64(2)):
            with T.sblock("T_split_sections_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0 + T.int64(3), v_ax1])
                T.writes(T_split_sections_1[v_ax0, v_ax1])
                T_split_sections_1[v_ax0, v_ax1] = x[v_ax0 + T.int64(3), v_ax1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(2)):
            with T.sblock("T_split_sections_2"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0 + T.int64(6), v_ax1])
                T.writes(T_split_sections_2[v_ax0, v_ax1])
                T_split_sections_2[v_ax0, v_ax1] = x[v_ax0 + T.int64(6), v_ax1]

# --- split-4 ---
# {"op": "split", "args": [{"var": "x", "dtype": "float32", "shape": [7, 2]}], "attrs": {"axis": 0, "indices_or_sections": 1}, "type": {"dtype": "float32", "shape": [7, 2]}, "text": "R.split(x, indices_or_sections=1, axis=0)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((T.int64(7), T.int64(2)), "float32"), T_split_sections: T.Buffer((T.int64(7), T.int64(2)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(7), T.int64(2)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections[v_ax0, v_ax1])
                T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]

# --- split-5 ---
# {"op": "split", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 6]}], "attrs": {"axis": 1, "indices_or_sections": 2}, "type": {"tuple": [{"dtype": "float32", "shape": ["n", 3]}, {"dtype": "float32", "shape": ["n", 3]}]}, "text": "R.split(x, indices_or_sections=2, axis=1)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def split(x: T.Buffer((n, T.int64(6)), "float32"), T_split_sections: T.Buffer((n, T.int64(3)), "float32"), T_split_sections_1: T.Buffer((n, T.int64(3)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_split_sections"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1])
                T.writes(T_split_sections[v_ax0, v_ax1])
                T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]
        for ax0, ax1 in T.grid(n, T.int64(3)):
            with T.sblock("T_split_sections_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1 + T.int64(3)])
                T.writes(T_split_sections_1[v_ax0, v_ax1])
                T_split_sections_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(3)]
