n = TypeVar("n")
@I.ir_module
class Module:
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        if c:
            a = R.add(x, x)
            r = R.multiply(a, x)
        else:
            a = R.multiply(x, x)
            if c:
                r = x
            else:
                r = R.add(a, x)
        return r
