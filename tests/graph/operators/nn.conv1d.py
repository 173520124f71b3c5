# SPDX-License-Identifier: Apache-2.0
# --- nn.conv1d-1 ---
# {"op": "nn.conv1d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 3, 16]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 3]}], "attrs": {"data_layout": "NCW", "dilation": [1], "groups": 1, "kernel_layout": "OIW", "out_dtype": null, "out_layout": "NCW", "padding": [0, 0], "strides": [1]}, "type": {"dtype": "float32", "shape": [1, 4, 14]}, "text": "R.nn.conv1d(x, w, strides=[1], padding=[0, 0], dilation=[1], groups=1, data_layout=\"NCW\", kernel_layout=\"OIW\", out_layout=\"NCW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv1d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(16)), "float32"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(3)), "float32"), conv1d_ncw: T.Buffer((T.int64(1), T.int64(4), T.int64(14)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(3), T.int64(16)))
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(3), T.int64(16)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = x[v_i0, v_i1, v_i2]
        for nn, ff, yy, rc, ry in T.grid(T.int64(1), T.int64(4), T.int64(14), T.int64(3), T.int64(3)):
            with T.sblock("conv1d_ncw"):
                v_nn, v_ff, v_yy, v_rc, v_ry = T.axis.remap("SSSRR", [nn, ff, yy, rc, ry])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry], w[v_ff, v_rc, v_ry])
                T.writes(conv1d_ncw[v_nn, v_ff, v_yy])
                with T.init():
                    conv1d_ncw[v_nn, v_ff, v_yy] = T.float32(0.0)
                conv1d_ncw[v_nn, v_ff, v_yy] = conv1d_ncw[v_nn, v_ff, v_yy] + pad_temp[v_nn, v_rc, v_yy + v_ry] * w[v_ff, v_rc, v_ry]

