# SPDX-License-Identifier: Apache-2.0
# Functions of topi as tensor expressions, with TVM's names of axes, blocks and buffers: "topi_" and their name.
from tvm import te, tir


def is_one(size):
    return isinstance(size, (int, tir.IntImm)) and int(size) == 1


def injective(shape, function, name):
    return te.compute(shape, function, name=name, varargs_names=["ax%d" % i for i in range(len(shape))])


def each(x, function):
    return te.compute(x.shape, lambda *i: function(x(*i)), name="compute")


def topi_exp(x):
    return each(x, lambda v: te.exp(v))


def topi_log(x):
    return each(x, lambda v: te.log(v))


def topi_sqrt(x):
    return each(x, lambda v: te.sqrt(v))


def topi_tanh(x):
    return each(x, lambda v: te.tanh(v))


def topi_sigmoid(x):
    return each(x, lambda v: te.sigmoid(v))


def topi_relu(x):
    return each(x, lambda v: te.max(v, tir.const(0, x.dtype)))


# Broadcasts: the last axes of both stand together; a size of one is repeated.
def broadcast(a, b, function, name):
    if not isinstance(b, te.Tensor):
        return injective(a.shape, lambda *i: function(a(*i), tir.const(b, a.dtype)), name)
    n = max(a.ndim, b.ndim)
    shape = []
    for i in range(n):
        p = i - n + a.ndim
        q = i - n + b.ndim
        if p < 0:
            shape.append(b.shape[q])
        elif q < 0 or not is_one(a.shape[p]):
            shape.append(a.shape[p])
        else:
            shape.append(b.shape[q])

    def element(x, indices):
        own = []
        for i in range(x.ndim):
            is_spread = is_one(x.shape[i]) and not is_one(shape[n - x.ndim + i])
            own.append(tir.const(0, "int64") if is_spread else indices[n - x.ndim + i])
        return x(*own)

    return injective(shape, lambda *i: function(element(a, i), element(b, i)), name)


def topi_add(lhs, rhs):
    return broadcast(lhs, rhs, lambda x, y: x + y, "T_add")


def topi_subtract(lhs, rhs):
    return broadcast(lhs, rhs, lambda x, y: x - y, "T_subtract")


def topi_multiply(lhs, rhs):
    return broadcast(lhs, rhs, lambda x, y: x * y, "T_multiply")


def topi_divide(lhs, rhs):
    return broadcast(lhs, rhs, lambda x, y: x / y, "T_divide")


def topi_maximum(lhs, rhs):
    return broadcast(lhs, rhs, lambda x, y: te.max(x, y), "T_maximum")


def topi_minimum(lhs, rhs):
    return broadcast(lhs, rhs, lambda x, y: te.min(x, y), "T_minimum")


def topi_transpose(a, axes=None):
    order = list(axes) if axes is not None else list(reversed(range(a.ndim)))

    def source(i):
        own = [None] * len(order)
        for place, axis in enumerate(order):
            own[axis] = i[place]
        return own

    return injective([a.shape[axis] for axis in order], lambda *i: a(*source(i)), "T_transpose")


# Products: the weights' layout may change.
def product(a, b, element, name):
    k = te.reduce_axis((0, a.shape[1]), name="k")
    columns = b.shape[1] if name == "T_matmul_NN" else b.shape[0]
    return te.compute((a.shape[0], columns), lambda i0, i1: te.sum(a[i0, k] * element(k, i1), axis=k), name=name,
                      attrs={"layout_free_placeholders": [b]})


def topi_dense(data, weight, bias=None):
    result = product(data, weight, lambda k, j: weight[j, k], "T_matmul_NT")
    if bias is None:
        return result
    return topi_add(result, each(bias, lambda v: v))


def topi_matmul(a, b):
    return product(a, b, lambda k, j: b[k, j], "T_matmul_NN")


def reduction(x, axis, keepdims, reduce):
    axes = list(range(x.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    axes = [a + x.ndim if a < 0 else a for a in axes]
    ks = {a: te.reduce_axis((0, x.shape[a]), name="k%d" % a) for a in axes}
    kept = [a for a in range(x.ndim) if a not in axes]
    shape = [1 if a in axes else x.shape[a] for a in range(x.ndim)] if keepdims else [x.shape[a] for a in kept]

    def element(i):
        own = []
        for a in range(x.ndim):
            own.append(ks[a] if a in axes else i[a if keepdims else kept.index(a)])
        return x(*own)

    return te.compute(shape, lambda *i: reduce(element(i), axis=[ks[a] for a in axes]), name=x.name + "_red",
                      varargs_names=["ax%d" % i for i in range(len(shape))])


def topi_sum(data, axis=None, keepdims=False):
    return reduction(data, axis, keepdims, te.sum)


def topi_max(data, axis=None, keepdims=False):
    return reduction(data, axis, keepdims, te.max)


def topi_min(data, axis=None, keepdims=False):
    return reduction(data, axis, keepdims, te.min)


def topi_softmax(x, axis=-1):
    at = axis + x.ndim if axis < 0 else axis
    k1 = te.reduce_axis((0, x.shape[at]), name="k")
    k2 = te.reduce_axis((0, x.shape[at]), name="k")
    kept = [x.shape[a] for a in range(x.ndim) if a != at]

    def whole(i, k):
        return list(i[:at]) + [k] + list(i[at:])

    def others(i):
        return [i[a] for a in range(x.ndim) if a != at]

    largest = te.compute(kept, lambda *i: te.max(x(*whole(i, k1)), axis=k1), name="T_softmax_maxelem")
    exps = te.compute(x.shape, lambda *i: te.exp(x(*i) - largest(*others(i))), name="T_softmax_exp")
    total = te.compute(kept, lambda *i: te.sum(exps(*whole(i, k2)), axis=k2), name="T_softmax_expsum")
    return te.compute(x.shape, lambda *i: exps(*i) / total(*others(i)), name="T_softmax_norm", attrs={"axis": at})
