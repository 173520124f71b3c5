n = TypeVar("n")
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, 4), "float32"), y: R.Tensor((n, 4), "float32")) -> R.Tensor((n, 4), "float32"):
        with R.dataflow():
            a = x + y * x - y / x
            b = -a ** R.const(2.0, "float32")
            c = R.add(R.exp(R.nn.relu(a)), R.negative(b))
            x = R.add(x, c)
            x = R.add(x, x)
            d = x > y
            e = x // y
            f = x % y
            g = R.where(d, e, f)
            gv = R.maximum(g, x)
            R.output(gv)
        return R.minimum(gv, R.tanh(gv))
