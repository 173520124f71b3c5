# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), q: R.Tensor((8, 8), dtype="float32"), k: R.Tensor((8, 8), dtype="float32"), v: R.Tensor((8, 4), dtype="float32"), p: R.Tensor((8,), dtype="float32"), r: R.Tensor((8,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 8), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((8, 16), dtype="float32") = R.concat((q, k), axis=1)
            lv1: R.Tensor((2, 16), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv2: R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32")) = R.split(lv1, indices_or_sections=[8], axis=1)
            lv_1: R.Tensor((2, 8), dtype="float32") = lv2[0]
            lv1_1: R.Tensor((2, 8), dtype="float32") = lv2[1]
            lv2_1: R.Tensor((2, 8), dtype="float32") = R.add(lv_1, lv1_1)
            lv3: R.Tensor((8, 12), dtype="float32") = R.concat((v, k), axis=1)
            lv4: R.Tensor((2, 12), dtype="float32") = R.matmul(lv2_1, lv3, out_dtype="float32")
            lv5: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 8), dtype="float32")) = R.split(lv4, indices_or_sections=[4], axis=1)
            gv: R.Tensor((2, 4), dtype="float32") = lv5[0]
            gv1: R.Tensor((2, 8), dtype="float32") = lv5[1]
            R.output(gv, gv1)
        return (gv, gv1)