# SPDX-License-Identifier: Apache-2.0
# Eight layers that are alike, each with a residual past it.
from tvm.script import ir as I, relax as R


@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((64, 64), dtype="float32"), w: R.Tensor((64, 64), dtype="float32")):
        with R.dataflow():
            a0 = R.nn.softmax(x)
            p1 = R.matmul(a0, w)
            a1 = R.nn.softmax(R.add(p1, a0))
            p2 = R.matmul(a1, w)
            a2 = R.nn.softmax(R.add(p2, a1))
            p3 = R.matmul(a2, w)
            a3 = R.nn.softmax(R.add(p3, a2))
            p4 = R.matmul(a3, w)
            a4 = R.nn.softmax(R.add(p4, a3))
            p5 = R.matmul(a4, w)
            a5 = R.nn.softmax(R.add(p5, a4))
            p6 = R.matmul(a5, w)
            a6 = R.nn.softmax(R.add(p6, a5))
            p7 = R.matmul(a6, w)
            a7 = R.nn.softmax(R.add(p7, a6))
            p8 = R.matmul(a7, w)
            a8 = R.nn.softmax(R.add(p8, a7))
            R.output(a8)
        return a8
