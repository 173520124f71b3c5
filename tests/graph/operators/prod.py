# SPDX-License-Identifier: Apache-2.0
# --- prod-1 ---
# {"op": "prod", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": null, "keepdims": false}, "type": {"dtype": "float32", "shape": []}, "text": "R.prod(x, axis=None, keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def prod(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_red: T.Buffer((), "float32")):
        T.func_attr({"tirx.noalias": True})
        for k0, k1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("x_red"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(x[v_k0, v_k1])
                T.writes(x_red[()])
                with T.init():
                    x_red[()] = T.float32(1.0)
                x_red[()] = x_red[()] * x[v_k0, v_k1]

# --- prod-2 ---
# {"op": "prod", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3, 4]}], "attrs": {"axis": [1], "keepdims": false}, "type": {"dtype": "float32", "shape": [2, 4]}, "text": "R.prod(x, axis=[1], keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def prod(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, k1 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_k1 = T.axis.remap("SSR", [ax0, ax1, k1])
                T.reads(x[v_ax0, v_k1, v_ax1])
                T.writes(x_red[v_ax0, v_ax1])
                with T.init():
                    x_red[v_ax0, v_ax1] = T.float32(1.0)
                x_red[v_ax0, v_ax1] = x_red[v_ax0, v_ax1] * x[v_ax0, v_k1, v_ax1]

# --- prod-3 ---
# {"op": "prod", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4]}], "attrs": {"axis": [-1, 0], "keepdims": true}, "type": {"dtype": "float32", "shape": [1, 3, 1]}, "text": "R.prod(x, axis=[-1, 0], keepdims=True)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def prod(x: T.Buffer((n, T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((T.int64(1), T.int64(3), T.int64(1)), "float32")):
        T.func_attr({"tirx.noalias": True})
        for ax0, ax1, ax2, k0, k2 in T.grid(T.int64(1), T.int64(3), T.int64(1), n, T.int64(4)):
            with T.sblock("x_red"):
                v_ax0, v_ax1, v_ax2, v_k0, v_k2 = T.axis.remap("SSSRR", [ax0, ax1, ax2, k0, k2])
                T.reads(x[v_k0, v_ax1, v_k2])
                T.writes(x_red[v_ax0, v_ax1, v_ax2])
                with T.init():
                    x_red[v_ax0, v_ax1, v_ax2] = T.float32(1.0)
                x_red[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] * x[v_k0, v_ax1, v_k2]
