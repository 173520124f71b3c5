# SPDX-License-Identifier: Apache-2.0
# torch.fx: forward is run with proxies, and what is done with them becomes the nodes of a graph. Names of nodes are torch's.
import inspect
import operator

import torch
from torch import nn

__name__ = "torch.fx"

# Names of Python, which a node cannot have.
taken = ("abs all any bin bool bytes callable chr dict dir divmod enumerate eval exec filter float format getattr hasattr hash hex id input "
         "int isinstance iter len list map max min next object oct open ord pow print property range repr reversed round set setattr slice "
         "sorted str sum super tuple type vars zip and as assert break class continue def del elif else except finally for from global if "
         "import in is lambda not or pass raise return try while with yield None True False inf nan NoneType torch device").split(" ")


class Node:
    def __init__(self, graph, name, op, target, args, kwargs):
        self.graph = graph
        self.name = name
        self.op = op
        self.target = target
        self.args = args
        self.kwargs = kwargs
        self.users = {}
        self.meta = {}

    def __repr__(self):
        return self.name

    @property
    def all_input_nodes(self):
        found = []
        each_node((self.args, self.kwargs), lambda node: None if node in found else found.append(node))
        return found


# Calls @look for the nodes in a value.
def each_node(value, look):
    if isinstance(value, Node):
        look(value)
    elif isinstance(value, (list, tuple)):
        for item in value:
            each_node(item, look)
    elif isinstance(value, dict):
        each_node(list(value.values()), look)


# The value with another one for each node in it.
def mapped(value, function):
    if isinstance(value, Node):
        return function(value)
    if isinstance(value, tuple):
        return tuple([mapped(item, function) for item in value])
    if isinstance(value, list):
        return [mapped(item, function) for item in value]
    if isinstance(value, dict):
        return {key: mapped(item, function) for key, item in value.items()}
    return value


def text_of_target(target):
    if isinstance(target, str):
        return target
    if target is getattr:
        return str(target)
    module = str(target).replace("." + target.__name__, "")
    kind = {"torch": "<built-in method %s of type object>", "operator": "<built-in function %s>"}.get(module, "<function %s>")
    return kind % target.__name__


# A table as torch prints it, by tabulate.
def table(rows):
    widths = [max([len(row[i]) for row in rows[1:]] + [len(rows[0][i]) + 2]) for i in range(len(rows[0]))]
    lines = [rows[0], ["-" * width for width in widths]] + rows[1:]
    return "\n".join(["  ".join([cell + " " * (width - len(cell)) for cell, width in zip(line, widths)]).rstrip() for line in lines])


class Graph:
    def __init__(self):
        self.nodes = []
        self.names = list(taken)
        self.numbers = {}

    def free_name(self, candidate):
        name = "".join([c if c.isdigit() or c.lower() != c.upper() else "_" for c in candidate])
        if name[0].isdigit():
            name = "_" + name
        parts = name.split("_")
        base, number = name, 0
        if len(parts) > 1 and parts[-1].isdigit():
            base, number = "_".join(parts[:-1]), int(parts[-1])
        number = number if number > 0 else self.numbers.get(base, 0)
        while name in self.names:
            number += 1
            name = base + "_" + str(number)
        self.names.append(name)
        self.numbers[base] = number
        return name

    def create_node(self, op, target, args=(), kwargs=None):
        candidate = target if isinstance(target, str) else target.__name__.lower()
        node = Node(self, self.free_name(candidate), op, target, args, {} if kwargs is None else kwargs)
        self.nodes.append(node)
        for used in node.all_input_nodes:
            used.users[node] = None
        return node

    def print_tabular(self):
        rows = [[node.op, node.name, text_of_target(node.target), str(node.args), str(node.kwargs)] for node in self.nodes]
        print(table([["opcode", "name", "target", "args", "kwargs"]] + rows))

    def __repr__(self):
        lines = []
        for node in self.nodes:
            if node.op == "output":
                lines.append("    return " + str(node.args[0]))
                continue
            target = "builtins.getattr" if node.target is getattr else str(node.target)
            line = "    %" + node.name + " : [num_users=" + str(len(node.users)) + "] = " + node.op + "[target=" + target + "]"
            if node.op not in ("placeholder", "get_attr"):
                line += "(args = " + marked(node.args) + ", kwargs = " + marked(node.kwargs) + ")"
            lines.append(line)
        return "graph():\n" + "\n".join(lines)

    def lint(self):
        pass


class Marked:
    def __init__(self, node):
        self.node = node

    def __repr__(self):
        return "%" + self.node.name


def marked(value):
    return str(mapped(value, Marked))


