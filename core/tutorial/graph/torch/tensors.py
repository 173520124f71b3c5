# SPDX-License-Identifier: Apache-2.0
# torch: tensors over numpy's arrays, and functions of them. A call with a proxy of torch.fx among its arguments is recorded instead.
import numpy as np
import torch

__name__ = "torch"


# An array of numpy, or a number, as a tensor that shares it.
def wrap(array):
    tensor = Tensor(0)
    tensor.array = array
    return tensor


def plain(x):
    return x.array if isinstance(x, Tensor) else x


def is_number(x):
    return isinstance(x, (bool, int, float))


# Of a tensor and a proxy the proxy's operator counts.
def operate(function, a, b):
    return NotImplemented if hasattr(b, "__torch_function__") else function(a, b)


class Tensor:
    def __init__(self, data):
        self.array = np.array(plain(data), dtype="float32")

    def __array__(self):
        return self.array

    def __repr__(self):
        return "tensor(" + np.array2string(self.array, separator=", ", prefix="tensor(") + ")"

    @property
    def shape(self):
        return () if is_number(self.array) else self.array.shape

    @property
    def dtype(self):
        return torch.float32 if is_number(self.array) else getattr(torch, self.array.dtype)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def device(self):
        return "cpu"

    @property
    def T(self):
        return wrap(self.array.T)

    @property
    def data(self):
        return wrap(self.array)

    @data.setter
    def data(self, tensor):
        if not isinstance(tensor, Tensor):
            raise TypeError("the data of a tensor is a tensor")
        self.array = tensor.array

    def __add__(self, other):
        return operate(torch.add, self, other)

    def __radd__(self, other):
        return torch.add(other, self)

    def __sub__(self, other):
        return operate(torch.sub, self, other)

    def __rsub__(self, other):
        return torch.sub(other, self)

    def __mul__(self, other):
        return operate(torch.mul, self, other)

    def __rmul__(self, other):
        return torch.mul(other, self)

    def __truediv__(self, other):
        return operate(torch.div, self, other)

    def __rtruediv__(self, other):
        return torch.div(other, self)

    def __pow__(self, other):
        return operate(torch.pow, self, other)

    def __matmul__(self, other):
        return operate(torch.matmul, self, other)

    def __neg__(self):
        return torch.mul(self, -1)

    def __lt__(self, other):
        return wrap(self.array < plain(other))

    def __le__(self, other):
        return wrap(self.array <= plain(other))

    def __gt__(self, other):
        return wrap(self.array > plain(other))

    def __ge__(self, other):
        return wrap(self.array >= plain(other))

    def __eq__(self, other):
        return wrap(self.array == plain(other))

    def __ne__(self, other):
        return wrap(self.array != plain(other))

    def __getitem__(self, index):
        return wrap(self.array[plain(index)])

    def __setitem__(self, index, value):
        self.array[plain(index)] = plain(value)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return [self[i] for i in range(len(self))]

    def __bool__(self):
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def item(self):
        return self.array if is_number(self.array) else self.array.item()

    def numpy(self):
        return self.array

    def detach(self):
        return wrap(self.array)

    def cpu(self):
        return self

    def contiguous(self):
        return self

    def clone(self):
        return wrap(self.array if is_number(self.array) else self.array.copy())

    def to(self, target):
        return self.type(target) if str(target).startswith("torch.") else self

    def type(self, dtype):
        return wrap(self.array.astype(dtype))

    def float(self):
        return self.type(torch.float32)

    def long(self):
        return self.type(torch.int64)

    def dim(self):
        return len(self.shape)

    def numel(self):
        return 1 if is_number(self.array) else self.array.size

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def reshape(self, *sizes):
        return wrap(self.array.reshape(*sizes))

    def view(self, *sizes):
        return self.reshape(*sizes)

    def flatten(self, start_dim=0, end_dim=-1):
        return torch.flatten(self, start_dim, end_dim)

    def unsqueeze(self, dim):
        return torch.unsqueeze(self, dim)

    def squeeze(self, dim=None):
        return torch.squeeze(self, dim)

    def t(self):
        return self.T

    def transpose(self, dim0, dim1):
        return torch.transpose(self, dim0, dim1)

    def permute(self, *dims):
        return wrap(self.array.transpose(*dims))

    def add(self, other):
        return self + other

    def sub(self, other):
        return self - other

    def mul(self, other):
        return self * other

    def div(self, other):
        return self / other

    def matmul(self, other):
        return self @ other

    def mm(self, other):
        return self @ other

    def relu(self):
        return torch.relu(self)

    def sigmoid(self):
        return torch.sigmoid(self)

    def tanh(self):
        return torch.tanh(self)

    def exp(self):
        return torch.exp(self)

    def sqrt(self):
        return torch.sqrt(self)

    def abs(self):
        return torch.abs(self)

    def softmax(self, dim):
        return torch.softmax(self, dim)

    def sum(self, dim=None, keepdim=False):
        return torch.sum(self, dim, keepdim)

    def mean(self, dim=None, keepdim=False):
        return torch.mean(self, dim, keepdim)

    def max(self, dim=None, keepdim=False):
        return torch.max(self, dim, keepdim)

    def argmax(self, dim=None, keepdim=False):
        return torch.argmax(self, dim, keepdim)


