@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        if c:
            r_then: R.Tensor((4,), dtype="float32") = R.add(x, x)
            r: R.Tensor((4,), dtype="float32") = r_then
        else:
            r_else: R.Tensor((4,), dtype="float32") = R.multiply(x, x)
            r: R.Tensor((4,), dtype="float32") = r_else
        gv: R.Tensor((4,), dtype="float32") = R.add(r, x)
        return gv
