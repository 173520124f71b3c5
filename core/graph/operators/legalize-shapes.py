# Places of elements.

def transpose_of(x, axes):
    places = lambda i: [i[axes.index(d)] for d in range(x.ndim)]
    return injective([x.shape[d] for d in axes], lambda *i: x(*places(i)), "T_transpose")


def op_transpose(x, axes):
    return transpose_of(x, list(reversed(range(x.ndim))) if axes is None else [a % x.ndim for a in axes])


# The element at the same place in memory.
def reshaped(x, shape):
    def function(*i):
        flat = number(0, "int64")
        for d in range(len(shape)):
            flat = flat * shape[d] + i[d] if d > 0 else i[d]
        places = []
        for d in reversed(range(x.ndim)):
            places.insert(0, flat % x.shape[d])
            flat = flat // x.shape[d]
        return x(*places)

    return injective(shape, function, "T_reshape")


# reshape, flatten, batch_flatten.
def op_reshape(x, shape=None):
    return reshaped(x, graph.result_shape())


def op_expand_dims(x, axis):
    n = x.ndim + len(axis)
    added = [a % n for a in axis]
    return te.compute(graph.result_shape(), lambda *i: x(*[i[d] for d in range(n) if d not in added]), name="expand_dims")


def op_squeeze(x, axis):
    gone = [d for d in range(x.ndim) if one(x.shape[d])] if axis is None else [a % x.ndim for a in axis]

    def places(i):
        own = []
        index = 0
        for d in range(x.ndim):
            own.append(number(0, "int64") if d in gone else i[index])
            index += 0 if d in gone else 1
        return own

    return injective(graph.result_shape(), lambda *i: x(*places(i)), "T_squeeze")


def op_broadcast_to(x, shape):
    return injective(shape, lambda *i: element(x, i, shape), "T_broadcast_to")


def op_concatenate(tensors, axis):
    at = axis % tensors[0].ndim

    def function(*i):
        value = tensors[0](*i)
        offset = number(0, "int64")
        for before, x in zip(tensors, tensors[1:]):
            offset = offset + before.shape[at]
            place = i[at] - offset
            value = tir.if_then_else(place >= 0, x(*(list(i[:at]) + [place] + list(i[at + 1:]))), value)
        return value

    return injective(graph.result_shape(), function, "T_concat")


def op_stack(tensors, axis):
    at = axis % (tensors[0].ndim + 1)

    def function(*i):
        rest = without(i, at)
        value = tensors[0](*rest)
        for d, x in enumerate(tensors[1:]):
            value = tir.if_then_else(i[at] == d + 1, x(*rest), value)
        return value

    return injective(graph.result_shape(), function, "T_stack")


def op_split(x, indices_or_sections, axis):
    at = axis % x.ndim
    is_equal = not isinstance(indices_or_sections, list)
    if is_equal:
        part = (x.shape[at] + indices_or_sections - 1) // indices_or_sections
        begins = [part * d for d in range(indices_or_sections)]
    else:
        begins = [number(d, "int64") for d in [0] + indices_or_sections]
    name = "T_split_sections" if is_equal else "T_split"
    parts = []
    for d, begin in enumerate(begins):
        end = begins[d + 1] if d + 1 < len(begins) else x.shape[at]
        shape = list(x.shape)
        shape[at] = end - begin
        place = lambda i, begin=begin: list(i[:at]) + [i[at] + begin] + list(i[at + 1:])
        parts.append(injective(shape, lambda *i, place=place: x(*place(i)), name))
    return parts


# Where a slice begins: from the end if it is negative, and within the elements.
def slice_begin(begin, size, stride):
    if begin.value < 0:
        begin = begin + size
    low = number(-1 if stride < 0 else 0, "int64")
    return te.min(te.max(begin, low), size - 1 if stride < 0 else size)


def op_strided_slice(x, axes, begin, end, strides=None, assume_inbound=False):
    shape = graph.result_shape()
    is_static = all([graph.is_number(size) for size in list(x.shape)])
    begins = [number(0, "int64")] * x.ndim
    steps = [1] * x.ndim
    for d, axis in enumerate(axes):
        at = axis.value % x.ndim
        steps[at] = 1 if strides is None else strides[d].value
        begins[at] = slice_begin(begin[d], x.shape[at], steps[at])
    name = "T_strided_slice_with_axes" if is_static else "T_dynamic_strided_slice_with_axes"
    return injective(shape, lambda *i: x(*[i[d] * steps[d] + begins[d] for d in range(x.ndim)]), name)


