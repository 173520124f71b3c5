# SPDX-License-Identifier: Apache-2.0
# --- nn.conv2d-1 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [0, 0, 0, 0], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 4, 6, 6]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(3), T.int64(3)), "float32"), conv2d_nchw: T.Buffer((T.int64(1), T.int64(4), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, v_i2, v_i3]
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(4), T.int64(6), T.int64(6), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-2 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8, 8]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [1, 1, 1, 1], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 4, 8, 8]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float32"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(3), T.int64(3)), "float32"), conv2d_nchw: T.Buffer((T.int64(1), T.int64(4), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(10), T.int64(10)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(9) and T.int64(1) <= v_i3 and v_i3 < T.int64(9), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(4), T.int64(8), T.int64(8), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-3 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 16, 16]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [2, 2], "groups": 1, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [1, 2, 1, 2], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": ["n", 4, 7, 8]}, "text": "R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 2, 1, 2], dilation=[2, 2], groups=1, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((n, T.int64(3), T.int64(16), T.int64(16)), "float32"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(3), T.int64(3)), "float32"), conv2d_nchw: T.Buffer((n, T.int64(4), T.int64(7), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((n, T.int64(3), T.int64(18), T.int64(20)))
        for i0, i1, i2, i3 in T.grid(n, T.int64(3), T.int64(18), T.int64(20)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(2)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(17) and T.int64(2) <= v_i3 and v_i3 < T.int64(18), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(2)], T.float32(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(n, T.int64(4), T.int64(7), T.int64(8), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy * T.int64(2) + v_ry * T.int64(2), v_xx * T.int64(2) + v_rx * T.int64(2)], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy * T.int64(2) + v_ry * T.int64(2), v_xx * T.int64(2) + v_rx * T.int64(2)] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-4 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, "h", "w"]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [1, 0, 2, 3], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 4, "h + 1", "w + 1"]}, "text": "R.nn.conv2d(x, w_1, strides=[1, 1], padding=[1, 0, 2, 3], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
