# Normalization.

def without(i, axis):
    return list(i[:axis]) + list(i[axis + 1:])


def inserted(i, axis, k):
    return list(i[:axis]) + [k] + list(i[axis:])


def largest(x, axis):
    k = te.reduce_axis((0, x.shape[axis]), name="k")
    return te.compute(without(x.shape, axis), lambda *i: te.max(x(*inserted(i, axis, k)), axis=k), name="T_softmax_maxelem")


def softmax_of(x, axis):
    top = largest(x, axis)
    power = te.compute(x.shape, lambda *i: tir.exp(x(*i) - top(*without(i, axis))), name="T_softmax_exp")
    k = te.reduce_axis((0, x.shape[axis]), name="k")
    total = te.compute(without(x.shape, axis), lambda *i: te.sum(power(*inserted(i, axis, k)), axis=k), name="T_softmax_expsum")
    return te.compute(x.shape, lambda *i: power(*i) / total(*without(i, axis)), name="T_softmax_norm", attrs={"axis": axis})


def op_softmax(data, axis):
    return softmax_of(data, axis % data.ndim)


def op_log_softmax(data, axis):
    at = axis % data.ndim
    top = largest(data, at)
    k = te.reduce_axis((0, data.shape[at]), name="k")
    power = lambda i: tir.exp(data(*inserted(i, at, k)) - top(*i))
    total = te.compute(without(data.shape, at), lambda *i: te.sum(power(i), axis=k), name="compute")
    rest = lambda i: without(i, at)
    return te.compute(data.shape, lambda *i: data(*i) - top(*rest(i)) - tir.log(total(*rest(i))), name="compute", attrs={"axis": at})


def at_axes(i, axes):
    return [i[d] for d in axes]


def beside(i, axes):
    return [i[d] for d in range(len(i)) if d not in axes]


def wide(x):
    return "float32" if x.dtype == "float16" else x.dtype


# Sums are of float32 where the type is a smaller one.
def op_layer_norm(data, gamma, beta, axes, epsilon, center, scale):
    own = all_axes(data, axes)
    dtype = wide(data)
    shape = reduced_shape(data, own, False)
    names = ax(len(shape))
    count = count_of(data, own).astype(dtype)
    value = lambda i: to(data(*i), dtype)

    window = windows_of(data, own)
    places = lambda i: reduced_places(data, own, False, i, window)
    total = sum_over(shape, lambda i: value(places(i)), window, data.name + "_sum", names=names)
    mean = injective(shape, lambda *i: total(*i) / count, data.name + "_mean")
    others = windows_of(data, own)
    other_places = lambda i: reduced_places(data, own, False, i, others)
    apart = lambda i: value(other_places(i)) - mean(*i)
    squares = sum_over(shape, lambda i: apart(i) * apart(i), others, data.name + "_var_sum", names=names)

    def normal(*i):
        rest = beside(i, own)
        result = (value(i) - mean(*rest)) * tir.rsqrt(squares(*rest) / count + number(epsilon, dtype))
        result = to(result, data.dtype)
        if scale:
            result = result * gamma(*at_axes(i, own))
        return result + beta(*at_axes(i, own)) if center else result

    return injective(data.shape, normal, "T_layer_norm")


def cast_as(x, dtype):
    return injective(x.shape, lambda *i: to(x(*i), dtype), "T_cast")


def op_rms_norm(data, weight, axes, epsilon):
    own = all_axes(data, axes)
    x = cast_as(data, "float32")
    squares = reduced(multiply(x, x), own, False, "sum")
    count = count_of(data, own).astype("float32")
    inverse = injective(squares.shape, lambda *i: tir.rsqrt(squares(*i) / count + number(epsilon, "float32")), "rsqrt")
    w = cast_as(weight, "float32")
    normal = injective(data.shape, lambda *i: inverse(*beside(i, own)) * x(*i) * w(*at_axes(i, own)), "T_rms_norm")
    return cast_as(normal, data.dtype)


