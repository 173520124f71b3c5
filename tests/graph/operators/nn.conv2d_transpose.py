# SPDX-License-Identifier: Apache-2.0
# --- nn.conv2d_transpose-1 ---
# {"op": "nn.conv2d_transpose", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"var": "w", "dtype": "float32", "shape": [3, 5, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "IOHW", "out_dtype": null, "out_layout": "NCHW", "output_padding": [0, 0], "padding": [0, 0, 0, 0], "strides": [1, 1]}, "type": {"dtype": "float32", "shape": [1, 5, 6, 6]}, "text": "R.nn.conv2d_transpose(x, w, strides=[1, 1], padding=[0, 0, 0, 0], output_padding=[0, 0], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"IOHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d_transpose(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), w: T.Buffer((T.int64(3), T.int64(5), T.int64(3), T.int64(3)), "float32"), compute: T.Buffer((T.int64(1), T.int64(5), T.int64(6), T.int64(6)), "float32")):
        T.func_attr({"tirx.noalias": True})
        data_dilate = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)))
        data_pad = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(8), T.int64(8)))
        kernel_transform = T.sblock_alloc_buffer((T.int64(5), T.int64(3), T.int64(3), T.int64(3)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2, v_i3])
                T.writes(data_dilate[v_i0, v_i1, v_i2, v_i3])
                data_dilate[v_i0, v_i1, v_i2, v_i3] = x[v_i0, v_i1, v_i2, v_i3]
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(8), T.int64(8)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(2), v_i3 - T.int64(2)])
                T.writes(data_pad[v_i0, v_i1, v_i2, v_i3])
                data_pad[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(2) <= v_i2 and v_i2 < T.int64(6) and T.int64(2) <= v_i3 and v_i3 < T.int64(6), data_dilate[v_i0, v_i1, v_i2 - T.int64(2), v_i3 - T.int64(2)], T.float32(0.0))
        for o, i, h, w_1 in T.grid(T.int64(5), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("kernel_transform"):
                v_o, v_i, v_h, v_w = T.axis.remap("SSSS", [o, i, h, w_1])
                T.reads(w[v_i, v_o, T.int64(2) - v_h, T.int64(2) - v_w])
                T.writes(kernel_transform[v_o, v_i, v_h, v_w])
                kernel_transform[v_o, v_i, v_h, v_w] = w[v_i, v_o, T.int64(2) - v_h, T.int64(2) - v_w]
        for b, c, h, w_1, dc, dh, dw in T.grid(T.int64(1), T.int64(5), T.int64(6), T.int64(6), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("compute"):
                v_b, v_c, v_h, v_w, v_dc, v_dh, v_dw = T.axis.remap("SSSSRRR", [b, c, h, w_1, dc, dh, dw])
                T.reads(data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw], kernel_transform[v_c, v_dc, v_dh, v_dw])
                T.writes(compute[v_b, v_c, v_h, v_w])
                with T.init():
                    compute[v_b, v_c, v_h, v_w] = T.float32(0.0)
                compute[v_b, v_c, v_h, v_w] = compute[v_b, v_c, v_h, v_w] + data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw] * kernel_transform[v_c, v_dc, v_dh, v_dw]

