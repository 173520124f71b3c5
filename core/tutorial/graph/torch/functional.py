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
