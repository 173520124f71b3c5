# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), q: R.Tensor((8, 8), dtype="float32"), k: R.Tensor((8, 8), dtype="float32"), v: R.Tensor((8, 4), dtype="float32"), p: R.Tensor((8,), dtype="float32"), r: R.Tensor((8,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((8, 20), dtype="float32") = R.concat((q, k, v), axis=1)
            lv1: R.Tensor((2, 20), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
            lv2: R.Tensor((20,), dtype="float32") = R.concat((p, r, s), axis=0)
            lv3: R.Tensor((2, 20), dtype="float32") = R.add(lv1, lv2)
            lv4: R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv3, indices_or_sections=[8, 16], axis=1)
            gv: R.Tensor((2, 8), dtype="float32") = lv4[0]
            gv1: R.Tensor((2, 8), dtype="float32") = lv4[1]
            gv2: R.Tensor((2, 4), dtype="float32") = lv4[2]
            R.output(gv, gv1, gv2)
        return (gv, gv1, gv2)