# --- nn.conv1d-2 ---
# {"op": "nn.conv1d", "args": [{"var": "x", "dtype": "float32", "shape": ["n", 3, 16]}, {"var": "w", "dtype": "float32", "shape": [4, 3, 3]}], "attrs": {"data_layout": "NCW", "dilation": [2], "groups": 1, "kernel_layout": "OIW", "out_dtype": null, "out_layout": "NCW", "padding": [1, 1], "strides": [2]}, "type": {"dtype": "float32", "shape": ["n", 4, 7]}, "text": "R.nn.conv1d(x, w, strides=[2], padding=[1, 1], dilation=[2], groups=1, data_layout=\"NCW\", kernel_layout=\"OIW\", out_layout=\"NCW\", out_dtype=None)"}
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv1d(x: T.Buffer((n, T.int64(3), T.int64(16)), "float32"), w: T.Buffer((T.int64(4), T.int64(3), T.int64(3)), "float32"), conv1d_ncw: T.Buffer((n, T.int64(4), T.int64(7)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((n, T.int64(3), T.int64(18)))
        for i0, i1, i2 in T.grid(n, T.int64(3), T.int64(18)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(17), x[v_i0, v_i1, v_i2 - T.int64(1)], T.float32(0.0))
        for nn, ff, yy, rc, ry in T.grid(n, T.int64(4), T.int64(7), T.int64(3), T.int64(3)):
            with T.sblock("conv1d_ncw"):
                v_nn, v_ff, v_yy, v_rc, v_ry = T.axis.remap("SSSRR", [nn, ff, yy, rc, ry])
                T.reads(pad_temp[v_nn, v_rc, v_yy * T.int64(2) + v_ry * T.int64(2)], w[v_ff, v_rc, v_ry])
                T.writes(conv1d_ncw[v_nn, v_ff, v_yy])
                with T.init():
                    conv1d_ncw[v_nn, v_ff, v_yy] = T.float32(0.0)
                conv1d_ncw[v_nn, v_ff, v_yy] = conv1d_ncw[v_nn, v_ff, v_yy] + pad_temp[v_nn, v_rc, v_yy * T.int64(2) + v_ry * T.int64(2)] * w[v_ff, v_rc, v_ry]

# --- nn.conv1d-3 ---
# {"op": "nn.conv1d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 4, 16]}, {"var": "w", "dtype": "float32", "shape": [4, 2, 3]}], "attrs": {"data_layout": "NCW", "dilation": [1], "groups": 2, "kernel_layout": "OIW", "out_dtype": null, "out_layout": "NCW", "padding": [0, 0], "strides": [1]}, "type": {"dtype": "float32", "shape": [1, 4, 14]}, "text": "R.nn.conv1d(x, w, strides=[1], padding=[0, 0], dilation=[1], groups=2, data_layout=\"NCW\", kernel_layout=\"OIW\", out_layout=\"NCW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv1d(x: T.Buffer((T.int64(1), T.int64(4), T.int64(16)), "float32"), w: T.Buffer((T.int64(4), T.int64(2), T.int64(3)), "float32"), group_conv1d_ncw: T.Buffer((T.int64(1), T.int64(4), T.int64(14)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(4), T.int64(16)))
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(4), T.int64(16)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1, v_i2])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = x[v_i0, v_i1, v_i2]
        for nn, ff, yy, rc, ry in T.grid(T.int64(1), T.int64(4), T.int64(14), T.int64(2), T.int64(3)):
            with T.sblock("group_conv1d_ncw"):
                v_nn, v_ff, v_yy, v_rc, v_ry = T.axis.remap("SSSRR", [nn, ff, yy, rc, ry])
                T.reads(pad_temp[v_nn, v_ff // T.int64(2) * T.int64(2) + v_rc, v_yy + v_ry], w[v_ff, v_rc, v_ry])
                T.writes(group_conv1d_ncw[v_nn, v_ff, v_yy])
                with T.init():
                    group_conv1d_ncw[v_nn, v_ff, v_yy] = T.float32(0.0)
                group_conv1d_ncw[v_nn, v_ff, v_yy] = group_conv1d_ncw[v_nn, v_ff, v_yy] + pad_temp[v_nn, v_ff // T.int64(2) * T.int64(2) + v_rc, v_yy + v_ry] * w[v_ff, v_rc, v_ry]

# --- nn.conv1d-4 ---
# {"op": "nn.conv1d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 16, 3]}, {"var": "w", "dtype": "float32", "shape": [3, 3, 4]}], "attrs": {"data_layout": "NWC", "dilation": [1], "groups": 1, "kernel_layout": "WIO", "out_dtype": null, "out_layout": "NWC", "padding": [1, 1], "strides": [1]}, "type": {"dtype": "float32", "shape": [1, 16, 4]}, "text": "R.nn.conv1d(x, w, strides=[1], padding=[1, 1], dilation=[1], groups=1, data_layout=\"NWC\", kernel_layout=\"WIO\", out_layout=\"NWC\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv1d(x: T.Buffer((T.int64(1), T.int64(16), T.int64(3)), "float32"), w: T.Buffer((T.int64(3), T.int64(3), T.int64(4)), "float32"), conv1d_nwc: T.Buffer((T.int64(1), T.int64(16), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(18), T.int64(3)))
        for i0, i1, i2 in T.grid(T.int64(1), T.int64(18), T.int64(3)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(x[v_i0, v_i1 - T.int64(1), v_i2])
                T.writes(pad_temp[v_i0, v_i1, v_i2])
                pad_temp[v_i0, v_i1, v_i2] = T.if_then_else(T.int64(1) <= v_i1 and v_i1 < T.int64(17), x[v_i0, v_i1 - T.int64(1), v_i2], T.float32(0.0))
        for nn, yy, ff, ry, rc in T.grid(T.int64(1), T.int64(16), T.int64(4), T.int64(3), T.int64(3)):
            with T.sblock("conv1d_nwc"):
                v_nn, v_yy, v_ff, v_ry, v_rc = T.axis.remap("SSSRR", [nn, yy, ff, ry, rc])
                T.reads(pad_temp[v_nn, v_yy + v_ry, v_rc], w[v_ry, v_rc, v_ff])
                T.writes(conv1d_nwc[v_nn, v_yy, v_ff])
                with T.init():
                    conv1d_nwc[v_nn, v_yy, v_ff] = T.float32(0.0)
                conv1d_nwc[v_nn, v_yy, v_ff] = conv1d_nwc[v_nn, v_yy, v_ff] + pad_temp[v_nn, v_yy + v_ry, v_rc] * w[v_ry, v_rc, v_ff]