def op_tile(data, repeats):
    first = len(graph.result_shape()) - data.ndim
    return injective(graph.result_shape(), lambda *i: data(*[i[first + d] % data.shape[d] for d in range(data.ndim)]), "T_tile")


def op_repeat(data, repeats, axis):
    x = data
    if axis is None:
        x = reshaped(data, [count_of(data, range(data.ndim))]) if data.ndim != 1 else data
    at = 0 if axis is None else axis % data.ndim
    places = lambda i: list(i[:at]) + [i[at] // repeats] + list(i[at + 1:])
    return injective(graph.result_shape(), lambda *i: x(*places(i)), "T_repeat")


def op_flip(data, axis):
    at = axis % data.ndim
    places = lambda i: list(i[:at]) + [data.shape[at] - 1 - i[at]] + list(i[at + 1:])
    return injective(data.shape, lambda *i: data(*places(i)), "T_reverse_sequence")


def magnitude(x):
    return tir.Select(x >= 0, x, 0 - x)


# The index in the elements that stands for one in front of or behind them.
def reflected(index, size):
    return size - 1 - magnitude(size - 1 - magnitude(index))


def op_pad(data, pad_width, pad_value, pad_mode):
    before = pad_width[0::2]
    after = pad_width[1::2]
    if pad_mode == "constant":
        return padded(data, before, after, pad_value, "PadInput")
    ways = {
        "reflect": ["reflect_pad", "ReflectPadInput", reflected],
        "circular": ["circular_pad", "CircularPadInput", lambda index, size: index % size],
        "replicate": ["replicate_pad", "ReplicatePadInput", lambda index, size: te.max(number(0, "int64"), te.min(size - 1, index))],
    }
    if pad_mode not in ways:
        graph.refuse("pad_mode %s is not done here" % pad_mode)
    symbol, name, way = ways[pad_mode]
    places = lambda i: [way(i[d] - before[d], data.shape[d]) for d in range(data.ndim)]
    return (symbol, te.compute(graph.result_shape(), lambda *i: data(*places(i)), name=name))


def trilu(x, k, is_upper):
    zero = number(0, x.dtype)
    kept = (lambda i: i[-2] <= i[-1] - k) if is_upper else (lambda i: i[-2] >= i[-1] - k)
    return te.compute(x.shape, lambda *i: tir.Select(kept(i), x(*i), zero), name="trilu")


def op_tril(x, k):
    return trilu(x, k, False)


def op_triu(x, k):
    return trilu(x, k, True)


# New tensors.

def filled(value, dtype):
    return injective(graph.result_shape(), lambda *i: to(value, dtype), "T_full")


# full, full_like.
def op_full(like, fill_value, dtype):
    graph.leave_out(like)
    value = graph.literal(fill_value)
    wanted = graph.result_dtype()
    return injective(graph.result_shape(), lambda *i: to(value() if is_tensor(value) else value, wanted), "T_full")


def op_zeros(like, dtype):
    graph.leave_out(like)
    return filled(number(0, graph.result_dtype()), None)


def op_ones(like, dtype):
    graph.leave_out(like)
    return filled(number(1, graph.result_dtype()), None)


def op_eye(n, m, k, dtype):
    return te.compute((n, m), lambda i, j: tir.if_then_else(i == j - k, number(1, dtype), number(0, dtype)), name="eye")


# Images.

# The place in the input of a place in the output.
def coordinate(index, size, out_size, mode):
    place = index.astype("float32")
    f = lambda x: x.astype("float32")
    if mode == "align_corners" and one(out_size):
        return place
    if mode == "align_corners":
        return te.div(f(size - 1), f(out_size - 1)) * place
    scale = te.div(f(size), f(out_size))
    if mode == "asymmetric":
        return scale * place
    if mode == "tf_half_pixel_for_nn":
        return (place + 0.5) * scale
    if mode == "pytorch_half_pixel" and one(out_size):
        return place
    if mode != "half_pixel" and mode != "pytorch_half_pixel":
        graph.refuse("coordinate_transformation_mode %s is not done here" % mode)
    return place if graph.same(size, out_size) else (place + 0.5) * scale - 0.5


def nearest(index, size, out_size, mode, rounding):
    if mode == "asymmetric" and rounding == "floor" and graph.same(out_size % size, 0):
        return te.div(index, out_size // size)
    place = coordinate(index, size, out_size, mode)
    if rounding == "round":
        place = tir.round(place)
    elif rounding == "round_prefer_floor":
        place = tir.ceil(place - 0.5)
    elif rounding == "round_prefer_ceil":
        place = tir.floor(place + 0.5)
    elif rounding == "floor":
        place = tir.floor(place + 0.00001)
    else:
        place = tir.ceil(place - 0.00001)
    return place.astype("int32")


def op_resize2d(data, size, roi, layout, method, coordinate_transformation_mode, rounding_method, cubic_alpha, cubic_exclude,
                extrapolation_value, out_dtype):
    mode = coordinate_transformation_mode
    shape = graph.result_shape()
    at = [d for d, letter in enumerate(layout) if letter in "HW"]
    limit = lambda place, d: te.max(te.min(place, (data.shape[d] - 1).astype("int32")), 0)

    def pixel(i, y, x):
        places = list(i)
        places[at[0]] = limit(y, at[0])
        places[at[1]] = limit(x, at[1])
        return to(data(*places), "float32")

    def nearest_pixel(*i):
        places = [nearest(i[d], data.shape[d], shape[d], mode, rounding_method) for d in at]
        return to(pixel(i, places[0], places[1]), graph.result_dtype())

    def mixed_pixel(*i):
        places = [coordinate(i[d], data.shape[d], shape[d], mode) for d in at]
        first = [tir.floor(place).astype("int32") for place in places]
        share = [place - low.astype("float32") for place, low in zip(places, first)]
        mix = lambda a, b, part: a * (1.0 - part) + b * part
        y, x = first
        above = mix(pixel(i, y, x), pixel(i, y, x + 1), share[1])
        below = mix(pixel(i, y + 1, x), pixel(i, y + 1, x + 1), share[1])
        return to(mix(above, below, share[0]), graph.result_dtype())

    # Of four neighbours in dimension d what those of Keys' cubic convolution count, by distance; of those outside, if they do not, nothing.
    def cubic_shares(d):
        a = cubic_alpha
        near = lambda x: ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
        far = lambda x: ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
        first = lambda i: tir.floor(coordinate(i, data.shape[d], shape[d], mode))
        distance = lambda i, k: tir.abs(coordinate(i, data.shape[d], shape[d], mode) - first(i) + 1.0 - k.astype("float32"))
        keys = lambda x: tir.Select(x <= 1.0, near(x), far(x))
        shares = te.compute((shape[d], 4), lambda i, k: keys(distance(i, k)), name="shares")
        if cubic_exclude == 0:
            return shares
        place = lambda i, k: first(i).astype("int32") + k.astype("int32") - 1
        is_inside = lambda i, k: tir.And(place(i, k) >= 0, place(i, k) < data.shape[d].astype("int32"))
        kept = te.compute((shape[d], 4), lambda i, k: tir.Select(is_inside(i, k), shares(i, k), number(0, "float32")), name="kept")
        return te.compute((shape[d], 4), lambda i, k: kept(i, k) / (kept(i, 0) + kept(i, 1) + kept(i, 2) + kept(i, 3)), name="even")

    # The four neighbours of the place i[d], weighted.
    def cubic_along(d, i, shares, element):
        first = tir.floor(coordinate(i[d], data.shape[d], shape[d], mode)).astype("int32")
        value = None
        for k in range(4):
            part = shares(i[d], k) * element(limit(first + (k - 1), d))
            value = part if value is None else value + part
        return value

    # Rows first, then columns of what these give.
    def cubic():
        rows = cubic_shares(at[1])
        columns = cubic_shares(at[0])
        height = [data.shape[d] if d == at[0] else shape[d] for d in range(data.ndim)]
        put = lambda i, d, place: [place if k == d else i[k] for k in range(data.ndim)]
        wide = te.compute(height, lambda *i: cubic_along(at[1], i, rows, lambda x: to(data(*put(i, at[1], x)), "float32")), name="wide")
        return te.compute(shape, lambda *i: to(cubic_along(at[0], i, columns, lambda y: wide(*put(i, at[0], y))), graph.result_dtype()),
                          name="resize")

    if method == "linear":
        return te.compute(shape, mixed_pixel, name="resize")
    if method == "cubic":
        return cubic()
    if method != "nearest_neighbor":
        graph.refuse("method %s is not done here" % method)
    return te.compute(shape, nearest_pixel, name="resize")


# Where x (d = 0) and y (d = 1) of a grid point, from -1 to 1, are in the picture; outside of it as the mode of padding says, but for the
# border of bicubic, where the neighbours are moved one by one.
def grid_places(data, grid, method, padding_mode, align_corners):
    f = lambda x: x.astype("float32")

    def reflected_place(place, size):
        if align_corners and one(size):
            return place * 0.0
        low, span = (0.0, f(size - 1)) if align_corners else (-0.5, f(size))
        far = tir.abs(place - low)
        turn = far - tir.floor(far / (span * 2.0)) * (span * 2.0)
        return low + span - tir.abs(turn - span)

    def place_of(value, size):
        place = (value + 1.0) * 0.5 * f(size - 1) if align_corners else ((value + 1.0) * f(size) - 1.0) * 0.5
        if method == "nearest":
            place = tir.round(place)
        if padding_mode == "border" and method != "bicubic":
            return te.max(te.min(place, f(size - 1)), number(0, "float32"))
        return reflected_place(place, size) if padding_mode == "reflection" else place

    def place(*i):
        value = f(grid(*i))
        return tir.Select(i[1] == 0, place_of(value, data.shape[3]), place_of(value, data.shape[2]))

    return te.compute(grid.shape, place, name="place")


def op_grid_sample(data, grid, method, layout, padding_mode, align_corners):
    if padding_mode not in ["zeros", "border", "reflection"] or method not in ["nearest", "bilinear", "bicubic"]:
        graph.refuse("method %s with padding_mode %s is not done here" % (method, padding_mode))
    places = grid_places(data, grid, method, padding_mode, align_corners)
    first = te.compute(grid.shape, lambda *i: tir.floor(places(*i)), name="first")
    kind = "int32"
    height, width = data.shape[2].astype(kind), data.shape[3].astype(kind)

    # A neighbour outside of the picture: 0, or the pixel at the border, or the one where it is reflected, which lies as far inside.
    def inner(index, size):
        if padding_mode == "reflection" and method == "bicubic":
            turned = tir.Select(index < 0, -index - (0 if align_corners else 1), index)
            index = tir.Select(turned >= size, size * 2 - turned - (2 if align_corners else 1), turned)
        return te.max(te.min(index, size - 1), 0)

    def pixel(n, c, y, x):
        value = to(data(n, c, inner(y, height), inner(x, width)), "float32")
        if padding_mode != "zeros":
            return value
        return tir.if_then_else(tir.And(tir.And(y >= 0, y < height), tir.And(x >= 0, x < width)), value, number(0, "float32"))

    shape = graph.result_shape()
    result = lambda value: to(value, data.dtype)
    low = lambda n, d, h, w: first(n, d, h, w).astype(kind)
    if method == "nearest":
        at = lambda n, d, h, w: tir.round(places(n, d, h, w)).astype(kind)
        return te.compute(shape, lambda n, c, h, w: result(pixel(n, c, at(n, 1, h, w), at(n, 0, h, w))), name="sample")
    share = lambda n, d, h, w: places(n, d, h, w) - first(n, d, h, w)
    if method == "bilinear":
        def mixed(n, c, h, w):
            y, x, dy, dx = low(n, 1, h, w), low(n, 0, h, w), share(n, 1, h, w), share(n, 0, h, w)
            above = pixel(n, c, y, x) * (1.0 - dx) + pixel(n, c, y, x + 1) * dx
            below = pixel(n, c, y + 1, x) * (1.0 - dx) + pixel(n, c, y + 1, x + 1) * dx
            return result(above * (1.0 - dy) + below * dy)

        return te.compute(shape, mixed, name="sample")
    a = -0.75
    near = lambda x: ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    far = lambda x: ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
    keys = lambda x: tir.Select(x <= 1.0, near(x), far(x))
    distance = lambda n, d, h, w, k: tir.abs(share(n, d, h, w) + 1.0 - k.astype("float32"))
    shares = te.compute(list(grid.shape) + [4], lambda *i: keys(distance(*i)), name="shares")
    r, s = te.reduce_axis((0, 4), name="r"), te.reduce_axis((0, 4), name="s")

    def cubic(n, c, h, w):
        around = pixel(n, c, low(n, 1, h, w) + (r.astype(kind) - 1), low(n, 0, h, w) + (s.astype(kind) - 1))
        return te.sum(shares(n, 1, h, w, r) * shares(n, 0, h, w, s) * around, axis=[r, s])

    total = te.compute(shape, cubic, name="sample")
    return total if data.dtype == "float32" else te.compute(shape, lambda *i: result(total(*i)), name="cast")
