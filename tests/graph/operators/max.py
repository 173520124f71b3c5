# SPDX-License-Identifier: Apache-2.0
# --- max-1 ---
# {"op": "max", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": null, "keepdims": false}, "type": {"dtype": "float32", "shape": []}, "text": "R.max(x, axis=None, keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_red: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        for k0, k1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("x_red"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(x[v_k0, v_k1])
                T.writes(x_red[()])
                with T.init():
                    x_red[()] = T.float32(-340282346638528859811704183484516925440.0)
                x_red[()] = T.max(x_red[()], x[v_k0, v_k1])

# --- max-2 ---
# {"op": "max", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {"axis": [1], "keepdims": false}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.max(x, axis=[1], keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, k1 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_k1 = T.axis.remap("SSR", [ax0, ax1, k1])
                T.reads(x[v_ax0, v_k1, v_ax1])
                T.writes(x_red[v_ax0, v_ax1])
                with T.init():
                    x_red[v_ax0, v_ax1] = T.float32(-340282346638528859811704183484516925440.0)
                x_red[v_ax0, v_ax1] = T.max(x_red[v_ax0, v_ax1], x[v_ax0, v_k1, v_ax1])

# --- max-3 ---
# {"op": "max", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4]}], "attrs": {"axis": [-1, 0], "keepdims": true}, "type": {"dtype": "float32", "shape": [1, 3, 1]}, "text": "R.max(x, axis=[-1, 0], keepdims=True)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max(x: T.Buffer((n, T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((T.int64(1), T.int64(3), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2, k0, k2 in T.grid(T.int64(1), T.int64(3), T.int64(1), n, T.int64(4)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_ax2, v_k0, v_k2 = T.axis.remap("SSSRR", [ax0, ax1, ax2, k0, k2])
                T.reads(x[v_k0, v_ax1, v_k2])
                T.writes(x_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    x_red[v_ax0, v_ax1, v_ax2] = T.float32(-340282346638528859811704183484516925440.0)
                x_red[v_ax0, v_ax1, v_ax2] = T.max(x_red[v_ax0, v_ax1, v_ax2], x[v_k0, v_ax1, v_k2])

# --- max-4 ---
# {"op": "max", "args": [{"var": "x", "dtype": "int32", "shape": [4, 3]}], "attrs": {"axis": [0], "keepdims": false}, "type": {"dtype": "int32", "shape": [3]}, "text": "R.max(x, axis=[0], keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def max(x: T.Buffer((T.int64(4), T.int64(3)), "int32"), x_red: T.Buffer((T.int64(3),), "int32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, k0 in T.grid(T.int64(3), T.int64(4)):
            with T.sblock("x_red"):
                v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
                T.reads(x[v_k0, v_ax0])
                T.writes(x_red[v_ax0])
                with T.init():
                    x_red[v_ax0] = -2147483648
                x_red[v_ax0] = T.max(x_red[v_ax0], x[v_k0, v_ax0])
