# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def fused_relax_exp_relax_nn_relu(x: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        R.func_attr({"Composite": "or", "Primitive": True})
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = R.exp(x)
            gv: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv)
            R.output(gv)
        return gv

    @R.function(private=True)
    def fused_relax_tanh_relax_nn_relu(lv1: R.Tensor((2, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        R.func_attr({"Composite": "or", "Primitive": True})
        with R.dataflow():
            lv2: R.Tensor((2, 8), dtype="float32") = R.tanh(lv1)
            gv: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv2)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 8), dtype="float32"), y: R.Tensor((8, 8), dtype="float32")) -> R.Tensor((2, 8), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 8), dtype="float32") = cls.fused_relax_exp_relax_nn_relu(x)
            lv1: R.Tensor((2, 8), dtype="float32") = cls.fused_relax_tanh_relax_nn_relu(lv)
            lv4: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv1)
            gv: R.Tensor((2, 8), dtype="float32") = lv4
            R.output(gv)
        return gv