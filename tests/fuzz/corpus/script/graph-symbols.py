n = TypeVar("n")
m = TypeVar("m")
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, "n * 2"), "float32"), y: R.Tensor((m,), "float32"), t: R.Tuple(R.Tensor, R.Shape([n])), z: R.Tensor(("n * 2 + m // 3",), "float32")) -> R.Tensor:
        R.func_attr({"num_input": 1})
        a = T.int64()
        b = T.int64()
        u = t[0]
        v = R.match_cast(u, R.Tensor((a, b), "float32"))
        w = R.reshape(v, R.shape([a * b]))
        s = R.shape([m, n * 2, 3])
        p = t[1]
        q = R.match_cast(p, R.Shape([a]))
        return w
