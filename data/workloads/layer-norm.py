# title: Layer normalisation, 128 x 768
# about: Mean and mean square of each row in one reduction of two results, then scale and shift.
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(
        A: T.Buffer((128, 768), "float32"),
        gamma: T.Buffer((768,), "float32"),
        beta: T.Buffer((768,), "float32"),
        norm: T.Buffer((128, 768), "float32"),
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        total = T.alloc_buffer((128,))
        square = T.alloc_buffer((128,))
        for i, k in T.grid(128, 768):
            with T.block("sums"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    total[vi] = T.float32(0)
                    square[vi] = T.float32(0)
                total[vi] = total[vi] + A[vi, vk]
                square[vi] = square[vi] + A[vi, vk] * A[vi, vk]
        for i, j in T.grid(128, 768):
            with T.block("norm"):
                vi, vj = T.axis.remap("SS", [i, j])
                norm[vi, vj] = (A[vi, vj] - total[vi] / T.float32(768)) * T.rsqrt(
                    square[vi] / T.float32(768) - total[vi] / T.float32(768) * (total[vi] / T.float32(768)) + T.float32(1e-05)
                ) * gamma[vj] + beta[vj]
