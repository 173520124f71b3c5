# Products.

def to(x, dtype):
    return x if dtype is None or x.dtype == dtype else x.astype(dtype)


def sum_over(shape, function, axes, name, names=None, attrs=None):
    return te.compute(shape, lambda *i: te.sum(function(i), axis=axes), name=name, varargs_names=names, attrs=attrs)


def op_matmul(x1, x2, out_dtype):
    a = list(x1.shape)
    b = list(x2.shape)
    rows = a[-2:-1] if len(a) > 1 else []
    columns = b[-1:] if len(b) > 1 else []
    batch = broadcast_shape(a[:-2], b[:-2])
    k = te.reduce_axis((0, a[-1]), name="k")

    # Indices of the batch, 0 where it is repeated.
    def places(shape, i):
        first = len(batch) - len(shape)
        return [number(0, "int64") if one(size) and not one(batch[first + j]) else i[first + j] for j, size in enumerate(shape)]

    def product(i):
        row = [i[len(batch)]] if rows else []
        column = [i[len(batch) + len(rows)]] if columns else []
        left = x1(*(places(a[:-2], i) + row + [k]))
        right = x2(*(places(b[:-2], i) + [k] + column))
        return to(left, out_dtype) * to(right, out_dtype)

    return sum_over(batch + rows + columns, product, k, "matmul")


def op_einsum(operands, subscripts):
    left, right = subscripts.replace(" ", "").split("->")
    terms = left.split(",")
    sizes = {}
    for term, operand in zip(terms, operands):
        for letter, size in zip(term, operand.shape):
            if letter not in sizes or one(sizes[letter]):
                sizes[letter] = size
    summed = [letter for letter in sizes if letter not in right]
    axes = [te.reduce_axis((0, sizes[letter]), name=letter) for letter in summed]

    def product(i):
        places = {}
        for letter, index in zip(right, i):
            places[letter] = index
        for letter, axis in zip(summed, axes):
            places[letter] = axis
        value = None
        for term, operand in zip(terms, operands):
            own = operand(*[places[letter] for letter in term])
            value = own if value is None else value * own
        return value

    shape = [sizes[letter] for letter in right]
    if not axes:
        return injective(shape, lambda *i: product(i), "T_einsum")
    return sum_over(shape, product, axes, "T_einsum", names=["ax%d" % i for i in range(len(shape))])


# Elements where conditions hold, else a value.
def guarded(conditions, value, other):
    if not conditions:
        return value
    condition = conditions[0]
    for more in conditions[1:]:
        condition = tir.And(condition, more)
    return tir.if_then_else(condition, value, other)


# With elements of a value around. Of a dimension with elements on one side both ends are asked for, unless is_strict.
def padded(x, before, after, value, name, names=None, is_strict=False):
    if not graph.has_copies() and not any([width != 0 for width in before + after]):
        return x
    shape = [x.shape[d] + (before[d] + after[d]) for d in range(x.ndim)]

    def function(*i):
        conditions = []
        places = []
        for d in range(x.ndim):
            if before[d] != 0 or (after[d] != 0 and not is_strict):
                conditions.append(i[d] >= before[d])
            if after[d] != 0 or (before[d] != 0 and not is_strict):
                conditions.append(i[d] < x.shape[d] + before[d])
            places.append(i[d] - before[d] if before[d] != 0 else i[d])
        return guarded(conditions, x(*places), number(value, x.dtype))

    return te.compute(shape, function, name=name, varargs_names=names)


def spatial_names(n, start):
    return [start + letter for letter in (["y", "x", "z"][:n])]