# Sums of elements and of their squares, together.
def two_sums(x, axes, dtype, name):
    pair = te.comm_reducer(lambda a, b: (a[0] + b[0], a[1] + b[1]), lambda t0, t1: (number(0, t0), number(0, t1)), name="sum")
    window = windows_of(x, axes)
    shape = reduced_shape(x, axes, False)
    value = lambda i: to(x(*reduced_places(x, axes, False, i, window)), dtype)
    return te.compute(shape, lambda *i: pair((value(i), value(i) * value(i)), axis=window), name=name, varargs_names=ax(len(shape)))


# By the mean and variance of those sums.
def normal_by(x, sums, i, rest, count, epsilon, dtype):
    mean = sums[0](*rest) / count
    variance = sums[1](*rest) / count - mean * mean
    own = sums[0].dtype
    return to((to(x(*i), own) - mean) * tir.rsqrt(variance + number(epsilon, own)), dtype)


# Sizes are multiplied as floats.
def float_count(x, axes, dtype):
    count = None
    for d in axes:
        size = x.shape[d].astype(dtype)
        count = size if count is None else count * size
    return count


def op_group_norm(data, gamma, beta, num_groups, channel_axis, axes, epsilon, center, scale):
    at = channel_axis % data.ndim
    channels = data.shape[at]
    parts = [number(num_groups, "int64"), channels // num_groups]
    grouped = reshaped(data, list(data.shape[:at]) + parts + list(data.shape[at + 1:]))
    own = sorted([at + 1] + [a % data.ndim + (1 if a % data.ndim > at else 0) for a in axes])
    x = grouped if wide(data) == data.dtype else cast_as(grouped, wide(data))
    sums = two_sums(x, own, x.dtype, data.name + "_red_temp")
    g = reshaped(gamma, parts)
    b = reshaped(beta, parts)
    count = float_count(x, own, x.dtype)

    def normal(*i):
        result = normal_by(x, sums, i, beside(i, own), count, epsilon, data.dtype)
        if scale:
            result = result * g(i[at], i[at + 1])
        return result + b(i[at], i[at + 1]) if center else result

    return reshaped(injective(grouped.shape, normal, "T_group_norm"), data.shape)


def op_instance_norm(data, gamma, beta, channel_axis, axes, epsilon, center, scale):
    at = channel_axis % data.ndim
    own = all_axes(data, axes)
    sums = two_sums(data, own, wide(data), data.name + "_red_temp")
    count = to(float_count(data, own, data.dtype), wide(data))

    def normal(*i):
        result = normal_by(data, sums, i, beside(i, own), count, epsilon, data.dtype)
        if scale:
            result = result * gamma(i[at])
        return result + beta(i[at]) if center else result

    return injective(data.shape, normal, "T_instance_norm")


def op_batch_norm(data, gamma, beta, moving_mean, moving_var, axis, epsilon, center, scale, momentum, training):
    at = axis % data.ndim
    others = [d for d in range(data.ndim) if d != at]
    shape = [data.shape[d] if d == at else number(1, "int64") for d in range(data.ndim)]
    c = lambda value: number(value, data.dtype)
    if training:
        mean = mean_of(data, others, False)
        spread = reshaped(mean, shape)
        square = multiply(subtract(data, spread), subtract(data, spread))
        variance = mean_of(square, others, False)
    else:
        mean = moving_mean
        variance = moving_var
        spread = reshaped(mean, shape)
    apart = subtract(data, spread)
    result = divide(apart, elementwise(add(reshaped(variance, shape), c(epsilon)), lambda a: tir.sqrt(a)))
    if scale:
        result = multiply(result, reshaped(gamma, shape))
    if center:
        result = add(result, reshaped(beta, shape))
    if not training:
        return [result, multiply(c(1), moving_mean), multiply(c(1), moving_var)]
    new_mean = add(multiply(c(1 - momentum), moving_mean), multiply(c(momentum), mean))
    new_variance = add(multiply(c(1 - momentum), moving_var), multiply(c(momentum), variance))
    return [result, new_mean, new_variance]
