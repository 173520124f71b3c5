# SPDX-License-Identifier: Apache-2.0
# The same perceptron as calls of functions: two of them are equal but for their sizes, one is called twice.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def linear0(x: T.Buffer((1, 784), "float32"), w: T.Buffer((128, 784), "float32"), b: T.Buffer((128,), "float32"),
                y: T.Buffer((1, 128), "float32")):
        z = T.alloc_buffer((1, 128))
        for i, j, k in T.grid(1, 128, 784):
            with T.sblock("z"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    z[vi, vj] = T.float32(0.0)
                z[vi, vj] = z[vi, vj] + x[vi, vk] * w[vj, vk]
        for i, j in T.grid(1, 128):
            with T.sblock("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = z[vi, vj] + b[vj]

    @T.prim_func(private=True, s_tir=True)
    def linear1(x: T.Buffer((1, 128), "float32"), w: T.Buffer((128, 128), "float32"), b: T.Buffer((128,), "float32"),
                y: T.Buffer((1, 128), "float32")):
        z = T.alloc_buffer((1, 128))
        for i, j, k in T.grid(1, 128, 128):
            with T.sblock("z"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    z[vi, vj] = T.float32(0.0)
                z[vi, vj] = z[vi, vj] + x[vi, vk] * w[vj, vk]
        for i, j in T.grid(1, 128):
            with T.sblock("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = z[vi, vj] + b[vj]

    @T.prim_func(private=True, s_tir=True)
    def relu(x: T.Buffer((1, 128), "float32"), y: T.Buffer((1, 128), "float32")):
        for i, j in T.grid(1, 128):
            with T.sblock("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = T.max(x[vi, vj], T.float32(0.0))

    @R.function
    def main(
        x: R.Tensor((1, 784), dtype="float32"),
        w0: R.Tensor((128, 784), dtype="float32"),
        b0: R.Tensor((128,), dtype="float32"),
        w1: R.Tensor((128, 128), dtype="float32"),
        b1: R.Tensor((128,), dtype="float32"),
    ) -> R.Tensor((1, 128), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.linear0, (x, w0, b0), out_ty=R.Tensor((1, 128), dtype="float32"))
            lv1 = R.call_tir(cls.relu, (lv,), out_ty=R.Tensor((1, 128), dtype="float32"))
            lv2 = R.call_tir(cls.linear1, (lv1, w1, b1), out_ty=R.Tensor((1, 128), dtype="float32"))
            gv = R.call_tir(cls.relu, (lv2,), out_ty=R.Tensor((1, 128), dtype="float32"))
            R.output(gv)
        return gv
