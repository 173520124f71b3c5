@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 6), dtype="float32"), i: R.Tensor((3,), dtype="int64")) -> R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="int64")):
        with R.dataflow():
            lv: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = R.split(x, indices_or_sections=2, axis=1)
            lv1: R.Tensor((2, 3), dtype="float32") = lv[0]
            lv2: R.Tensor((2, 3), dtype="float32") = lv[1]
            lv3: R.Tensor((2, 6), dtype="float32") = R.concat((lv2, lv1), axis=1)
            lv4: R.Tensor((2, 6), dtype="float32") = R.concat(lv, axis=1)
            lv5: R.Tensor((2, 6), dtype="float32") = R.add(lv3, lv4)
            lv6: R.Tensor((2, 3), dtype="float32") = R.take(x, i, axis=1, mode="fast")
            lv7: R.Tensor((2,), dtype="int64") = R.argmax(x, axis=1, keepdims=False)
            gv: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="int64")) = lv5, lv6, lv7
            R.output(gv)
        return gv
