@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 8), dtype="float32"), w1: R.Tensor((8, 8), dtype="float32"), b1: R.Tensor((8,), dtype="float32"), w2: R.Tensor((8, 8), dtype="float32"), b2: R.Tensor((8,), dtype="float32"), w3: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((1, 4), dtype="float32"):
        with R.dataflow():
            lv: R.Tensor((1, 8), dtype="float32") = R.matmul(x, w1, out_dtype=None)
            lv1: R.Tensor((1, 8), dtype="float32") = R.add(lv, b1)
            lv2: R.Tensor((1, 8), dtype="float32") = R.nn.relu(lv1)
            lv3: R.Tensor((1, 8), dtype="float32") = R.matmul(lv2, w2, out_dtype=None)
            lv4: R.Tensor((1, 8), dtype="float32") = R.add(lv3, b2)
            lv5: R.Tensor((1, 8), dtype="float32") = R.add(lv4, lv2)
            lv6: R.Tensor((1, 8), dtype="float32") = R.add(lv5, R.const(1.0, "float32"))
            lv7: R.Tensor((8, 4), dtype="float32") = R.permute_dims(w3, axes=None)
            gv: R.Tensor((1, 4), dtype="float32") = R.matmul(lv6, lv7, out_dtype=None)
            R.output(gv)
        return gv
