# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), q: R.Tensor((8, 8), dtype="float32"), k: R.Tensor((8, 8), dtype="float32"), v: R.Tensor((8, 4), dtype="float32"), p: R.Tensor((8,), dtype="float32"), r: R.Tensor((8,), dtype="float32"), s: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 8), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.matmul(x, q, out_dtype=None)
            lv1: R.Tensor((2, 8), dtype="float32") = R.add(lv, p)
            lv2: R.Tensor((2, 8), dtype="float32") = R.matmul(x, k, out_dtype=None)
            lv3: R.Tensor((2, 8), dtype="float32") = R.add(lv2, r)
            lv4: R.Tensor((2, 4), dtype="float32") = R.matmul(x, v, out_dtype=None)
            lv5: R.Tensor((2, 4), dtype="float32") = R.add(lv4, s)
            gv: R.Tensor((2, 8), dtype="float32") = lv1
            gv1: R.Tensor((2, 8), dtype="float32") = lv3
            gv2: R.Tensor((2, 4), dtype="float32") = lv5
            R.output(gv, gv1, gv2)
        return (gv, gv1, gv2)