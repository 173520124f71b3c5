n = TypeVar("n")
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tuple(R.Tensor((n,), "float32"), R.Tensor((4,), "float32")):
        @R.function
        def inner(p: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
            R.func_attr({"Primitive": True})
            with R.dataflow():
                q = R.add(p, p)
                gv = R.exp(q)
                R.output(gv)
            return gv
        @R.function
        def other(p: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            return R.add(p, y)
        a = inner(x)
        b = other(y)
        return (a, b)
