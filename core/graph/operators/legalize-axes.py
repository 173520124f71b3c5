# Reductions.

def all_axes(x, axis):
    return list(range(x.ndim)) if axis is None else sorted([a % x.ndim for a in axis])


# Indices of x: those of the result, and the reduction's in place of its axes.
def reduced_places(x, axes, keepdims, i, window):
    places = []
    next_axis = 0
    next_index = 0
    for d in range(x.ndim):
        if d in axes:
            places.append(window[next_axis])
            next_axis += 1
            next_index += 1 if keepdims else 0
        else:
            places.append(i[next_index])
            next_index += 1
    return places


def reduced_shape(x, axes, keepdims):
    shape = []
    for d in range(x.ndim):
        if d not in axes:
            shape.append(x.shape[d])
        elif keepdims:
            shape.append(number(1, "int64"))
    return shape


def windows_of(x, axes):
    return [te.reduce_axis((0, x.shape[d]), name="k%d" % d) for d in axes]


def reduced(x, axes, keepdims, kind):
    window = windows_of(x, axes)
    shape = reduced_shape(x, axes, keepdims)
    reducers = {"sum": te.sum, "max": te.max, "min": te.min, "prod": te.prod}
    element_of = lambda i: x(*reduced_places(x, axes, keepdims, i, window))
    return te.compute(shape, lambda *i: reducers[kind](element_of(i), axis=window), name=x.name + "_red", varargs_names=ax(len(shape)))


def op_sum(x, axis, keepdims):
    return reduced(x, all_axes(x, axis), keepdims, "sum")


def op_max(x, axis, keepdims):
    return reduced(x, all_axes(x, axis), keepdims, "max")


def op_min(x, axis, keepdims):
    return reduced(x, all_axes(x, axis), keepdims, "min")


def op_prod(x, axis, keepdims):
    return reduced(x, all_axes(x, axis), keepdims, "prod")


def count_of(x, axes):
    count = number(1, "int64")
    for d in axes:
        count = count * x.shape[d]
    return count


def mean_of(x, axes, keepdims):
    return divide(reduced(x, axes, keepdims, "sum"), count_of(x, axes).astype(x.dtype))


def variance_of(x, axes, keepdims):
    apart = subtract(x, mean_of(x, axes, True))
    return mean_of(multiply(apart, apart), axes, keepdims)


def op_mean(x, axis, keepdims):
    return mean_of(x, all_axes(x, axis), keepdims)


def op_variance(x, axis, keepdims):
    return variance_of(x, all_axes(x, axis), keepdims)


def op_std(x, axis, keepdims):
    return elementwise(variance_of(x, all_axes(x, axis), keepdims), lambda a: tir.sqrt(a))


# The index of the first extreme element, among all elements if there is no axis.
def arg_reduced(x, axis, keepdims, is_better, worst):
    axes = all_axes(x, None if axis is None else [axis])
    window = windows_of(x, axes)

    def better(a, b):
        is_left = tir.Or(is_better(a[1], b[1]), tir.And(a[1] == b[1], a[0] < b[0]))
        return tir.Select(is_left, a[0], b[0]), tir.Select(is_better(a[1], b[1]), a[1], b[1])

    reducer = te.comm_reducer(better, lambda t0, t1: (number(-1, t0), worst(t1)), name="argmax")
    shape = reduced_shape(x, axes, keepdims)

    def pair(i):
        position = None
        for d, k in zip(axes, window):
            position = k if position is None else position * x.shape[d] + k
        return position, x(*reduced_places(x, axes, keepdims, i, window))

    both = te.compute(shape, lambda *i: reducer(pair(i), axis=window), name=x.name + "_red_temp", varargs_names=ax(len(shape)))
    return injective(shape, lambda *i: both[0](*i), x.name + "_red")


def op_argmax(x, axis, keepdims):
    return arg_reduced(x, axis, keepdims, lambda a, b: a > b, lambda dtype: tir.min_value(dtype))


def op_argmin(x, axis, keepdims):
    return arg_reduced(x, axis, keepdims, lambda a, b: a < b, lambda dtype: tir.max_value(dtype))


# Lookups.

def op_take(x, indices, axis, mode):
    at = 0 if axis is None else axis % x.ndim
    size = x.shape[at]
    n = indices.ndim
    shape = list(x.shape[:at]) + list(indices.shape) + list(x.shape[at + 1:])

    def place(index):
        if mode == "clip":
            return te.min(te.max(number(0, indices.dtype), index), size - 1)
        if mode == "wrap":
            return tir.truncmod(tir.truncmod(index, size) + size, size)
        return index % size if axis is None else index

    return injective(shape, lambda *i: x(*(list(i[:at]) + [place(indices(*i[at:at + n]))] + list(i[at + n:]))), "T_take")


def op_gather(data, indices, axis):
    at = axis % data.ndim
    return injective(indices.shape, lambda *i: data(*(list(i[:at]) + [indices(*i)] + list(i[at + 1:]))), "T_gather")


def op_te_gather_nd(data, indices, batch_dims):
    n = indices.ndim
    turned = transpose_of(indices, [n - 1] + list(range(n - 1)))
    n_axes = turned.shape[0].value
    shape = list(turned.shape[1:]) + list(data.shape[batch_dims + n_axes:])
    found = lambda i: [turned(*([number(d, "int64")] + list(i[:n - 1]))) for d in range(n_axes)]
    return injective(shape, lambda *i: data(*(list(i[:batch_dims]) + found(i) + list(i[n - 1:]))), "T_gather_nd")


def op_one_hot(indices, on_value, off_value, depth, axis):
    at = axis % (indices.ndim + 1)
    shape = list(indices.shape[:at]) + [number(depth, "int64")] + list(indices.shape[at:])
    index_of = lambda i: indices(*(list(i[:at]) + list(i[at + 1:]))).astype("int64")
    return injective(shape, lambda *i: tir.Select(index_of(i) == i[at], on_value, off_value), "T_one_hot")
