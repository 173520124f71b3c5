# title: Softmax, 256 x 256
# about: Four blocks per row: maximum, exp of the difference, their sum, and the quotient.
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((256, 256), "float32"), norm: T.Buffer((256, 256), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        maxelem = T.alloc_buffer((256,))
        exp = T.alloc_buffer((256, 256))
        expsum = T.alloc_buffer((256,))
        for i, k in T.grid(256, 256):
            with T.block("maxelem"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    maxelem[vi] = T.min_value("float32")
                maxelem[vi] = T.max(maxelem[vi], A[vi, vk])
        for i, j in T.grid(256, 256):
            with T.block("exp"):
                vi, vj = T.axis.remap("SS", [i, j])
                exp[vi, vj] = T.exp(A[vi, vj] - maxelem[vi])
        for i, k in T.grid(256, 256):
            with T.block("expsum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    expsum[vi] = T.float32(0)
                expsum[vi] = expsum[vi] + exp[vi, vk]
        for i, j in T.grid(256, 256):
            with T.block("norm"):
                vi, vj = T.axis.remap("SS", [i, j])
                norm[vi, vj] = exp[vi, vj] / expsum[vi]
