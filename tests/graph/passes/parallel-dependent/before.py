# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((8, 8), dtype="float32"), q: R.Tensor((8, 8), dtype="float32"), k: R.Tensor((8, 8), dtype="float32")) -> R.Tuple(R.Tensor((8, 8), dtype="float32"), R.Tensor((8, 8), dtype="float32")):
        with R.dataflow():
            lv: R.Tensor((8, 8), dtype="float32") = R.matmul(x, q, out_dtype=None)
            lv1: R.Tensor((8, 8), dtype="float32") = R.add(lv, k)
            gv: R.Tensor((8, 8), dtype="float32") = R.matmul(x, lv1, out_dtype=None)
            R.output(lv, gv)
        return (lv, gv)
