# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_exp(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        R.func_attr({"Composite": "not", "Primitive": True})
        with R.dataflow():
            gv: R.Tensor((2, 8), dtype="float32") = R.exp(x)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = cls.fused_relax_exp(x)
            lv1: R.Tensor((2, 8), dtype="float32") = cls.fused_relax_exp(lv)
            lv2: R.Tensor((2, 8), dtype="float32") = R.tanh(lv1)
            lv3: R.Tensor((2, 8), dtype="float32") = R.exp(lv2)
            gv: R.Tensor((2, 8), dtype="float32") = lv3
            R.output(gv)
        return gv