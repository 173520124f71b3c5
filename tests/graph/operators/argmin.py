# SPDX-License-Identifier: Apache-2.0
# --- argmin-1 ---
# {"op": "argmin", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": 1, "keepdims": false}, "type": {"dtype": "int64", "shape": [2]}, "text": "R.argmin(x, axis=1, keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def argmin(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_red: T.Buffer((T.int64(2),), "int64")):
        T.func_attr({"tirx.noalias": True})
        x_red_temp_v0 = T.sblock_alloc_buffer((T.int64(2),), "int64")
        x_red_temp_v1 = T.sblock_alloc_buffer((T.int64(2),))
        for ax0, k1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("x_red_temp"):
                v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
                T.reads(x[v_ax0, v_k1])
                T.writes(x_red_temp_v0[v_ax0], x_red_temp_v1[v_ax0])
                with T.init():
                    x_red_temp_v0[v_ax0] = T.int64(-1)
                    x_red_temp_v1[v_ax0] = T.float32(340282346638528859811704183484516925440.0)
                v_x_red_temp_v0: T.let[T.int64] = T.Select(x_red_temp_v1[v_ax0] < x[v_ax0, v_k1] or x_red_temp_v1[v_ax0] == x[v_ax0, v_k1] and x_red_temp_v0[v_ax0] < v_k1, x_red_temp_v0[v_ax0], v_k1)
                v_x_red_temp_v1: T.let[T.float32] = T.Select(x_red_temp_v1[v_ax0] < x[v_ax0, v_k1], x_red_temp_v1[v_ax0], x[v_ax0, v_k1])
                x_red_temp_v0[v_ax0] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0] = v_x_red_temp_v1
        for ax0 in range(T.int64(2)):
            with T.sblock("x_red"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(x_red_temp_v0[v_ax0])
                T.writes(x_red[v_ax0])
                x_red[v_ax0] = x_red_temp_v0[v_ax0]

# --- argmin-2 ---
# {"op": "argmin", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 3]}], "attrs": {"axis": -1, "keepdims": true}, "type": {"dtype": "int64", "shape": ["n", 1]}, "text": "R.argmin(x, axis=-1, keepdims=True)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def argmin(x: T.Buffer((n, T.int64(3)), "float16"), x_red: T.Buffer((n, T.int64(1)), "int64")):
        T.func_attr({"tirx.noalias": True})
        x_red_temp_v0 = T.sblock_alloc_buffer((n, T.int64(1)), "int64")
        x_red_temp_v1 = T.sblock_alloc_buffer((n, T.int64(1)), "float16")
        for ax0, ax1, k1 in T.grid(n, T.int64(1), T.int64(3)):
            with T.sblock("x_red_temp"):
                v_ax0, v_ax1, v_k1 = T.axis.remap("SSR", [ax0, ax1, k1])
                T.reads(x[v_ax0, v_k1])
                T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
                with T.init():
                    x_red_temp_v0[v_ax0, v_ax1] = T.int64(-1)
                    x_red_temp_v1[v_ax0, v_ax1] = T.float16(65504.0)
                v_x_red_temp_v0: T.let[T.int64] = T.Select(x_red_temp_v1[v_ax0, v_ax1] < x[v_ax0, v_k1] or x_red_temp_v1[v_ax0, v_ax1] == x[v_ax0, v_k1] and x_red_temp_v0[v_ax0, v_ax1] < v_k1, x_red_temp_v0[v_ax0, v_ax1], v_k1)
                v_x_red_temp_v1: T.let[T.float16] = T.Select(x_red_temp_v1[v_ax0, v_ax1] < x[v_ax0, v_k1], x_red_temp_v1[v_ax0, v_ax1], x[v_ax0, v_k1])
                x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
                x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
        for ax0, ax1 in T.grid(n, T.int64(1)):
            with T.sblock("x_red"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(x_red_temp_v0[v_ax0, v_ax1])
                T.writes(x_red[v_ax0, v_ax1])
                x_red[v_ax0, v_ax1] = x_red_temp_v0[v_ax0, v_ax1]

# --- argmin-3 ---
# {"op": "argmin", "args": [{"var": "x", "dtype": "float32", "shape": [2, 3]}], "attrs": {"axis": null, "keepdims": false}, "type": {"dtype": "int64", "shape": []}, "text": "R.argmin(x, axis=None, keepdims=False)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def argmin(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_red: T.Buffer((), "int64")):
        T.func_attr({"tirx.noalias": True})
        x_red_temp_v0 = T.sblock_alloc_buffer((), "int64")
        x_red_temp_v1 = T.sblock_alloc_buffer(())
        for k0, k1 in T.grid(T.int64(2), T.int64(3)):
            with T.sblock("x_red_temp"):
                v_k0, v_k1 = T.axis.remap("RR", [k0, k1])
                T.reads(x[v_k0, v_k1])
                T.writes(x_red_temp_v0[()], x_red_temp_v1[()])
                with T.init():
                    x_red_temp_v0[()] = T.int64(-1)
                    x_red_temp_v1[()] = T.float32(340282346638528859811704183484516925440.0)
                v_x_red_temp_v0: T.let[T.int64] = T.Select(x_red_temp_v1[()] < x[v_k0, v_k1] or x_red_temp_v1[()] == x[v_k0, v_k1] and x_red_temp_v0[()] < v_k0 * T.int64(3) + v_k1, x_red_temp_v0[()], v_k0 * T.int64(3) + v_k1)
                v_x_red_temp_v1: T.let[T.float32] = T.Select(x_red_temp_v1[()] < x[v_k0, v_k1], x_red_temp_v1[()], x[v_k0, v_k1])
                x_red_temp_v0[()] = v_x_red_temp_v0
                x_red_temp_v1[()] = v_x_red_temp_v1
        with T.sblock("x_red"):
            vi = T.axis.spatial(T.int64(1), T.int64(0))
            T.reads(x_red_temp_v0[()])
            T.writes(x_red[()])
            x_red[()] = x_red_temp_v0[()]
