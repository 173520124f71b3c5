# SPDX-License-Identifier: Apache-2.0
# --- variance-1 ---
# {"op": "variance", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": null, "keepdims": false}, "type": {"dtype": "float32", "shape": []}, "text": "R.variance(x, axis=None, keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def variance(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_divide: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(3)))
        T_multiply_red = T.sblock_alloc_buffer(())
        for ax0, ax1, k0, k1 in T.grid(T.int64(1), T.int64(1), T.int64(2), T.int64(3)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_k0, v_k1 = T.axis.remap("SSRR", [ax0, ax1, k0, k1])
                T.reads(x[v_k0, v_k1])
                T.writes(x_red[v_ax0, v_ax1])
                with T.init():
                    x_red[v_ax0, v_ax1] = T.float32(0.0)
                x_red[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] + x[v_k0, v_k1]
        for ax0, ax1 in T.grid(T.int64(1), T.int64(1)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x_red[v_ax0, v_ax1])
                T.writes(T_divide_1[v_ax0, v_ax1])
                T_divide_1[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] / T.float32(6.0)
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x[v_ax0, v_ax1], T_divide_1[T.int64(0), T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1])
                T_subtract[v_ax0, v_ax1] = x[v_ax0, v_ax1] - T_divide_1[T.int64(0), T.int64(0)]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_subtract[v_ax0, v_ax1])
                T.writes(T_multiply[v_ax0, v_ax1])
                T_multiply[v_ax0, v_ax1] = T_subtract[v_ax0, v_ax1] * T_subtract[v_ax0, v_ax1]
        for k0, k1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("T_multiply_red"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(T_multiply[v_k0, v_k1])
                T.writes(T_multiply_red[()])
                with T.init():
                    T_multiply_red[()] = T.float32(0.0)
                T_multiply_red[()] = T_multiply_red[()] + T_multiply[v_k0, v_k1]
        with T.sblock("T_divide_1"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(T_multiply_red[()])
            T.writes(T_divide[()])
            T_divide[()] = T_multiply_red[()] / T.float32(6.0)

# --- variance-2 ---
# {"op": "variance", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {"axis": [1], "keepdims": false}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.variance(x, axis=[1], keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def variance(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(2), T.int64(1), T.int64(4)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(2), T.int64(1), T.int64(4)))
        T_subtract = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
        T_multiply = T.sblock_alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        for ax0, ax1, ax2, k1 in T.grid(T.int64(2), T.int64(1), T.int64(4), T.int64(3)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_ax2, v_k1 = T.axis.remap("SSSR", [ax0, ax1, ax2, k1])
                T.reads(x[v_ax0, v_k1, v_ax2])
                T.writes(x_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    x_red[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                x_red[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] + x[v_ax0, v_k1, v_ax2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(1), T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x_red[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide_1[v_ax0, v_ax1, v_ax2])
                T_divide_1[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] / T.float32(3.0)
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], T_divide_1[v_ax0, T.int64(0), v_ax2])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
                T_subtract[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2] - T_divide_1[v_ax0, T.int64(0), v_ax2]
        for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_subtract[v_ax0, v_ax1, v_ax2] * T_subtract[v_ax0, v_ax1, v_ax2]
        for ax0, ax1, k1 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_ax1, v_k1 = T.axis.remap("SSR", [ax0, ax1, k1])
                T.reads(T_multiply[v_ax0, v_k1, v_ax1])
                T.writes(T_multiply_red[v_ax0, v_ax1])
                with T.init():
                    T_multiply_red[v_ax0, v_ax1] = T.float32(0.0)
                T_multiply_red[v_ax0, v_ax1] = T_multiply_red[v_ax0, v_ax1] + T_multiply[v_ax0, v_k1, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_divide_1"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(T_multiply_red[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = T_multiply_red[v_ax0, v_ax1] / T.float32(3.0)

# --- variance-3 ---
# {"op": "variance", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4]}], "attrs": {"axis": [-1, 0], "keepdims": true}, "type": {"dtype": "float32", "shape": [1, 3, 1]}, "text": "R.variance(x, axis=[-1, 0], keepdims=True)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def variance(x: T.Buffer((n, T.int64(3), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(1), T.int64(3), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(1)))
        T_divide_1 = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(1)))
        T_subtract = T.sblock_alloc_buffer((n, T.int64(3), T.int64(4)))
        T_multiply = T.sblock_alloc_buffer((n, T.int64(3), T.int64(4)))
        T_multiply_red = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(1)))
        for ax0, ax1, ax2, k0, k2 in T.grid(T.int64(1), T.int64(3), T.int64(1), n, T.int64(4)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_ax2, v_k0, v_k2 = T.axis.remap("SSSRR", [ax0, ax1, ax2, k0, k2])
                T.reads(x[v_k0, v_ax1, v_k2])
                T.writes(x_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    x_red[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                x_red[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] + x[v_k0, v_ax1, v_k2]
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(3), T.int64(1)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x_red[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide_1[v_ax0, v_ax1, v_ax2])
                T_divide_1[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] / T.Cast("float32", n * T.int64(4))
        for ax0, ax1, ax2 in T.grid(n, T.int64(3), T.int64(4)):
            with T.sblock("T_subtract"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(x[v_ax0, v_ax1, v_ax2], T_divide_1[T.int64(0), v_ax1, T.int64(0)])
                T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
                T_subtract[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2] - T_divide_1[T.int64(0), v_ax1, T.int64(0)]
        for ax0, ax1, ax2 in T.grid(n, T.int64(3), T.int64(4)):
            with T.sblock("T_multiply"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_subtract[v_ax0, v_ax1, v_ax2])
                T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
                T_multiply[v_ax0, v_ax1, v_ax2] = T_subtract[v_ax0, v_ax1, v_ax2] * T_subtract[v_ax0, v_ax1, v_ax2]
        for ax0, ax1, ax2, k0, k2 in T.grid(T.int64(1), T.int64(3), T.int64(1), n, T.int64(4)):
            with T.sblock("T_multiply_red"):
                v_ax0, v_ax1, v_ax2, v_k0, v_k2 = T.axis.remap("SSSRR", [ax0, ax1, ax2, k0, k2])
                T.reads(T_multiply[v_k0, v_ax1, v_k2])
                T.writes(T_multiply_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    T_multiply_red[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
                T_multiply_red[v_ax0, v_ax1, v_ax2] = T_multiply_red[v_ax0, v_ax1, v_ax2] + T_multiply[v_k0, v_ax1, v_k2]
        for ax0, ax1, ax2 in T.grid(T.int64(1), T.int64(3), T.int64(1)):
            with T.sblock("T_divide_1"):
                v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(T_multiply_red[v_ax0, v_ax1, v_ax2])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = T_multiply_red[v_ax0, v_ax1, v_ax2] / T.Cast("float32", n * T.int64(4))
