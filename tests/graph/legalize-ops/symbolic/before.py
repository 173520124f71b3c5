n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, 8), dtype="float32"), w: R.Tensor((8, 4), dtype="float32"), y: R.Tensor(dtype="float32", ndim=2)) -> R.Tensor(dtype="float32", ndim=2):
        with R.dataflow():
            lv: R.Tensor((n, 4), dtype="float32") = R.matmul(x, w, out_dtype=None)
            lv1: R.Tensor((n, 4), dtype="float32") = R.nn.softmax(lv, axis=-1)
            lv2: R.Tensor((n * 4,), dtype="float32") = R.reshape(lv1, R.shape([n * 4]))
            lv3: R.Tensor((n, 4), dtype="float32") = R.reshape(lv2, R.shape([n, 4]))
            gv: R.Tensor(dtype="float32", ndim=2) = R.add(lv3, y)
            R.output(gv)
        return gv
