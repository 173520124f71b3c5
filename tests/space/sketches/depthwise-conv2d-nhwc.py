@I.ir_module
class Module:
    @T.prim_func
    def main(placeholder: T.Buffer((1, 28, 28, 32), "float32"), placeholder_1: T.Buffer((1, 3, 3, 32), "float32"), depth_conv2d_nhwc: T.Buffer((1, 28, 28, 32), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        PadInput = T.alloc_buffer((1, 30, 30, 32))
        for i0, i1, i2, i3 in T.grid(1, 30, 30, 32):
            with T.block("PadInput"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(placeholder[v_i0, v_i1 - 1, v_i2 - 1, v_i3])
                T.writes(PadInput[v_i0, v_i1, v_i2, v_i3])
                PadInput[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(1 <= v_i1 and v_i1 < 29 and 1 <= v_i2 and v_i2 < 29, placeholder[v_i0, v_i1 - 1, v_i2 - 1, v_i3], T.float32(0.0))
        for n, h, w, c, rh, rw in T.grid(1, 28, 28, 32, 3, 3):
            with T.block("depth_conv2d_nhwc"):
                v_n, v_h, v_w, v_c, v_rh, v_rw = T.axis.remap("SSSSRR", [n, h, w, c, rh, rw])
                T.reads(PadInput[v_n, v_h + v_rh, v_w + v_rw, v_c], placeholder_1[0, v_rh, v_rw, v_c])
                T.writes(depth_conv2d_nhwc[v_n, v_h, v_w, v_c])
                with T.init():
                    depth_conv2d_nhwc[v_n, v_h, v_w, v_c] = T.float32(0.0)
                depth_conv2d_nhwc[v_n, v_h, v_w, v_c] = depth_conv2d_nhwc[v_n, v_h, v_w, v_c] + PadInput[v_n, v_h + v_rh, v_w + v_rw, v_c] * placeholder_1[0, v_rh, v_rw, v_c]