# In any number of dimensions, channels first or last.
def convolution(data, weight, strides, padding, dilation, groups, out_dtype, is_last, name):
    n = data.ndim - 2
    first = 1 if is_last else 2
    before = [0] * data.ndim
    after = [0] * data.ndim
    for d in range(n):
        before[first + d] = padding[d]
        after[first + d] = padding[n + d]
    pad = padded(data, before, after, 0, "pad_temp")
    channels = weight.shape[n] if is_last else weight.shape[1]
    outputs = weight.shape[n + 1] if is_last else weight.shape[0]
    kernel = weight.shape[:n] if is_last else weight.shape[2:]
    rc = te.reduce_axis((0, channels), name="rc")
    window = [te.reduce_axis((0, kernel[d]), name=spatial_names(n, "r")[d]) for d in range(n)]

    def product(i):
        f = i[n + 1] if is_last else i[1]
        channel = rc if groups == 1 else f // (outputs // groups) * channels + rc
        places = [i[first + d] * strides[d] + window[d] * dilation[d] for d in range(n)]
        x = pad(*([i[0]] + places + [channel])) if is_last else pad(*([i[0], channel] + places))
        w = weight(*(window + [rc, f])) if is_last else weight(*([f, rc] + window))
        return to(x, out_dtype) * to(w, out_dtype)

    names = ["yy", "xx", "zz"][:n]
    axes = window + [rc] if is_last else [rc] + window
    return sum_over(graph.result_shape(), product, axes, name, names=["nn"] + names + ["ff"] if is_last else ["nn", "ff"] + names)


def conv(n, data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_dtype):
    firsts = [["NCW", "OIW"], ["NCHW", "OIHW"], ["NCDHW", "OIDHW"]]
    lasts = [["NWC", "WIO"], ["NHWC", "HWIO"], ["NDHWC", "DHWIO"]]
    layouts = [data_layout, kernel_layout]
    is_last = layouts == lasts[n - 1]
    if not is_last and layouts != firsts[n - 1]:
        graph.refuse("layouts %s and %s are not done here" % (data_layout, kernel_layout))
    name = "%sconv%dd_%s" % ("group_" if groups > 1 else "", n, data_layout.lower())
    return convolution(data, weight, strides, padding, dilation, groups, out_dtype, is_last, name)


def op_conv1d(data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_layout, out_dtype):
    return conv(1, data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_dtype)


def op_conv2d(data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_layout, out_dtype):
    return conv(2, data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_dtype)


def op_conv3d(data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_layout, out_dtype):
    return conv(3, data, weight, strides, padding, dilation, groups, data_layout, kernel_layout, out_dtype)