# New tensors: sizes one by one or as a list.
def sizes_of(sizes):
    return sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)) else sizes


def from_numpy(array):
    return wrap(np.asarray(array))


def from_dlpack(array):
    return wrap(np.from_dlpack(array))


def tensor(data, dtype=None):
    array = np.array(plain(data))
    if dtype is None and not is_number(array) and array.dtype == "float64" and isinstance(data, (list, tuple)):
        dtype = "float32"
    return wrap(array if dtype is None or is_number(array) else array.astype(dtype))


def zeros(*size, dtype="float32"):
    return wrap(np.zeros(sizes_of(size), dtype=dtype))


def ones(*size, dtype="float32"):
    return wrap(np.ones(sizes_of(size), dtype=dtype))


def empty(*size, dtype="float32"):
    return zeros(*size, dtype=dtype)


def full(size, fill_value, dtype="float32"):
    return wrap(np.full(size, fill_value, dtype=dtype))


def rand(*size):
    return wrap(np.random.rand(*sizes_of(size)).astype("float32"))


def randn(*size):
    return wrap(np.random.randn(*sizes_of(size)).astype("float32"))


def arange(*bounds):
    return wrap(np.arange(*bounds))


def manual_seed(seed):
    np.random.seed(seed)


class no_grad:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, function):
        return function


# Functions of two tensors.
def binary(function, a, b, out):
    if out is None:
        return wrap(function(plain(a), plain(b)))
    function(plain(a), plain(b), out=out.array)
    return out


def add(input, other, out=None):
    return binary(np.add, input, other, out)


def sub(input, other, out=None):
    return binary(np.subtract, input, other, out)


def mul(input, other, out=None):
    return binary(np.multiply, input, other, out)


def div(input, other, out=None):
    return binary(np.divide, input, other, out)


def pow(input, exponent, out=None):
    return binary(np.power, input, exponent, out)


def maximum(input, other, out=None):
    return binary(np.maximum, input, other, out)


def minimum(input, other, out=None):
    return binary(np.minimum, input, other, out)


def matmul(input, other, out=None):
    return binary(np.matmul, input, other, out)


def mm(input, mat2, out=None):
    return binary(np.matmul, input, mat2, out)


def bmm(input, mat2, out=None):
    return binary(np.matmul, input, mat2, out)


def allclose(input, other, rtol=1e-05, atol=1e-08):
    return np.allclose(plain(input), plain(other), rtol=rtol, atol=atol)


def equal(input, other):
    return input.shape == other.shape and np.array_equal(plain(input), plain(other))


# Of each element.
def relu(input):
    return wrap(np.maximum(input.array, 0))


def exp(input):
    return wrap(np.exp(input.array))


def log(input):
    return wrap(np.log(input.array))


def sqrt(input):
    return wrap(np.sqrt(input.array))


def tanh(input):
    return wrap(np.tanh(input.array))


def abs(input):
    return wrap(np.abs(input.array))


def neg(input):
    return -input


def sigmoid(input):
    return wrap(1 / (1 + np.exp(np.negative(input.array))))


# Over one dimension or all.
def sum(input, dim=None, keepdim=False):
    return wrap(np.sum(input.array, axis=dim, keepdims=keepdim))


def mean(input, dim=None, keepdim=False):
    return wrap(np.mean(input.array, axis=dim, keepdims=keepdim))


def argmax(input, dim=None, keepdim=False):
    return wrap(np.argmax(input.array, axis=dim, keepdims=keepdim))


def max(input, dim=None, keepdim=False):
    largest = wrap(np.max(input.array, axis=dim, keepdims=keepdim))
    return largest if dim is None else (largest, argmax(input, dim, keepdim))


def softmax(input, dim):
    exps = np.exp(input.array - np.max(input.array, axis=dim, keepdims=True))
    return wrap(exps / np.sum(exps, axis=dim, keepdims=True))


# Shapes.
def reshape(input, shape):
    return input.reshape(shape)


def flatten(input, start_dim=0, end_dim=-1):
    sizes = list(input.shape)
    first = start_dim + len(sizes) if start_dim < 0 else start_dim
    last = end_dim + len(sizes) if end_dim < 0 else end_dim
    return input.reshape(sizes[:first] + [-1] + sizes[last + 1:])


def unsqueeze(input, dim):
    sizes = list(input.shape)
    sizes.insert(dim + len(sizes) + 1 if dim < 0 else dim, 1)
    return input.reshape(sizes)


def squeeze(input, dim=None):
    sizes = list(input.shape)
    at = None if dim is None else dim + len(sizes) if dim < 0 else dim
    return input.reshape([size for i, size in enumerate(sizes) if size != 1 or (at is not None and i != at)])


def cat(tensors, dim=0):
    return wrap(np.concatenate([plain(tensor) for tensor in tensors], axis=dim))


def stack(tensors, dim=0):
    return cat([unsqueeze(tensor, dim) for tensor in tensors], dim)


def transpose(input, dim0, dim1):
    order = list(range(len(input.shape)))
    first, second = order[dim0], order[dim1]
    order[first], order[second] = second, first
    return input.permute(order)


def permute(input, dims):
    return input.permute(dims)
