@I.ir_module
class Module:
    @T.prim_func
    def main(inputs: T.Buffer((1, 4, 28, 28, 16), "float32"), weight: T.Buffer((3, 3, 3, 16, 32), "float32"), conv3d_ndhwc: T.Buffer((1, 4, 28, 28, 32), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        PadInput = T.alloc_buffer((1, 6, 30, 30, 16))
        for i0, i1, i2, i3, i4 in T.grid(1, 6, 30, 30, 16):
            with T.block("PadInput"):
                v_i0, v_i1, v_i2, v_i3, v_i4 = T.axis.remap("SSSSS", [i0, i1, i2, i3, i4])
                T.reads(inputs[v_i0, v_i1 - 1, v_i2 - 1, v_i3 - 1, v_i4])
                T.writes(PadInput[v_i0, v_i1, v_i2, v_i3, v_i4])
                PadInput[v_i0, v_i1, v_i2, v_i3, v_i4] = T.if_then_else(1 <= v_i1 and v_i1 < 5 and 1 <= v_i2 and v_i2 < 29 and 1 <= v_i3 and v_i3 < 29, inputs[v_i0, v_i1 - 1, v_i2 - 1, v_i3 - 1, v_i4], T.float32(0.0))
        for n, d, h, w, co, rd, rh, rw, rc in T.grid(1, 4, 28, 28, 32, 3, 3, 3, 16):
            with T.block("conv3d_ndhwc"):
                v_n, v_d, v_h, v_w, v_co, v_rd, v_rh, v_rw, v_rc = T.axis.remap("SSSSSRRRR", [n, d, h, w, co, rd, rh, rw, rc])
                T.reads(PadInput[v_n, v_d + v_rd, v_h + v_rh, v_w + v_rw, v_co // 32 * 16 + v_rc], weight[v_rd, v_rh, v_rw, v_rc, v_co])
                T.writes(conv3d_ndhwc[v_n, v_d, v_h, v_w, v_co])
                with T.init():
                    conv3d_ndhwc[v_n, v_d, v_h, v_w, v_co] = T.float32(0.0)
                conv3d_ndhwc[v_n, v_d, v_h, v_w, v_co] = conv3d_ndhwc[v_n, v_d, v_h, v_w, v_co] + PadInput[v_n, v_d + v_rd, v_h + v_rh, v_w + v_rw, v_co // 32 * 16 + v_rc] * weight[v_rd, v_rh, v_rw, v_rc, v_co]
