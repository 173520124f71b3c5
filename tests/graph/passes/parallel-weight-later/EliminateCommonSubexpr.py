# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), q: R.Tensor((8, 8), dtype="float32"), k: R.Tensor((8, 8), dtype="float32"), v: R.Tensor((8, 4), dtype="float32"), p: R.Tensor((8,), dtype="float32"), r: R.Tensor((8,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((8, 4), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.matmul(x, q, out_dtype=None)
            lv1: R.Tensor((2, 8), dtype="float32") = R.exp(lv)
            lv2: R.Tensor((8, 8), dtype="float32") = R.negative(k)
            lv3: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv2, out_dtype=None)
            lv4: R.Tensor((8, 4), dtype="float32") = R.exp(v)
            lv5: R.Tensor((8, 4), dtype="float32") = lv4
            lv6: R.Tensor((8, 4), dtype="float32") = R.add(lv4, lv4)
            gv: R.Tensor((2, 8), dtype="float32") = lv1
            gv1: R.Tensor((2, 8), dtype="float32") = lv3
            gv2: R.Tensor((8, 4), dtype="float32") = lv6
            R.output(gv, gv1, gv2)
        return (gv, gv1, gv2)