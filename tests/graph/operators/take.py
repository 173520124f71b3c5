# SPDX-License-Identifier: Apache-2.0
# --- take-1 ---
# {"op": "take", "args": [{"var": "x", "dtype": "float32", "shape": [8, 4]}, {"var": "i", "dtype": "int64", "shape": [3]}], "attrs": {"axis": 0, "mode": "fast"}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.take(x, i, axis=0, mode=\"fast\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(8), T.int64(4)), "float32"), i: T.Buffer((T.int64(3),), "int64"), T_take: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("T_take"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[i[v_ax0], v_ax1], i[v_ax0])
                T.writes(T_take[v_ax0, v_ax1])
                T_take[v_ax0, v_ax1] = x[i[v_ax0], v_ax1]

# --- take-2 ---
# {"op": "take", "args": [{"var": "x", "dtype": "float32", "shape": [2, 8, 4]}, {"var": "i", "dtype": "int32", "shape": ["n", 2]}], "attrs": {"axis": 1, "mode": "fast"}, "type": {"dtype": "float32", "shape": [2, "n", 2, 4]}, "text": "R.take(x, i, axis=1, mode=\"fast\")"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(2), T.int64(8), T.int64(4)), "float32"), i: T.Buffer((n, T.int64(2)), "int32"), T_take: T.Buffer((T.int64(2), n, T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), n, T.int64(2), T.int64(4)):
            with T.sblock("T_take"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x[v_ax0, i[v_ax1, v_ax2], v_ax3], i[v_ax1, v_ax2])
                T.writes(T_take[v_ax0, v_ax1, v_ax2, v_ax3])
                T_take[v_ax0, v_ax1, v_ax2, v_ax3] = x[v_ax0, i[v_ax1, v_ax2], v_ax3]

# --- take-3 ---
# {"op": "take", "args": [{"var": "x", "dtype": "float32", "shape": [8]}, {"var": "i", "dtype": "int64", "shape": [3]}], "attrs": {"axis": null, "mode": "fast"}, "type": {"dtype": "float32", "shape": [3]}, "text": "R.take(x, i, axis=None, mode=\"fast\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(8),), "float32"), i: T.Buffer((T.int64(3),), "int64"), T_take: T.Buffer((T.int64(3),), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0 in range(T.int64(3)):
            with T.sblock("T_take"):
                v_ax0 = T.axis.spatial(T.int64(3), ax0)
                T.reads(x[i[v_ax0] % T.int64(8)], i[v_ax0])
                T.writes(T_take[v_ax0])
                T_take[v_ax0] = x[i[v_ax0] % T.int64(8)]

# --- take-4 ---
# {"op": "take", "args": [{"var": "x", "dtype": "float32", "shape": [8, 4]}, {"var": "i", "dtype": "int64", "shape": [3]}], "attrs": {"axis": 0, "mode": "clip"}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.take(x, i, axis=0, mode=\"clip\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(8), T.int64(4)), "float32"), i: T.Buffer((T.int64(3),), "int64"), T_take: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("T_take"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[T.min(T.max(T.int64(0), i[v_ax0]), T.int64(7)), v_ax1], i[v_ax0])
                T.writes(T_take[v_ax0, v_ax1])
                T_take[v_ax0, v_ax1] = x[T.min(T.max(T.int64(0), i[v_ax0]), T.int64(7)), v_ax1]

# --- take-5 ---
# {"op": "take", "args": [{"var": "x", "dtype": "float32", "shape": [8, 4]}, {"var": "i", "dtype": "int64", "shape": [3]}], "attrs": {"axis": 0, "mode": "wrap"}, "type": {"dtype": "float32", "shape": [3, 4]}, "text": "R.take(x, i, axis=0, mode=\"wrap\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(8), T.int64(4)), "float32"), i: T.Buffer((T.int64(3),), "int64"), T_take: T.Buffer((T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("T_take"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[T.truncmod(T.truncmod(i[v_ax0], T.int64(8)) + T.int64(8), T.int64(8)), v_ax1], i[v_ax0])
                T.writes(T_take[v_ax0, v_ax1])
                T_take[v_ax0, v_ax1] = x[T.truncmod(T.truncmod(i[v_ax0], T.int64(8)) + T.int64(8), T.int64(8)), v_ax1]

# --- take-6 ---
# {"op": "take", "args": [{"var": "x", "dtype": "float32", "shape": [2, 8, 4]}, {"const": [1], "shape": [], "dtype": "int64"}], "attrs": {"axis": 1, "mode": "fast"}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.take(x, R.const(1, \"int64\"), axis=1, mode=\"fast\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def take(x: T.Buffer((T.int64(2), T.int64(8), T.int64(4)), "float32"), B: T.Buffer((), "int64"), T_take: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_take"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, B[()], v_ax1], B[()])
                T.writes(T_take[v_ax0, v_ax1])
                T_take[v_ax0, v_ax1] = x[v_ax0, B[()], v_ax1]
