# Pooling.

def ax(n):
    return ["ax%d" % i for i in range(n)]


# Padding in front and behind, by dimension; rounded up, windows may reach further.
def pool_padding(data, first, strides, padding, ceil_mode):
    n = data.ndim - 2
    before = [0] * data.ndim
    after = [0] * data.ndim
    for d in range(n):
        before[first + d] = padding[d]
        after[first + d] = padding[n + d] + (strides[d] - 1 if ceil_mode else 0)
    return before, after


def pooled(data, value, first, pool_size, strides, dilation, before, after):
    n = data.ndim - 2
    window = [te.reduce_axis((0, pool_size[d]), name="rv%d" % d) for d in range(n)]
    is_padded = any([p != 0 for p in before + after])
    source = padded(data, before, after, value, "pad_temp", names=ax(data.ndim), is_strict=True) if is_padded else data

    def places(i):
        inner = [i[first + d] * strides[d] + window[d] * dilation[d] for d in range(n)]
        return list(i[:first]) + inner + list(i[first + n:])

    return lambda i: source(*places(i)), window


def first_spatial(layout):
    return [d for d, letter in enumerate(layout) if letter in "DHW"][0]


def max_pool(data, pool_size, strides, dilation, padding, ceil_mode, layout):
    first = first_spatial(layout)
    before, after = pool_padding(data, first, strides, padding, ceil_mode)
    lowest = tir.min_value(data.dtype).value
    element_of, window = pooled(data, lowest, first, pool_size, strides, dilation, before, after)
    return te.compute(graph.result_shape(), lambda *i: te.max(element_of(i), axis=window), name="pool_max", varargs_names=ax(data.ndim),
                      attrs={"schedule_rule": "meta_schedule.pool_max"})


# Elements of the window that begins at index * stride - before, in the forms that TVM's simplifier ends with.
def window_count(size, index, window, stride, dilation, before, behind, count_include_pad):
    begin = index * stride
    reach = (window - 1) * dilation
    zero = number(0, "int64")
    last = size + (behind - 1)
    if dilation == 1 and count_include_pad and graph.same(last % stride, 0) and (reach - before) % stride == 0:
        return te.min(number((reach - before) // stride, "int64"), last // stride - index) * stride + (1 + before)
    if dilation == 1 and count_include_pad:
        return te.min(number(reach - before, "int64"), last - begin) + (1 + before)
    if dilation == 1 and stride == 1:
        return te.min(number(reach - before, "int64"), size - 1 - index) + (1 + before) - te.max(before - index, zero)
    if dilation == 1 and before == 0:
        return te.min(index, zero) * stride + te.min(begin + reach, size - 1) + 1 - begin
    start = begin - before
    end = te.min(start + reach, last if count_include_pad else size - 1)
    if not count_include_pad:
        skipped = te.div(0 - start + dilation - 1, number(dilation, "int64"))
        start = start + te.max(skipped, zero) * dilation
    return te.div(end - start, number(dilation, "int64")) + 1


def avg_pool(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout):
    n = data.ndim - 2
    first = first_spatial(layout)
    before, after = pool_padding(data, first, strides, padding, ceil_mode)
    element_of, window = pooled(data, 0, first, pool_size, strides, dilation, before, after)
    shape = graph.result_shape()
    total = te.compute(shape, lambda *i: te.sum(element_of(i), axis=window), name="pool_sum", varargs_names=ax(data.ndim))

    def average(*i):
        count = None
        for d in range(n):
            own = window_count(data.shape[first + d], i[first + d], pool_size[d], strides[d], dilation[d], padding[d], padding[n + d],
                               count_include_pad)
            count = own if count is None else count * own
        if not count_include_pad:
            count = te.max(count, number(1, "int64"))
        return total(*i) / count.astype(data.dtype)

    return te.compute(shape, average, name="pool_avg", varargs_names=ax(data.ndim), attrs={"schedule_rule": "meta_schedule.pool_avg"})


def op_max_pool1d(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout, out_layout):
    return max_pool(data, pool_size, strides, dilation, padding, ceil_mode, layout)


def op_max_pool2d(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout, out_layout):
    return max_pool(data, pool_size, strides, dilation, padding, ceil_mode, layout)


def op_max_pool3d(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout, out_layout):
    return max_pool(data, pool_size, strides, dilation, padding, ceil_mode, layout)


def op_avg_pool1d(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout, out_layout):
    return avg_pool(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout)


def op_avg_pool2d(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout, out_layout):
    return avg_pool(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout)


def op_avg_pool3d(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout, out_layout):
    return avg_pool(data, pool_size, strides, dilation, padding, ceil_mode, count_include_pad, layout)


# Windows from rounded down to rounded up, as the output has elements: where they differ in size, the largest one, and a condition.
def adaptive_window(size, parts, index):
    if graph.same(size % parts, 0):
        return index * (size // parts), size // parts
    begin = index * size // parts
    return begin, ((index + 1) * size + parts - 1) // parts - begin


def largest_window(size, parts):
    return size // parts if graph.same(size % parts, 0) else (size + parts - 1) // parts + 1


def adaptive_pool(data, layout):
    n = data.ndim - 2
    first = first_spatial(layout)
    shape = graph.result_shape()
    sizes = [[data.shape[first + d], shape[first + d]] for d in range(n)]
    axes = [te.reduce_axis((0, largest_window(sizes[d][0], sizes[d][1])), name="rv%d" % d) for d in range(n)]

    def windows(i):
        return [adaptive_window(sizes[d][0], sizes[d][1], i[first + d]) for d in range(n)]

    def element_of(i):
        places = []
        conditions = []
        for own, axis in zip(windows(i), axes):
            places.append(own[0] + axis)
            if not graph.is_number(own[1]):
                conditions.append(axis < own[1])
        return guarded(conditions, data(*(list(i[:first]) + places + list(i[first + n:]))), number(0, data.dtype))

    total = te.compute(shape, lambda *i: te.sum(element_of(i), axis=axes), name="adaptive_pool_sum", varargs_names=ax(data.ndim))

    def average(*i):
        count = None
        for own in windows(i):
            part = own[1].astype(data.dtype)
            count = part if count is None else count * part
        return total(*i) / count

    return te.compute(shape, average, name="adaptive_pool_avg", varargs_names=ax(data.ndim),
                      attrs={"schedule_rule": "meta_schedule.adaptive_pool_avg"})


def op_adaptive_avg_pool1d(data, output_size, layout, out_layout):
    return adaptive_pool(data, layout)


def op_adaptive_avg_pool2d(data, output_size, layout, out_layout):
    return adaptive_pool(data, layout)


def op_adaptive_avg_pool3d(data, output_size, layout, out_layout):
    return adaptive_pool(data, layout)