# --- nn.conv2d_transpose-2 ---
# {"op": "nn.conv2d_transpose", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 4, 4]}, {"var": "w", "dtype": "float32", "shape": [3, 5, 3, 3]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "IOHW", "out_dtype": null, "out_layout": "NCHW", "output_padding": [1, 1], "padding": [1, 1, 1, 1], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": [1, 5, 8, 8]}, "text": "R.nn.conv2d_transpose(x, w, strides=[2, 2], padding=[1, 1, 1, 1], output_padding=[1, 1], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"IOHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d_transpose(x: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4)), "float32"), w: T.Buffer((T.int64(3), T.int64(5), T.int64(3), T.int64(3)), "float32"), compute: T.Buffer((T.int64(1), T.int64(5), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        data_dilate = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(7), T.int64(7)))
        data_pad = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(10), T.int64(10)))
        kernel_transform = T.sblock_alloc_buffer((T.int64(5), T.int64(3), T.int64(3), T.int64(3)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(7), T.int64(7)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(2)])
                T.writes(data_dilate[v_i0, v_i1, v_i2, v_i3])
                data_dilate[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0) and v_i3 % T.int64(2) == T.int64(0), x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(2)], T.float32(0.0))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(10), T.int64(10)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(data_pad[v_i0, v_i1, v_i2, v_i3])
                data_pad[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(8) and T.int64(1) <= v_i3 and v_i3 < T.int64(8), data_dilate[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
        for o, i, h, w_1 in T.grid(T.int64(5), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("kernel_transform"):
                v_o, v_i, v_h, v_w = T.axis.remap("SSSS", [o, i, h, w_1])
                T.reads(w[v_i, v_o, T.int64(2) - v_h, T.int64(2) - v_w])
                T.writes(kernel_transform[v_o, v_i, v_h, v_w])
                kernel_transform[v_o, v_i, v_h, v_w] = w[v_i, v_o, T.int64(2) - v_h, T.int64(2) - v_w]
        for b, c, h, w_1, dc, dh, dw in T.grid(T.int64(1), T.int64(5), T.int64(8), T.int64(8), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("compute"):
                v_b, v_c, v_h, v_w, v_dc, v_dh, v_dw = T.axis.remap("SSSSRRR", [b, c, h, w_1, dc, dh, dw])
                T.reads(data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw], kernel_transform[v_c, v_dc, v_dh, v_dw])
                T.writes(compute[v_b, v_c, v_h, v_w])
                with T.init():
                    compute[v_b, v_c, v_h, v_w] = T.float32(0.0)
                compute[v_b, v_c, v_h, v_w] = compute[v_b, v_c, v_h, v_w] + data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw] * kernel_transform[v_c, v_dc, v_dh, v_dw]

# --- nn.conv2d_transpose-3 ---
# {"op": "nn.conv2d_transpose", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 4, 4]}, {"var": "w", "dtype": "float32", "shape": [3, 5, 2, 2]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 1, "kernel_layout": "IOHW", "out_dtype": null, "out_layout": "NCHW", "output_padding": [0, 0], "padding": [1, 0, 1, 2], "strides": [2, 3]}, "type": {"dtype": "float32", "shape": ["n", 5, 6, 9]}, "text": "R.nn.conv2d_transpose(x, w, strides=[2, 3], padding=[1, 0, 1, 2], output_padding=[0, 0], dilation=[1, 1], groups=1, data_layout=\"NCHW\", kernel_layout=\"IOHW\", out_layout=\"NCHW\", out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d_transpose(x: T.Buffer((n, T.int64(3), T.int64(4), T.int64(4)), "float32"), w: T.Buffer((T.int64(3), T.int64(5), T.int64(2), T.int64(2)), "float32"), compute: T.Buffer((n, T.int64(5), T.int64(6), T.int64(9)), "float32")):
        T.func_attr({"tirx.noalias": True})
        data_dilate = T.sblock_alloc_buffer((n, T.int64(3), T.int64(7), T.int64(10)))
        data_pad = T.sblock_alloc_buffer((n, T.int64(3), T.int64(7), T.int64(10)))
        kernel_transform = T.sblock_alloc_buffer((T.int64(5), T.int64(3), T.int64(2), T.int64(2)))
        for i0, i1, i2, i3 in T.grid(n, T.int64(3), T.int64(7), T.int64(10)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(3)])
                T.writes(data_dilate[v_i0, v_i1, v_i2, v_i3])
                data_dilate[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0) and v_i3 % T.int64(3) == T.int64(0), x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(3)], T.float32(0.0))
        for i0, i1, i2, i3 in T.grid(n, T.int64(3), T.int64(7), T.int64(10)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(data_dilate[v_i0, v_i1, v_i2, v_i3 - T.int64(1)])
                T.writes(data_pad[v_i0, v_i1, v_i2, v_i3])
                data_pad[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i3 and v_i3 < T.int64(11), data_dilate[v_i0, v_i1, v_i2, v_i3 - T.int64(1)], T.float32(0.0))
        for o, i, h, w_1 in T.grid(T.int64(5), T.int64(3), T.int64(2), T.int64(2)):
            with T.sblock("kernel_transform"):
                v_o, v_i, v_h, v_w = T.axis.remap("SSSS", [o, i, h, w_1])
                T.reads(w[v_i, v_o, T.int64(1) - v_h, T.int64(1) - v_w])
                T.writes(kernel_transform[v_o, v_i, v_h, v_w])
                kernel_transform[v_o, v_i, v_h, v_w] = w[v_i, v_o, T.int64(1) - v_h, T.int64(1) - v_w]
        for b, c, h, w_1, dc, dh, dw in T.grid(n, T.int64(5), T.int64(6), T.int64(9), T.int64(3), T.int64(2), T.int64(2)):
            with T.sblock("compute"):
                v_b, v_c, v_h, v_w, v_dc, v_dh, v_dw = T.axis.remap("SSSSRRR", [b, c, h, w_1, dc, dh, dw])
                T.reads(data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw], kernel_transform[v_c, v_dc, v_dh, v_dw])
                T.writes(compute[v_b, v_c, v_h, v_w])
                with T.init():
                    compute[v_b, v_c, v_h, v_w] = T.float32(0.0)
                compute[v_b, v_c, v_h, v_w] = compute[v_b, v_c, v_h, v_w] + data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw] * kernel_transform[v_c, v_dc, v_dh, v_dw]

