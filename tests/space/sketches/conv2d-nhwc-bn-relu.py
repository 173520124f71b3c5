@I.ir_module
class Module:
    @T.prim_func
    def main(data: T.Buffer((1, 28, 28, 16), "float32"), kernel: T.Buffer((3, 3, 16, 32), "float32"), bias: T.Buffer((32,), "float32"), bn_offset: T.Buffer((32,), "float32"), bn_scale: T.Buffer((32,), "float32"), compute: T.Buffer((1, 28, 28, 32), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        PaddedInput = T.alloc_buffer((1, 30, 30, 16))
        Conv2dOutput = T.alloc_buffer((1, 28, 28, 32))
        bias_add = T.alloc_buffer((1, 28, 28, 32))
        bn_mul = T.alloc_buffer((1, 28, 28, 32))
        bn_add = T.alloc_buffer((1, 28, 28, 32))
        for i0, i1, i2, i3 in T.grid(1, 30, 30, 16):
            with T.block("PaddedInput"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(data[v_i0, v_i1 - 1, v_i2 - 1, v_i3])
                T.writes(PaddedInput[v_i0, v_i1, v_i2, v_i3])
                PaddedInput[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(1 <= v_i1 and v_i1 < 29 and 1 <= v_i2 and v_i2 < 29, data[v_i0, v_i1 - 1, v_i2 - 1, v_i3], T.float32(0.0))
        for nn, yy, xx, ff, ry, rx, rc in T.grid(1, 28, 28, 32, 3, 3, 16):
            with T.block("Conv2dOutput"):
                v_nn, v_yy, v_xx, v_ff, v_ry, v_rx, v_rc = T.axis.remap("SSSSRRR", [nn, yy, xx, ff, ry, rx, rc])
                T.reads(PaddedInput[v_nn, v_yy + v_ry, v_xx + v_rx, v_rc], kernel[v_ry, v_rx, v_rc, v_ff])
                T.writes(Conv2dOutput[v_nn, v_yy, v_xx, v_ff])
                with T.init():
                    Conv2dOutput[v_nn, v_yy, v_xx, v_ff] = T.float32(0.0)
                Conv2dOutput[v_nn, v_yy, v_xx, v_ff] = Conv2dOutput[v_nn, v_yy, v_xx, v_ff] + PaddedInput[v_nn, v_yy + v_ry, v_xx + v_rx, v_rc] * kernel[v_ry, v_rx, v_rc, v_ff]
        for i, j, k, l in T.grid(1, 28, 28, 32):
            with T.block("bias_add"):
                v_i, v_j, v_k, v_l = T.axis.remap("SSSS", [i, j, k, l])
                T.reads(Conv2dOutput[v_i, v_j, v_k, v_l], bias[v_l])
                T.writes(bias_add[v_i, v_j, v_k, v_l])
                bias_add[v_i, v_j, v_k, v_l] = Conv2dOutput[v_i, v_j, v_k, v_l] + bias[v_l]
        for i, j, k, l in T.grid(1, 28, 28, 32):
            with T.block("bn_mul"):
                v_i, v_j, v_k, v_l = T.axis.remap("SSSS", [i, j, k, l])
                T.reads(bias_add[v_i, v_j, v_k, v_l], bn_scale[v_l])
                T.writes(bn_mul[v_i, v_j, v_k, v_l])
                bn_mul[v_i, v_j, v_k, v_l] = bias_add[v_i, v_j, v_k, v_l] * bn_scale[v_l]
        for i, j, k, l in T.grid(1, 28, 28, 32):
            with T.block("bn_add"):
                v_i, v_j, v_k, v_l = T.axis.remap("SSSS", [i, j, k, l])
                T.reads(bn_mul[v_i, v_j, v_k, v_l], bn_offset[v_l])
                T.writes(bn_add[v_i, v_j, v_k, v_l])
                bn_add[v_i, v_j, v_k, v_l] = bn_mul[v_i, v_j, v_k, v_l] + bn_offset[v_l]
        for i0, i1, i2, i3 in T.grid(1, 28, 28, 32):
            with T.block("compute"):
                v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(bn_add[v_i0, v_i1, v_i2, v_i3])
                T.writes(compute[v_i0, v_i1, v_i2, v_i3])
                compute[v_i0, v_i1, v_i2, v_i3] = T.max(bn_add[v_i0, v_i1, v_i2, v_i3], T.float32(0.0))
