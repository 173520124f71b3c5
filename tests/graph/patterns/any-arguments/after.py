# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_add(lv1: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
        R.func_attr({"Composite": "add", "Primitive": True})
        with R.dataflow():
            gv: R.Tensor((4, 8), dtype="float32") = R.add(lv1, lv1)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.exp(x)
            lv1: R.Tensor((4, 8), dtype="float32") = R.concat((lv, x), axis=0)
            lv_1: R.Tensor((4, 8), dtype="float32") = cls.fused_relax_add(lv1)
            gv: R.Tensor((4, 8), dtype="float32") = lv_1
            R.output(gv)
        return gv