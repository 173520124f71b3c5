# SPDX-License-Identifier: Apache-2.0
# --- nn.conv3d-1 ---
# {"op": "nn.conv3d", "args": [{"var": "x", "dtype": "float32", "shape": [1, 2, 4, 4, 4]}, {"var": "w", "dtype": "float32", "shape": [3, 2, 3, 3, 3]}], "attrs": {"data_layout": "NCDHW", "dilation": [1, 1, 1], "groups": 1, "kernel_layout": "OIDHW", "out_dtype": null, "out_layout": "NCDHW", "padding": [1, 1, 1, 1, 1, 1], "strides": [1, 1, 1]}, "type": {"dtype": "float32", "shape": [1, 3, 4, 4, 4]}, "text": "R.nn.conv3d(x, w, strides=[1, 1, 1], padding=[1, 1, 1, 1, 1, 1], dilation=[1, 1, 1], groups=1, data_layout=\"NCDHW\", kernel_layout=\"OIDHW\", out_layout=\"NCDHW\", out_dtype=None)"}
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def conv3d(x: T.Buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(4), T.int64(4)), "float32"), w: T.Buffer((T.int64(3), T.int64(2), T.int64(3), T.int64(3), T.int64(3)), "float32"), conv3d_ncdhw: T.Buffer((T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tirx.noalias": True})
        pad_temp = T.sblock_alloc_buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6), T.int64(6)))
        for i0, i1, i2, i3, i4 in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(6), T.int64(6)):
            with T.sblock("pad_temp"):
                v_i0, v_i1, v_i2, v_i3, v_i4 = T.axis.remap("SSSSS", [i0, i1, i2, i3, i4])
                T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1), v_i4 - T.int64(1)])
                T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3, v_i4])
                pad_temp[v_i0, v_i1, v_i2, v_i3, v_i4] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(5) and T.int64(1) <= v_i3 and v_i3 < T.int64(5) and T.int64(1) <= v_i4 and v_i4 < T.int64(5), x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1), v_i4 - T.int64(1)], T.float32(0.0))
        for nn, ff, yy, xx, zz, rc, ry, rx, rz in T.grid(T.int64(1), T.int64(3), T.int64(4), T.int64(4), T.int64(4), T.int64(2), T.int64(3), T.int64(3), T.int64(3)):
            with T.sblock("conv3d_ncdhw"):
                v_nn, v_ff, v_yy, v_xx, v_zz, v_rc, v_ry, v_rx, v_rz = T.axis.remap("SSSSSRRRR", [nn, ff, yy, xx, zz, rc, ry, rx, rz])
                T.reads(pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx, v_zz + v_rz], w[v_ff, v_rc, v_ry, v_rx, v_rz])
                T.writes(conv3d_ncdhw[v_nn, v_ff, v_yy, v_xx, v_zz])
                with T.init():
                    conv3d_ncdhw[v_nn, v_ff, v_yy, v_xx, v_zz] = T.float32(0.0)
                conv3d_ncdhw[v_nn, v_ff, v_yy, v_xx, v_zz] = conv3d_ncdhw[v_nn, v_ff, v_yy, v_xx, v_zz] + pad_temp[v_nn, v_rc, v_yy + v_ry, v_xx + v_rx, v_zz + v_rz] * w[v_ff, v_rc, v_ry, v_rx, v_rz]
