# SPDX-License-Identifier: Apache-2.0
# --- mean-1 ---
# {"op": "mean", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": null, "keepdims": false}, "type": {"dtype": "float32", "shape": []}, "text": "R.mean(x, axis=None, keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), T_divide: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer(())
        for k0, k1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("x_red"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(x[v_k0, v_k1])
                T.writes(x_red[()])
                with T.init():
                    x_red[()] = T.float32(0.0)
                x_red[()] = x_red[()] + x[v_k0, v_k1]
        with T.sblock("T_divide"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x_red[()])
            T.writes(T_divide[()])
            T_divide[()] = x_red[()] / T.float32(6.0)

# --- mean-2 ---
# {"op": "mean", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {"axis": [1], "keepdims": false}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.mean(x, axis=[1], keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(2), T.int64(4)))
        for ax0, ax1, k1 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_k1 = T.axis.remap("SSR", [ax0, ax1, k1])
                T.reads(x[v_ax0, v_k1, v_ax1])
                T.writes(x_red[v_ax0, v_ax1])
                with T.init():
                    x_red[v_ax0, v_ax1] = T.float32(0.0)
                x_red[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] + x[v_ax0, v_k1, v_ax1]
        for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x_red[v_ax0, v_ax1])
                T.writes(T_divide[v_ax0, v_ax1])
                T_divide[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] / T.float32(3.0)

# --- mean-3 ---
# {"op": "mean", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4]}], "attrs": {"axis": [-1, 0], "keepdims": true}, "type": {"dtype": "float32", "shape": [1, 3, 1]}, "text": "R.mean(x, axis=[-1, 0], keepdims=True)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(x: T.Buffer((n, T.int64(3), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(1), T.int64(3), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(1)))
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
                T.writes(T_divide[v_ax0, v_ax1, v_ax2])
                T_divide[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] / T.Cast("float32", n * T.int64(4))

# --- mean-4 ---
# {"op": "mean", "args": [{"var": "x", "dtype": "float32", "shape": [1, 8, 4, 4]}], "attrs": {"axis": [2, 3], "keepdims": true}, "type": {"dtype": "float32", "shape": [1, 8, 1, 1]}, "text": "R.mean(x, axis=[2, 3], keepdims=True)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(x: T.Buffer((T.int64(1), T.int64(8), T.int64(4), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(1), T.int64(8), T.int64(1), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(1), T.int64(8), T.int64(1), T.int64(1)))
        for ax0, ax1, ax2, ax3, k2, k3 in T.grid(T.int64(1), T.int64(8), T.int64(1), T.int64(1), T.int64(4), T.int64(4)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_ax2, v_ax3, v_k2, v_k3 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, k2, k3])
                T.reads(x[v_ax0, v_ax1, v_k2, v_k3])
                T.writes(x_red[v_ax0, v_ax1, v_ax2, v_ax3])
                with T.init():
                    x_red[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
                x_red[v_ax0, v_ax1, v_ax2, v_ax3] = x_red[v_ax0, v_ax1, v_ax2, v_ax3] + x[v_ax0, v_ax1, v_k2, v_k3]
        for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(8), T.int64(1), T.int64(1)):
            with T.sblock("T_divide"):
                v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
                T.reads(x_red[v_ax0, v_ax1, v_ax2, v_ax3])
                T.writes(T_divide[v_ax0, v_ax1, v_ax2, v_ax3])
                T_divide[v_ax0, v_ax1, v_ax2, v_ax3] = x_red[v_ax0, v_ax1, v_ax2, v_ax3] / T.float32(16.0)

# --- mean-5 ---
# {"op": "mean", "args": [{"var": "x", "dtype": "float16", "shape": [2, "n"]}], "attrs": {"axis": [1], "keepdims": false}, "type": {"dtype": "float16", "shape": [2]}, "text": "R.mean(x, axis=[1], keepdims=False)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def mean(x: T.Buffer((T.int64(2), n), "float16"), T_divide: T.Buffer((T.int64(2),), "float16")):
        T.func_attr({"tirx.noalias": True})
        x_red = T.sblock_alloc_buffer((T.int64(2),), "float16")
        for ax0, k1 in T.grid(T.int64(2), n):
            with T.sblock("x_red"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(x[v_ax0, v_k1])
                T.writes(x_red[v_ax0])
                with T.init():
                    x_red[v_ax0] = T.float16(0.0)
                x_red[v_ax0] = x_red[v_ax0] + x[v_ax0, v_k1]
        for ax0 in range(T.int64(2)):
            with T.sblock("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(x_red[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = x_red[v_ax0] / T.Cast("float16", n)
