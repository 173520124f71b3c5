# SPDX-License-Identifier: Apache-2.0
# torch.nn.functional: the functions behind the layers.
import numpy as np
import torch

__name__ = "torch.nn.functional"


def linear(input, weight, bias=None):
    product = torch.matmul(input, weight.T)
    return product if bias is None else product + bias


def relu(input, inplace=False):
    return torch.relu(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return torch.maximum(input, 0) + negative_slope * torch.minimum(input, 0)


def sigmoid(input):
    return torch.sigmoid(input)


def tanh(input):
    return torch.tanh(input)


def silu(input, inplace=False):
    return input * torch.sigmoid(input)


def softmax(input, dim):
    return torch.softmax(input, dim)


def log_softmax(input, dim):
    return torch.log(torch.softmax(input, dim))


def dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    return input * torch.from_numpy((np.random.rand(*input.shape) >= p).astype("float32")) / (1 - p)


# Images are N, C, H, W.
def pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    x, w = input.numpy(), weight.numpy()
    (down, along), (top, left), (row, column) = pair(stride), pair(padding), pair(dilation)
    n, c, height, width = x.shape
    k, per_group, rows, columns = w.shape
    if c != per_group * groups or k % groups != 0:
        raise ValueError("%d channels in %d groups do not fit a weight of %d by %d" % (c, groups, k, per_group))
    out_height = (height + 2 * top - row * (rows - 1) - 1) // down + 1
    out_width = (width + 2 * left - column * (columns - 1) - 1) // along + 1
    padded = np.zeros((n, c, height + 2 * top, width + 2 * left), dtype="float32")
    padded[:, :, top:top + height, left:left + width] = x
    out = np.zeros((n, k, out_height * out_width), dtype="float32")
    for g in range(groups):
        first, end = g * k // groups, (g + 1) * k // groups
        for r in range(rows):
            for s in range(columns):
                part = padded[:, g * per_group:(g + 1) * per_group, r * row:r * row + down * (out_height - 1) + 1:down,
                              s * column:s * column + along * (out_width - 1) + 1:along]
                out[:, first:end] += w[first:end, :, r, s] @ part.reshape(n, per_group, out_height * out_width)
    out = torch.from_numpy(out.reshape(n, k, out_height, out_width))
    return out if bias is None else out + bias.reshape(k, 1, 1)


def max_pool2d(input, kernel_size, stride=None, padding=0):
    x = input.numpy()
    (rows, columns), (top, left) = pair(kernel_size), pair(padding)
    down, along = pair(kernel_size if stride is None else stride)
    n, c, height, width = x.shape
    out_height, out_width = (height + 2 * top - rows) // down + 1, (width + 2 * left - columns) // along + 1
    padded = np.full((n, c, height + 2 * top, width + 2 * left), -np.inf, dtype="float32")
    padded[:, :, top:top + height, left:left + width] = x
    out = np.full((n, c, out_height, out_width), -np.inf, dtype="float32")
    for r in range(rows):
        for s in range(columns):
            out = np.maximum(out, padded[:, :, r:r + down * (out_height - 1) + 1:down, s:s + along * (out_width - 1) + 1:along])
    return torch.from_numpy(out)
