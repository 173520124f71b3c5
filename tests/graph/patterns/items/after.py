# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_split_relax_nn_silu_relax_multiply(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        R.func_attr({"Composite": "gate", "Primitive": True})
        with R.dataflow():
            lv: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(x, indices_or_sections=2, axis=1)
            lv1: R.Tensor((2, 4), dtype="float32") = lv[0]
            lv2: R.Tensor((2, 4), dtype="float32") = R.nn.silu(lv1)
            lv3: R.Tensor((2, 4), dtype="float32") = lv[1]
            gv: R.Tensor((2, 4), dtype="float32") = R.multiply(lv2, lv3)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 4), dtype="float32") = cls.fused_relax_split_relax_nn_silu_relax_multiply(x)
            gv: R.Tensor((2, 4), dtype="float32") = lv
            R.output(gv)
        return gv