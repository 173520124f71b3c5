import tvm
from tvm import te, tir

ic_chunk, ic_bn, oc_chunk, oc_bn = 4, 4, 2, 8
D = te.placeholder((1, ic_chunk, 10, 10, ic_bn), name="data_vec")
K = te.placeholder((oc_chunk, ic_chunk, 3, 3, ic_bn, oc_bn), name="kernel_vec")
ic = te.reduce_axis((0, ic_chunk * ic_bn), name="ic")
kh = te.reduce_axis((0, 3), name="kh")
kw = te.reduce_axis((0, 3), name="kw")
C = te.compute(
    (1, oc_chunk, 8, 8, oc_bn),
    lambda n, oc, oh, ow, ob: te.sum(
        D[n, ic // ic_bn, oh + kh, ow + kw, ic % ic_bn] * K[oc, ic // ic_bn, kh, kw, ic % ic_bn, ob], axis=[ic, kh, kw]
    ),
    name="conv2d_NCHWc",
)
f = te.create_prim_func([D, K, C])
