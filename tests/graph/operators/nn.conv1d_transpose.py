# SPDX-License-Identifier: Apache-2.0
# --- nn.conv1d_transpose-1 ---
# {"op": "nn.conv1d_transpose", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 8]}, {"var": "w", "dtype": "float32", "shape": [3, 5, 3]}], "attrs": {"data_layout": "NCW", "dilation": [1], "groups": 1, "kernel_layout": "IOW", "out_dtype": null, "out_layout": "NCW", "output_padding": [0], "padding": [1, 1], "strides": [2]}, "type": {"dtype": "float32", "shape": [1, 5, 15]}, "text": "R.nn.conv1d_transpose(x, w, strides=[2], padding=[1, 1], output_padding=[0], dilation=[1], groups=1, data_layout=\"NCW\", kernel_layout=\"IOW\", out_layout=\"NCW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv1d_transpose(x: T.Buffer((T.int64(1), T.int64(3), T.int64(8)), "float32"), w: T.Buffer((T.int64(3), T.int64(5), T.int64(3)), "float32"), compute: T.Buffer((T.int64(1), T.int64(5), T.int64(15)), "float32")):
        T.func_attr({"tirx.noalias": True})
        data_dilate = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(15)))
        data_pad = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(17)))
        kernel = T.sblock_alloc_buffer((T.int64(5), T.int64(3), T.int64(3)))
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(3), T.int64(15)):
            with T.sblock("data_dilate"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 // T.int64(2)])
                T.writes(data_dilate[v_i0, v_i1, v_i2])
                data_dilate[v_i0, v_i1, v_i2] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0), x[v_i0, v_i1, v_i2 // T.int64(2)], T.float32(0.0))
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(3), T.int64(17)):
            with T.sblock("data_pad"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(1)])
                T.writes(data_pad[v_i0, v_i1, v_i2])
                data_pad[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(16), data_dilate[v_i0, v_i1, v_i2 - T.int64(1)], T.float32(0.0))
        for o, i, w_1 in T.grid(T.int64(5), T.int64(3), T.int64(3)):
            with T.sblock("kernel"):
                v_o, v_i, v_w = T.axis.remap("SSS", [o, i, w_1])
                T.reads(w[v_i, v_o, T.int64(2) - v_w])
                T.writes(kernel[v_o, v_i, v_w])
                kernel[v_o, v_i, v_w] = w[v_i, v_o, T.int64(2) - v_w]
        for b, c, w_1, dc, dw in T.grid(T.int64(1), T.int64(5), T.int64(15), T.int64(3), T.int64(3)):
            with T.sblock("compute"):
                v_b, v_c, v_w, v_dc, v_dw = T.axis.remap("SSSRR", [b, c, w_1, dc, dw])
                T.reads(data_pad[v_b, v_dc, v_w + v_dw], kernel[v_c, v_dc, v_dw])
                T.writes(compute[v_b, v_c, v_w])
                with T.init():
                    compute[v_b, v_c, v_w] = T.float32(0.0)
                compute[v_b, v_c, v_w] = compute[v_b, v_c, v_w] + data_pad[v_b, v_dc, v_w + v_dw] * kernel[v_c, v_dc, v_dw]
