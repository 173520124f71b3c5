# Order, scans and scattered elements: calls that TVM leaves to functions of its runtime, here as loops.

def op_arange(start, end, step, dtype):
    wide = "float32" if dtype == "float16" else dtype
    value = lambda i: start.astype(wide) + i.astype(wide) * step.astype(wide)
    return injective(graph.result_shape(), lambda i: to(value(i), dtype), "T_arange")


# Each element from those up to it.
def scanned(data, axis, dtype, exclusive, neutral, reducer, name):
    x = data
    if axis is None and data.ndim != 1:
        x = reshaped(data, graph.result_shape())
    at = 0 if axis is None else axis % data.ndim
    k = te.reduce_axis((0, x.shape[at]), name="k")
    counts = (lambda i: k < i[at]) if exclusive else (lambda i: k <= i[at])
    wanted = graph.result_dtype()
    part = lambda i: tir.Select(counts(i), to(x(*inserted(without(i, at), at, k)), wanted), number(neutral, wanted))
    return te.compute(x.shape, lambda *i: reducer(part(i), axis=k), name=name)


def op_cumsum(data, axis, dtype, exclusive):
    return scanned(data, axis, dtype, exclusive, 0, te.sum, "cumsum")


def op_cumprod(data, axis, dtype, exclusive):
    return scanned(data, axis, dtype, exclusive, 1, te.prod, "cumprod")


# How many elements of the axis come before each; of equal ones those with a smaller index do.
def ranks(x, at, is_descending):
    k = te.reduce_axis((0, x.shape[at]), name="k")
    other = lambda i: x(*inserted(without(i, at), at, k))
    is_before = (lambda a, b: a > b) if is_descending else (lambda a, b: a < b)

    def before(i):
        counts = tir.Or(is_before(other(i), x(*i)), tir.And(other(i) == x(*i), k < i[at]))
        return tir.Select(counts, number(1, "int64"), number(0, "int64"))

    return te.compute(x.shape, lambda *i: te.sum(before(i), axis=k), name="rank")


# For each place of the order the element of that rank: its value and its index.
def in_order(x, at, rank, n, dtype):
    shape = list(x.shape[:at]) + [n] + list(x.shape[at + 1:])
    last = te.comm_reducer(lambda a, b: (tir.Select(b[0] >= 0, b[0], a[0]), tir.Select(b[0] >= 0, b[1], a[1])),
                           lambda t0, t1: (number(-1, t0), number(0, t1)), name="last")
    k = te.reduce_axis((0, x.shape[at]), name="k")
    place = lambda i: inserted(without(i, at), at, k)
    found = lambda i: tir.Select(rank(*place(i)) == i[at], k.var, number(-1, "int64"))
    both = te.compute(shape, lambda *i: last((found(i), x(*place(i))), axis=k), name="order")
    return te.compute(shape, lambda *i: both[1](*i), name="sorted"), cast(both[0], dtype)


def op_sort(x, axis, descending):
    at = axis % x.ndim
    return in_order(x, at, ranks(x, at, descending), x.shape[at], "int64")[0]


def op_argsort(data, axis, descending, dtype):
    at = axis % data.ndim
    return in_order(data, at, ranks(data, at, descending), data.shape[at], dtype)[1]


def op_topk(data, k, axis, ret_type, largest, dtype):
    at = axis % data.ndim
    n = data.shape[at] if k < 1 else number(k, "int64")
    values, indices = in_order(data, at, ranks(data, at, largest), n, dtype)
    return values if ret_type == "values" else indices if ret_type == "indices" else [values, indices]


# Updates over what was there, in their order: the last one counts, or all of them do.
def updated(shape, before, window, is_meant, update, reduction, dtype):
    if reduction == "add":
        total = te.compute(shape, lambda *i: te.sum(tir.Select(is_meant(i), update(i), number(0, dtype)), axis=window), name="added")
        return te.compute(shape, lambda *i: before(i) + total(*i), name="scattered")
    if reduction == "mul":
        total = te.compute(shape, lambda *i: te.prod(tir.Select(is_meant(i), update(i), number(1, dtype)), axis=window), name="multiplied")
        return te.compute(shape, lambda *i: before(i) * total(*i), name="scattered")
    if reduction == "max" or reduction == "min":
        reducer = te.max if reduction == "max" else te.min
        most = te.compute(shape, lambda *i: reducer(tir.Select(is_meant(i), update(i), before(i)), axis=window), name="most")
        return te.compute(shape, lambda *i: reducer(before(i), most(*i)), name="scattered")
    if reduction != "update":
        graph.refuse("reduction %s is not done here" % reduction)
    last = te.comm_reducer(lambda a, b: (tir.Select(b[0] > 0, b[0], a[0]), tir.Select(b[0] > 0, b[1], a[1])),
                           lambda t0, t1: (number(0, t0), number(0, t1)), name="last")
    pair = lambda i: (tir.Select(is_meant(i), number(1, "int32"), number(0, "int32")), update(i))
    both = te.compute(shape, lambda *i: last(pair(i), axis=window), name="update")
    return te.compute(shape, lambda *i: tir.Select(both[0](*i) > 0, both[1](*i), before(i)), name="scattered")


# Indices from the end are negative.
def from_front(index, size):
    return tir.Select(index < 0, index + size.astype(index.dtype), index)


def op_scatter_elements(data, indices, updates, axis, reduction):
    at = axis % data.ndim
    k = te.reduce_axis((0, updates.shape[at]), name="k")
    others = [d for d in range(data.ndim) if d != at]

    def guard(i, value, other):
        inside = [i[d] < updates.shape[d] for d in others if not graph.same(updates.shape[d], data.shape[d])]
        return guarded(inside, value, other)

    place = lambda i: inserted(without(i, at), at, k)
    target = lambda i: guard(i, from_front(indices(*place(i)), data.shape[at]), number(-1, indices.dtype))
    update = lambda i: guard(i, updates(*place(i)), number(0, data.dtype))
    return updated(data.shape, lambda i: data(*i), k, lambda i: target(i) == i[at].astype(indices.dtype), update, reduction, data.dtype)


def op_scatter_nd(data, indices, updates, reduction):
    n = indices.ndim - 1
    n_axes = indices.shape[n].value
    window = [te.reduce_axis((0, indices.shape[d]), name="k%d" % d) for d in range(n)]

    def is_meant(i):
        condition = None
        for d in range(n_axes):
            index = from_front(indices(*(window + [number(d, "int64")])), data.shape[d])
            own = index == i[d].astype(indices.dtype)
            condition = own if condition is None else tir.And(condition, own)
        return condition

    update = lambda i: updates(*(window + list(i[n_axes:])))
    return updated(data.shape, lambda i: data(*i), window, is_meant, update, reduction, data.dtype)