# --- nn.conv2d_transpose-4 ---
# {"op": "nn.conv2d_transpose", "args": [{"var": "x", "dtype": "float32", "shape": [1, 4, 4, 4]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 2, 2]}], "attrs": {"data_layout": "NCHW", "dilation": [1, 1], "groups": 2, "kernel_layout": "IOHW", "out_dtype": null, "out_layout": "NCHW", "output_padding": [0, 0], "padding": [0, 0, 0, 0], "strides": [2, 2]}, "type": {"dtype": "float32", "shape": [1, 6, 8, 8]}, "text": "R.nn.conv2d_transpose(x, w, strides=[2, 2], padding=[0, 0, 0, 0], output_padding=[0, 0], dilation=[1, 1], groups=2, data_layout=\"NCHW\", kernel_layout=\"IOHW\", out_layout=\"NCHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv2d_transpose(x: T.Buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(4)), "float32"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(2), T.int64(2)), "float32"), compute: T.Buffer((T.int64(1), T.int64(6), T.int64(8), T.int64(8)), "float32")):
        T.func_attr({"tirx.noalias": True})
        data_dilate = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(7), T.int64(7)))
        data_pad = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(9), T.int64(9)))
        kernel_transform = T.sblock_alloc_buffer((T.int64(3), T.int64(4), T.int64(2), T.int64(2)))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(7), T.int64(7)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(2)])
                T.writes(data_dilate[v_i0, v_i1, v_i2, v_i3])
                data_dilate[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0) and v_i3 % T.int64(2) == T.int64(0), x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(2)], T.float32(0.0))
        for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(9), T.int64(9)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
                T.writes(data_pad[v_i0, v_i1, v_i2, v_i3])
                data_pad[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(8) and T.int64(1) <= v_i3 and v_i3 < T.int64(8), data_dilate[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
        for i, o, h, w_1 in T.grid(T.int64(3), T.int64(4), T.int64(2), T.int64(2)):
            with T.sblock("kernel_transform"):
                v_i, v_o, v_h, v_w = T.axis.remap("SSSS", [i, o, h, w_1])
                T.reads(w[v_o, v_i, T.int64(1) - v_h, T.int64(1) - v_w])
                T.writes(kernel_transform[v_i, v_o, v_h, v_w])
                kernel_transform[v_i, v_o, v_h, v_w] = w[v_o, v_i, T.int64(1) - v_h, T.int64(1) - v_w]
        for b, c, h, w_1, dc, dh, dw in T.grid(T.int64(1), T.int64(6), T.int64(8), T.int64(8), T.int64(2), T.int64(2), T.int64(2)):
            with T.sblock("compute"):
                v_b, v_c, v_h, v_w, v_dc, v_dh, v_dw = T.axis.remap("SSSSRRR", [b, c, h, w_1, dc, dh, dw])
                T.reads(data_pad[v_b, v_c // T.int64(3) * T.int64(2) + v_dc, v_h + v_dh, v_w + v_dw], kernel_transform[v_c % T.int64(3), v_c // T.int64(3) * T.int64(2) + v_dc, v_dh, v_dw])
                T.writes(compute[v_b, v_c, v_h, v_w])
                with T.init():
                    compute[v_b, v_c, v_h, v_w] = T.float32(0.0)
                compute[v_b, v_c, v_h, v_w] = compute[v_b, v_c, v_h, v_w] + data_pad[v_b, v_c // T.int64(3) * T.int64(2) + v_dc, v_h + v_dh, v_w + v_dw] * kernel_transform[v_c % T.int64(3), v_c // T.int64(3) * T.int64(2) + v_dc, v_dh, v_dw]