class Proxy:
    def __init__(self, node, tracer):
        self.node = node
        self.tracer = tracer

    def __repr__(self):
        return "Proxy(" + self.node.name + ")"

    def __torch_function__(self, function, types, args, kwargs):
        return self.tracer.record("call_function", function, args, kwargs)

    def operate(self, function, *args):
        return self.tracer.record("call_function", function, args, {})

    def __getattr__(self, name):
        return Attribute(self, name)

    def __getitem__(self, index):
        return self.operate(operator.getitem, self, index)

    def __bool__(self):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing")

    def __iter__(self):
        raise TraceError("a proxy cannot be iterated over: how many elements it has is known only when the model runs")

    def __add__(self, other):
        return self.operate(operator.add, self, other)

    def __radd__(self, other):
        return self.operate(operator.add, other, self)

    def __sub__(self, other):
        return self.operate(operator.sub, self, other)

    def __rsub__(self, other):
        return self.operate(operator.sub, other, self)

    def __mul__(self, other):
        return self.operate(operator.mul, self, other)

    def __rmul__(self, other):
        return self.operate(operator.mul, other, self)

    def __truediv__(self, other):
        return self.operate(operator.truediv, self, other)

    def __rtruediv__(self, other):
        return self.operate(operator.truediv, other, self)

    def __floordiv__(self, other):
        return self.operate(operator.floordiv, self, other)

    def __mod__(self, other):
        return self.operate(operator.mod, self, other)

    def __pow__(self, other):
        return self.operate(operator.pow, self, other)

    def __matmul__(self, other):
        return self.operate(operator.matmul, self, other)

    def __rmatmul__(self, other):
        return self.operate(operator.matmul, other, self)

    def __neg__(self):
        return self.operate(operator.neg, self)

    def __lt__(self, other):
        return self.operate(operator.lt, self, other)

    def __le__(self, other):
        return self.operate(operator.le, self, other)

    def __gt__(self, other):
        return self.operate(operator.gt, self, other)

    def __ge__(self, other):
        return self.operate(operator.ge, self, other)

    def __eq__(self, other):
        return self.operate(operator.eq, self, other)

    def __ne__(self, other):
        return self.operate(operator.ne, self, other)


# x.name of a proxy: a method once it is called, before that an attribute.
class Attribute(Proxy):
    def __init__(self, root, name):
        self.root = root
        self.name = name
        self.tracer = root.tracer
        self.own_node = None

    @property
    def node(self):
        if self.own_node is None:
            self.own_node = self.tracer.record("call_function", getattr, (self.root, self.name), {}).node
        return self.own_node

    def __call__(self, *args, **kwargs):
        return self.tracer.record("call_method", self.name, (self.root,) + args, kwargs)


class Tracer:
    def __init__(self):
        self.graph = None
        self.root = None

    def is_leaf_module(self, module, module_qualified_name):
        return type(module).__module__.startswith("torch.") and not isinstance(module, (nn.Sequential, nn.ModuleList, GraphModule))

    def path_of_module(self, module):
        for name, own in self.root.named_modules():
            if own is module:
                return name
        raise NameError("a module is called that is not installed as a submodule")

    def call_module(self, module, args, kwargs):
        path = self.path_of_module(module)
        if self.is_leaf_module(module, path):
            return self.record("call_module", path, args, kwargs)
        return module.forward(*args, **kwargs)

    # Proxies become their nodes, tensors of the modules nodes that get them.
    def create_arg(self, value):
        if isinstance(value, Proxy):
            return value.node
        if isinstance(value, tuple):
            return tuple([self.create_arg(item) for item in value])
        if isinstance(value, list):
            return [self.create_arg(item) for item in value]
        if isinstance(value, dict):
            return {key: self.create_arg(item) for key, item in value.items()}
        return self.get_tensor(value) if isinstance(value, torch.Tensor) else value

    def get_tensor(self, tensor):
        path = None
        for name, own in self.root.named_tensors(torch.Tensor):
            if own is tensor:
                path = name
                break
        if path is None:
            number = 0
            while hasattr(self.root, "_tensor_constant%d" % number):
                number += 1
            path = "_tensor_constant%d" % number
            setattr(self.root, path, tensor)
        for node in self.graph.nodes:
            if node.op == "get_attr" and node.target == path:
                return node
        return self.graph.create_node("get_attr", path)

    def record(self, op, target, args, kwargs):
        return Proxy(self.graph.create_node(op, target, self.create_arg(args), self.create_arg(kwargs)), self)

    def trace(self, root):
        is_module = isinstance(root, nn.Module)
        self.graph = Graph()
        self.root = root if is_module else nn.Module()
        function = type(root).forward if is_module else root
        spec = inspect.getfullargspec(function)
        if spec.varargs is not None or spec.varkw is not None:
            raise TraceError("forward has a fixed number of arguments")
        names = spec.args[1:] if is_module else spec.args
        n_needed = len(names) - len(spec.defaults)
        defaults = [() for _ in range(n_needed)] + [(default,) for default in spec.defaults]
        proxies = [Proxy(self.graph.create_node("placeholder", name, default), self) for name, default in zip(names, defaults)]
        result = function(root, *proxies) if is_module else function(*proxies)
        self.graph.create_node("output", "output", (self.create_arg(result),))
        return self.graph


class GraphModule(nn.Module):
    def __init__(self, root, graph):
        super().__init__()
        self.training = root.training
        self.graph = graph
        for node in graph.nodes:
            if node.op in ("get_attr", "call_module"):
                first = node.target.split(".")[0]
                setattr(self, first, getattr(root, first))

    def forward(self, *args):
        values = {}
        given = list(args)
        for node in self.graph.nodes:
            operands, named = mapped(node.args, lambda used: values[used]), mapped(node.kwargs, lambda used: values[used])
            if node.op == "placeholder":
                if len(given) + len(node.args) == 0:
                    raise TypeError("forward needs its argument '" + node.target + "'")
                values[node] = given.pop(0) if len(given) > 0 else node.args[0]
            elif node.op == "get_attr":
                values[node] = self.get_submodule(node.target)
            elif node.op == "call_function":
                values[node] = node.target(*operands, **named)
            elif node.op == "call_method":
                values[node] = getattr(operands[0], node.target)(*operands[1:], **named)
            elif node.op == "call_module":
                values[node] = self.get_submodule(node.target)(*operands, **named)
            else:
                return operands[0]

    def recompile(self):
        pass


def symbolic_trace(root):
    tracer = Tracer()
    graph = tracer.trace(root)
    return GraphModule(tracer.root, graph)
