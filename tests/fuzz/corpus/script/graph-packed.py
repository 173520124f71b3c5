n = TypeVar("n")
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((n, 6), "float32")) -> R.Tensor((n,), "float32"):
        a = R.call_packed("vm.f", x, R.prim_value(3), R.str("a \"text\""), R.dtype("float32"), R.shape([n, 2]), (x, x), ty_args=(R.Tensor((n,), "float32"),))
        b = R.call_pure_packed("vm.g", x, ty_args=R.Tensor(ndim=2, dtype="float32"))
        c = R.call_pure_packed("vm.h", x, n, n * 2 + 1, T.float32(1.5), ty_args=(R.Any,))
        d = R.call_pure_packed("vm.h", x, ty_args=(R.Tensor, R.Shape(ndim=3)))
        e = R.call_pure_packed("vm.h", x, ty_args=(R.Callable((R.Tensor,), R.Any, False),))
        R.print(x, format=R.str("hi {}"))
        R.assert_op(R.const(True, "bool"), x, format=R.str("x"))
        return a
