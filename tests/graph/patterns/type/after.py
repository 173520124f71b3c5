# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_exp(lv1: R.Tensor((2, 8), dtype="float16")) -> R.Tensor((2, 8), dtype="float16"):
        R.func_attr({"Composite": "half", "Primitive": True})
        with R.dataflow():
            gv: R.Tensor((2, 8), dtype="float16") = R.exp(lv1)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float16"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.exp(x)
            lv1: R.Tensor((2, 8), dtype="float16") = R.astype(lv, dtype="float16")
            lv_1: R.Tensor((2, 8), dtype="float16") = cls.fused_relax_exp(lv1)
            gv: R.Tensor((2, 8), dtype="float16") = lv_1
            R.output(gv)
        return gv