h = TypeVar("h")
w = TypeVar("w")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(3), h, w), "float32"), w_1: T.Buffer((T.int64(4), T.int64(3), T.int64(3), T.int64(3)), "float32"), conv2d_nchw: T.Buffer((T.int64(1), T.int64(4), "h + T.int64(1)", "w + T.int64(1)"), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), h + T.int64(3), w + T.int64(3)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), h + T.int64(3), w + T.int64(3)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 <= h and T.int64(0) <= v_i3 and v_i3 < w, x[v_i0, v_i1, v_i2 - T.int64(1), v_i3], T.float32(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(4), h + T.int64(1), w + T.int64(1), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], w_1[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx] * w_1[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-5 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 8, 4, 4]}, {"var": "w", "dtype": "float32", "shape": [16, 8, 1, 1]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [0, 0, 0, 0], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 16, 4, 4]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(8), T.int64(4), T.int64(4)), "float32"), w: T.Buffer((T.int64(16), T.int64(8), T.int64(1), T.int64(1)), "float32"), conv2d_nchw: T.Buffer((T.int64(1), T.int64(16), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(8), T.int64(4), T.int64(4)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(8), T.int64(4), T.int64(4)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, v_i2, v_i3]
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(16), T.int64(4), T.int64(4), T.int64(8), T.int64(1), T.int64(1)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-6 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 8, 8, 8]}, {"var": "w", "dtype": "float32", "shape": [16, 2, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 4, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [1, 1, 1, 1], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 16, 8, 8]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=4, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(8)), "float32"), w: T.Buffer((T.int64(16), T.int64(2), T.int64(3), T.int64(3)), "float32"), group_conv2d_nchw: T.Buffer((T.int64(1), T.int64(16), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(8), T.int64(10), T.int64(10)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(8), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(9) and T.int64(1) <= v_i3 and v_i3 < T.int64(9), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(16), T.int64(8), T.int64(8), T.int64(2), T.int64(3), T.int64(3)):
            with T.sblock("group_conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_ff // T.int64(4) * T.int64(2) + v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_ff // T.int64(4) * T.int64(2) + v_rc, v_yy + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-7 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 8, 8, 8]}, {"var": "w", "dtype": "float32", "shape": [8, 1, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 8, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [1, 1, 1, 1], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 8, 8, 8]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=8, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(8)), "float32"), w: T.Buffer((T.int64(8), T.int64(1), T.int64(3), T.int64(3)), "float32"), group_conv2d_nchw: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(8), T.int64(10), T.int64(10)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(8), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(9) and T.int64(1) <= v_i3 and v_i3 < T.int64(9), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(8), T.int64(8), T.int64(8), T.int64(1), T.int64(3), T.int64(3)):
            with T.sblock("group_conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_ff + v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_ff + v_rc, v_yy + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-8 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float16", "shape": ["n", 4, 8, 8]}, {"var": "w", "dtype": "float16", "shape": [4, 2, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 2, "kernel_layout": "OIHW", "out_dtype": null, "out_layout": "NCHW", "padding": [1, 1, 1, 1], "strides": [2, 1]}, "type": {"dtype": "float16", "shape": ["n", 4, 4, 8]}, "text": "R.nn.conv2d(x, w, strides=[2, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=2, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((n, T.int64(4), T.int64(8), T.int64(8)), "float16"), w: T.Buffer((T.int64(4), T.int64(2), T.int64(3), T.int64(3)), "float16"), group_conv2d_nchw: T.Buffer((n, T.int64(4), T.int64(4), T.int64(8)), "float16")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((n, T.int64(4), T.int64(10), T.int64(10)), "float16")
        for i0, i1, i2, i3 in T.grid(n, T.int64(4), T.int64(10), T.int64(10)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(9) and T.int64(1) <= v_i3 and v_i3 < T.int64(9), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float16(0.0))
        for nn, ff, yy, xx, rc, ry, rx in T.grid(n, T.int64(4), T.int64(4), T.int64(8), T.int64(2), T.int64(3), T.int64(3)):
            with T.sblock("group_conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_ff // T.int64(2) * T.int64(2) + v_rc, v_yy * T.int64(2) + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float16(0.0)
                group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_ff // T.int64(2) * T.int64(2) + v_rc, v_yy * T.int64(2) + v_ry, v_xx + v_rx] * w[v_ff, v_rc, v_ry, v_rx]

# --- nn.conv2d-9 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float16", "shape": [1, 3, 8, 8]}, {"var": "w", "dtype": "float16", "shape": [4, 3, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "OIHW", "out_dtype": "float32", "out_layout": "NCHW", "padding": [0, 0, 0, 0], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 4, 6, 6]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"OIHW\", out_layout=\"NCHW\", out_dtype=\"float32\")"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float16"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(3), T.int64(3)), "float16"), conv2d_nchw: T.Buffer((T.int64(1), T.int64(4), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)), "float16")
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, v_i2, v_i3]
        for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(4), T.int64(6), T.int64(6), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nchw"):
                v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx], w[v_ff, v_rc, v_ry, v_rx])
                T.writes(conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
                with T.init():
                    conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
                conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + T.Cast("float32", pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx]) * T.Cast("float32", w[v_ff, v_rc, v_ry, v_rx])

# --- nn.conv2d-10 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 8, 8, 3]}, {"var": "w", "dtype": "float32", "shape": [3, 3, 3, 4]}], "attrs": {"data_layout": "NHWC", "dilation": [1, 1], "groups": 1, "kernel_layout": "HWIO", "out_dtype": null, "out_layout": "NHWC", "padding": [1, 1, 1, 1], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 8, 8, 4]}, "text": "R.nn.conv2d(x, w, strides=[1, 1], padding=[1, 1, 1, 1], dilation=[1, 1], groups=1, data_layout=\"NHWC\", kernel_layout=\"HWIO\", out_layout=\"NHWC\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(3)), "float32"), w: T.Buffer((T.int64(3), T.int64(3), T.int64(3), T.int64(4)), "float32"), conv2d_nhwc: T.Buffer((T.int64(1), T.int64(8), T.int64(8), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(10), T.int64(10), T.int64(3)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(10), T.int64(10), T.int64(3)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1 - T.int64(1), v_i2 - T.int64(1), v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i1 and v_i1 < T.int64(9) and T.int64(1) <= v_i2 and v_i2 < T.int64(9), x[v_i0, v_i1 - T.int64(1), v_i2 - T.int64(1), v_i3], T.float32(0.0))
        for nn, yy, xx, ff, ry, rx, rc in T.grid(T.int64(1), T.int64(8), T.int64(8), T.int64(4), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nhwc"):
                v_nn, v_yy, v_xx, v_ff, v_ry, v_rx, v_rc = T.axis.remap("SSSSRRR", [nn, yy, xx, ff, ry, rx, rc])
                T.reads(pad_temp[v_nn, v_yy + v_ry, v_xx + v_rx, v_rc], w[v_ry, v_rx, v_rc, v_ff])
                T.writes(conv2d_nhwc[v_nn, v_yy, v_xx, v_ff])
                with T.init():
                    conv2d_nhwc[v_nn, v_yy, v_xx, v_ff] = T.float32(0.0)
                conv2d_nhwc[v_nn, v_yy, v_xx, v_ff] = conv2d_nhwc[v_nn, v_yy, v_xx, v_ff] + pad_temp[v_nn, v_yy + v_ry, v_xx + v_rx, v_rc] * w[v_ry, v_rx, v_rc, v_ff]

# --- nn.conv2d-11 ---
# {"op": "nn.conv2d", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 8, 8, 3]}, {"var": "w", "dtype": "float32", "shape": [3, 3, 3, 4]}], "attrs": {"data_layout": "NHWC", "dilation": [1, 1], "groups": 1, "kernel_layout": "HWIO", "out_dtype": null, "out_layout": "NHWC", "padding": [0, 0, 0, 0], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": ["n", 3, 3, 4]}, "text": "R.nn.conv2d(x, w, strides=[2, 2], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout=\"NHWC\", kernel_layout=\"HWIO\", out_layout=\"NHWC\", out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d(x: T.Buffer((n, T.int64(8), T.int64(8), T.int64(3)), "float32"), w: T.Buffer((T.int64(3), T.int64(3), T.int64(3), T.int64(4)), "float32"), conv2d_nhwc: T.Buffer((n, T.int64(3), T.int64(3), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((n, T.int64(8), T.int64(8), T.int64(3)))
        for i0, i1, i2, i3 in T.grid(n, T.int64(8), T.int64(8), T.int64(3)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
                pad_temp[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, v_i2, v_i3]
        for nn, yy, xx, ff, ry, rx, rc in T.grid(n, T.int64(3), T.int64(3), T.int64(4), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv2d_nhwc"):
                v_nn, v_yy, v_xx, v_ff, v_ry, v_rx, v_rc = T.axis.remap("SSSSRRR", [nn, yy, xx, ff, ry, rx, rc])
                T.reads(pad_temp[v_nn, v_yy * T.int64(2) + v_ry, v_xx * T.int64(2) + v_rx, v_rc], w[v_ry, v_rx, v_rc, v_ff])
                T.writes(conv2d_nhwc[v_nn, v_yy, v_xx, v_ff])
                with T.init():
                    conv2d_nhwc[v_nn, v_yy, v_xx, v_ff] = T.float32(0.0)
                conv2d_nhwc[v_nn, v_yy, v_xx, v_ff] = conv2d_nhwc[v_nn, v_yy, v_xx, v_ff] + pad_temp[v_nn, v_yy * T.int64(2) + v_ry, v_xx * T.int64(2) + v_rx, v_rc] * w[v_ry, v_rx, v_rc, v_ff]