# Elements apart by the strides, zeros between them.
def dilated(x, strides, name):
    if not graph.has_copies() and not any([s != 1 for s in strides]):
        return x
    shape = [x.shape[0], x.shape[1]] + [(x.shape[2 + d] - 1) * s + 1 for d, s in enumerate(strides)]

    def function(*i):
        conditions = [i[2 + d] % s == 0 for d, s in enumerate(strides) if s != 1]
        places = [i[2 + d] // s if s != 1 else i[2 + d] for d, s in enumerate(strides)]
        return guarded(conditions, x(*([i[0], i[1]] + places)), number(0, x.dtype))

    return te.compute(shape, function, name=name)


def transposed(data, weight, strides, padding, output_padding, groups, out_dtype, letters, kernel_name):
    n = len(letters)
    kernel = weight.shape[2:]
    wide = dilated(data, strides, "data_dilate")
    before = [0, 0] + [kernel[d].value - 1 - padding[d] for d in range(n)]
    after = [0, 0] + [kernel[d].value - 1 - padding[n + d] + output_padding[d] for d in range(n)]
    pad = padded(wide, before, after, 0, "data_pad")
    mirrored = lambda i: [kernel[d] - 1 - i[2 + d] for d in range(n)]
    inputs = weight.shape[0]
    outputs = weight.shape[1]
    turned = te.compute([outputs, inputs] + list(kernel), lambda *i: weight(*([i[1], i[0]] + mirrored(i))), name=kernel_name,
                        varargs_names=(["o", "i"] if groups == 1 else ["i", "o"]) + letters)
    dc = te.reduce_axis((0, inputs // groups), name="dc")
    window = [te.reduce_axis((0, kernel[d]), name="d" + letters[d]) for d in range(n)]

    def product(i):
        channel = dc if groups == 1 else i[1] // outputs * (inputs // groups) + dc
        output = i[1] if groups == 1 else i[1] % outputs
        x = pad(*([i[0], channel] + [i[2 + d] + window[d] for d in range(n)]))
        return to(x, out_dtype) * to(turned(*([output, channel] + window)), out_dtype)

    return sum_over(graph.result_shape(), product, [dc] + window, "compute", names=["b", "c"] + letters)


def op_conv1d_transpose(data, weight, strides, padding, output_padding, dilation, groups, data_layout, kernel_layout, out_layout,
                        out_dtype):
    if data_layout != "NCW" or kernel_layout != "IOW" or dilation != [1] or groups != 1:
        graph.refuse("layouts %s and %s, dilation %s, %d groups are not done here" % (data_layout, kernel_layout, dilation, groups))
    return transposed(data, weight, strides, padding, output_padding, groups, out_dtype, ["w"], "kernel")


def op_conv2d_transpose(data, weight, strides, padding, output_padding, dilation, groups, data_layout, kernel_layout, out_layout,
                        out_dtype):
    if data_layout != "NCHW" or kernel_layout != "IOHW" or dilation != [1, 1]:
        graph.refuse("layouts %s and %s with dilation %s are not done here" % (data_layout, kernel_layout, dilation))
    return transposed(data, weight, strides, padding, output_padding, groups, out_dtype, ["h", "w"], "kernel_transform")


# Attention: batch, sequence, heads, size of a head.

def batch_matmul(a, b, is_transposed):
    k = te.reduce_axis((0, a.shape[2]), name="k")
    columns = b.shape[1] if is_transposed else b.shape[2]
    right = (lambda n, j: b(n, j, k)) if is_transposed else (lambda n, j: b(n, k, j))
    return te.compute((a.shape[0], a.shape[1], columns), lambda b, i, j: te.sum(a(b, i, k) * right(b, j), axis=k),
                      name="T_batch_matmul_NT" if is_transposed else "T_batch_matmul_NN", attrs={"layout_free_placeholders": [b]})


def exp_of(x):
    return elementwise(x, lambda a: tir.exp(a))


# Scores that a mask leaves out are 0, after the exponential too.
def masked_softmax(scores, k):
    kept = trilu(scores, k, False)
    weights = trilu(exp_of(subtract(kept, reduced(kept, [2], True, "max"))), k, False)
    return divide(weights, reduced(weights, [2], True, "sum"))


def attention(q, k, v, bias, scale, causal_mask):
    batch, rows, heads, size = q.shape
    keys = k.shape[1]
    own_size = v.shape[3]
    flat = lambda x, n, s: reshaped(transpose_of(x, [0, 2, 1, 3]), [batch * heads, n, s])
    scores = batch_matmul(flat(q, rows, size), flat(k, keys, size), True)
    if scale is None:
        scores = divide(scores, tir.sqrt(number(size.value, q.dtype)))
    else:
        scores = multiply(scores, scale if not isinstance(scale, float) else number(scale, q.dtype))
    if bias is not None:
        scores = reshaped(add(reshaped(scores, [batch, heads, rows, keys]), bias), [batch * heads, rows, keys])
    if causal_mask is None:
        weights = softmax_of(scores, 2)
    else:
        weights = masked_softmax(scores, 0 if causal_mask == "TopLeft" else keys - rows)
    mixed = batch_matmul(weights, flat(v, keys, own_size), False)
    return transpose_of(reshaped(mixed, [batch, heads, rows, own_size]), [0, 2, 1, 3])


def op_attention(query, key, value, scale, causal_mask, window_size):
    return attention(query, key, value, None, scale, causal_mask)


def op_attention_bias(query, key, value, bias, scale, causal_mask, window_size):
    return attention(query, key, value, bias, scale, causal_mask)
