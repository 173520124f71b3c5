# SPDX-License-Identifier: Apache-2.0
# torch.nn: modules and layers. Called with a proxy of torch.fx they are recorded instead of run.
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import fx

__name__ = "torch.nn"


class Parameter(torch.Tensor):
    def __init__(self, data, requires_grad=True):
        self.array = data.array
        self.requires_grad = requires_grad

    def __repr__(self):
        return "Parameter containing:\n" + str(self.data)


class Module:
    def __init__(self):
        self.training = True

    def __call__(self, *args, **kwargs):
        for value in list(args) + list(kwargs.values()):
            if isinstance(value, fx.Proxy):
                return value.tracer.call_module(self, args, kwargs)
        return self.forward(*args, **kwargs)

    def __repr__(self):
        children = self.named_children()
        if len(children) == 0:
            return type(self).__name__ + "(" + self.extra_repr() + ")"
        lines = ["  (" + name + "): " + str(child).replace("\n", "\n  ") for name, child in children]
        return type(self).__name__ + "(\n" + "\n".join(lines) + "\n)"

    def extra_repr(self):
        return ""

    def register_parameter(self, name, parameter):
        setattr(self, name, parameter)

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)

    def add_module(self, name, module):
        setattr(self, name, module)

    def named_children(self):
        return [(name, value) for name, value in vars(self).items() if isinstance(value, Module)]

    def children(self):
        return [child for _, child in self.named_children()]

    def named_modules(self, memo=None, prefix=""):
        found = [(prefix, self)]
        for name, child in self.named_children():
            found.extend(child.named_modules(None, prefix + "." + name if prefix else name))
        return found

    def modules(self):
        return [module for _, module in self.named_modules()]

    def named_tensors(self, kind):
        found = []
        for prefix, module in self.named_modules():
            for name, value in vars(module).items():
                if isinstance(value, kind):
                    found.append((prefix + "." + name if prefix else name, value))
        return found

    def named_parameters(self):
        return self.named_tensors(Parameter)

    def parameters(self):
        return [parameter for _, parameter in self.named_parameters()]

    def get_submodule(self, target):
        module = self
        for atom in target.split(".") if target else []:
            module = getattr(module, atom)
        return module

    def state_dict(self):
        return dict(self.named_tensors(torch.Tensor))

    def load_state_dict(self, state_dict, strict=True):
        own = self.state_dict()
        for name in list(own) + list(state_dict):
            if strict and not (name in own and name in state_dict):
                raise RuntimeError("the state and the module do not both have " + name)
        for name, tensor in state_dict.items():
            if name in own and own[name].shape != tensor.shape:
                raise RuntimeError("the shape of " + name + " is " + str(own[name].shape) + ", not " + str(tensor.shape))
            if name in own:
                own[name].data = tensor.data

    def train(self, mode=True):
        for module in self.modules():
            module.training = mode
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        return self

    def to(self, target):
        return self

    def cpu(self):
        return self

    def float(self):
        return self


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        bound = 1 / math.sqrt(in_features)
        self.weight = Parameter(self.drawn(bound, (out_features, in_features)))
        self.bias = Parameter(self.drawn(bound, (out_features,))) if bias else None

    def drawn(self, bound, shape):
        return torch.from_numpy(np.random.uniform(-bound, bound, shape).astype("float32"))

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return "in_features=%d, out_features=%d, bias=%s" % (self.in_features, self.out_features, self.bias is not None)


class Conv2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        self.kernel_size = F.pair(kernel_size)
        shape = (out_channels, in_channels // groups) + self.kernel_size
        bound = 1 / math.sqrt(shape[1] * shape[2] * shape[3])
        self.weight = Parameter(torch.from_numpy(np.random.uniform(-bound, bound, shape).astype("float32")))
        self.bias = Parameter(torch.from_numpy(np.random.uniform(-bound, bound, out_channels).astype("float32"))) if bias else None

    def forward(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self):
        shape = self.weight.shape
        return "%d, %d, kernel_size=%s, stride=%s" % (shape[1] * self.groups, shape[0], self.kernel_size, F.pair(self.stride))


class MaxPool2d(Module):
    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride

    def forward(self, input):
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding)

    def extra_repr(self):
        return "kernel_size=%s, stride=%s, padding=%s" % (self.kernel_size, self.stride, self.padding)


class Identity(Module):
    def forward(self, input):
        return input


class ReLU(Module):
    def __init__(self, inplace=False):
        super().__init__()

    def forward(self, input):
        return F.relu(input)


class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope)

    def extra_repr(self):
        return "negative_slope=%s" % self.negative_slope


class Sigmoid(Module):
    def forward(self, input):
        return F.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return F.tanh(input)


class SiLU(Module):
    def __init__(self, inplace=False):
        super().__init__()

    def forward(self, input):
        return F.silu(input)


class Softmax(Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)

    def extra_repr(self):
        return "dim=%s" % self.dim


class LogSoftmax(Softmax):
    def forward(self, input):
        return F.log_softmax(input, self.dim)


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p = p

    def forward(self, input):
        return F.dropout(input, self.p, self.training)

    def extra_repr(self):
        return "p=%s" % self.p


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input):
        return torch.flatten(input, self.start_dim, self.end_dim)

    def extra_repr(self):
        return "start_dim=%d, end_dim=%d" % (self.start_dim, self.end_dim)


class ModuleList(Module):
    def __init__(self, modules=()):
        super().__init__()
        for i, module in enumerate(modules):
            self.add_module(str(i), module)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def __getitem__(self, index):
        return self.children()[index]

    def __len__(self):
        return len(self.children())

    def __iter__(self):
        return self.children()


class Sequential(ModuleList):
    def __init__(self, *modules):
        super().__init__(() if len(modules) == 1 and isinstance(modules[0], dict) else modules)
        if len(modules) == 1 and isinstance(modules[0], dict):
            for name, module in modules[0].items():
                self.add_module(name, module)

    def forward(self, input):
        for module in self.children():
            input = module(input)
        return input
