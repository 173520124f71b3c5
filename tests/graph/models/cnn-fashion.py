# SPDX-License-Identifier: Apache-2.0
# A small convolutional network for images of 28 x 28, as operators; weights are parameters.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor((1, 1, 28, 28), dtype="float32"),
        w0: R.Tensor((8, 1, 3, 3), dtype="float32"),
        b0: R.Tensor((1, 8, 1, 1), dtype="float32"),
        w1: R.Tensor((16, 8, 3, 3), dtype="float32"),
        b1: R.Tensor((1, 16, 1, 1), dtype="float32"),
        w2: R.Tensor((784, 10), dtype="float32"),
        b2: R.Tensor((10,), dtype="float32"),
    ) -> R.Tensor((1, 10), dtype="float32"):
        with R.dataflow():
            lv = R.nn.conv2d(x, w0, strides=[1, 1], padding=[1, 1, 1, 1])
            lv1 = R.add(lv, b0)
            lv2 = R.nn.relu(lv1)
            lv3 = R.nn.max_pool2d(lv2, pool_size=[2, 2], strides=[2, 2])
            lv4 = R.nn.conv2d(lv3, w1, strides=[1, 1], padding=[1, 1, 1, 1])
            lv5 = R.add(lv4, b1)
            lv6 = R.nn.relu(lv5)
            lv7 = R.nn.max_pool2d(lv6, pool_size=[2, 2], strides=[2, 2])
            lv8 = R.reshape(lv7, R.shape([1, 784]))
            lv9 = R.matmul(lv8, w2)
            lv10 = R.add(lv9, b2)
            gv = R.nn.softmax(lv10, axis=-1)
            R.output(gv)
        return gv
