#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts with models of torch: modules that run on arrays, graphs of torch.fx, their way into graph functions. tests/seeds/walk.txt has
the tutorials' own cells. usage: test-torch-scripts.py CLI TOP; prints TAP."""
import os
import re

from harness import TOP, cli, run_tests, write

HEAD = '''import numpy as np
import operator
import tvm
from tvm import relax, te, topi
import torch
from torch import fx, nn
from torch.nn import functional as F
'''
BLOCKS = HEAD + '''
class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(n, n), nn.ReLU(), nn.Linear(n, n, bias=False))
        self.scale = nn.Parameter(torch.rand(n))
        self.register_buffer("shift", torch.tensor([0.5]))

    def forward(self, x):
        y = self.layers(x).tanh()
        return F.relu(self.scale * y + x - self.shift)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.blocks = nn.ModuleList([Block(12) for _ in range(2)])
        self.head = nn.Linear(in_features=12, out_features=5)

    def forward(self, x):
        x = self.flatten(x)
        for block in self.blocks:
            x = block(x)
        return torch.softmax(-self.head(x), dim=1)

net = Net().eval()
x = torch.rand(3, 2, 6)
'''
# A way of its own into a graph function: operators of relax, by kind of node.
IMPORT = '''
def constant(tensor):
    return relax.const(tensor.detach().cpu().numpy(), "float32")

class Importer:
    def __init__(self, traced):
        self.traced = traced
        self.modules = {name: module for name, module in traced.named_modules()}
        self.bb = relax.BlockBuilder()
        self.values = {}

    def linear(self, module, x):
        y = relax.op.matmul(x, self.bb.emit(relax.op.permute_dims(constant(module.weight))))
        return y if module.bias is None else relax.op.add(y, constant(module.bias))

    def value(self, node):
        args = [self.values[arg] if isinstance(arg, fx.Node) else arg for arg in node.args]
        if node.op == "get_attr":
            tensor = self.traced
            for atom in node.target.split("."):
                tensor = getattr(tensor, atom)
            return constant(tensor)
        if node.op == "call_module":
            module = self.modules[node.target]
            return {nn.Linear: self.linear, nn.ReLU: lambda _, x: relax.op.nn.relu(x),
                    nn.Flatten: lambda _, x: relax.op.reshape(x, (3, 12))}[type(module)](module, *args)
        functions = {operator.add: relax.op.add, operator.sub: relax.op.subtract, operator.mul: relax.op.multiply,
                     operator.neg: relax.op.negative, F.relu: relax.op.nn.relu, "tanh": relax.op.tanh,
                     torch.softmax: lambda x: relax.op.nn.softmax(x, axis=node.kwargs["dim"])}
        return functions[node.target](*args)

    def build(self, shape):
        x = relax.Var("x", relax.TensorStructInfo(shape, "float32"))
        with self.bb.function("main", [x]):
            with self.bb.dataflow():
                for node in self.traced.graph.nodes:
                    if node.op == "placeholder":
                        self.values[node] = x
                    elif node.op == "output":
                        result = self.bb.emit_output(self.values[node.args[0]])
                    else:
                        self.values[node] = self.bb.emit(self.value(node))
            self.bb.emit_func_output(result)
        return self.bb.get()

'''


CORPUS = os.path.join(TOP, 'tests/fuzz/corpus')


def run(folder, text, *files, status=0):
    return cli('script', write(folder, 'tutorial.py', text), *files, '--seed', '1', status=status)


def test_table(folder):
    """Nodes as torch names and prints them: names of Python get a number, and so do names that are there."""
    done = run(folder, HEAD + '''
class Model(nn.Module):
    def __init__(self):
        super(Model, self).__init__()
        self.param = nn.Parameter(torch.rand(3, 4))
        self.linear = nn.Linear(4, 5)

    def forward(self, x):
        return self.linear(x + self.param).relu().sum(dim=-1)[:2] + x.shape[0] / 2 + torch.mean(x)

traced = fx.symbolic_trace(Model())
traced.graph.print_tabular()
print(len(traced.graph.nodes), [node.name for node in traced.graph.nodes[2].all_input_nodes], len(traced.graph.nodes[0].users))
''').stdout
    assert done == '''opcode         name       target                                 args                           kwargs
-------------  ---------  -------------------------------------  -----------------------------  -----------
placeholder    x          x                                      ()                             {}
get_attr       param      param                                  ()                             {}
call_function  add        <built-in function add>                (x, param)                     {}
call_module    linear     linear                                 (add,)                         {}
call_method    relu       relu                                   (linear,)                      {}
call_method    sum_1      sum                                    (relu,)                        {'dim': -1}
call_function  getitem    <built-in function getitem>            (sum_1, slice(None, 2, None))  {}
call_function  getattr_1  <built-in function getattr>            (x, 'shape')                   {}
call_function  getitem_1  <built-in function getitem>            (getattr_1, 0)                 {}
call_function  truediv    <built-in function truediv>            (getitem_1, 2)                 {}
call_function  add_1      <built-in function add>                (getitem, truediv)             {}
call_function  mean       <built-in method mean of type object>  (x,)                           {}
call_function  add_2      <built-in function add>                (add_1, mean)                  {}
output         output     output                                 (add_2,)                       {}
14 ['x', 'param'] 3
''', done


def test_blocks(folder):
    """Modules in modules, run on arrays, traced, run as a graph, and as a graph function by a virtual machine."""
    done = run(folder, BLOCKS + IMPORT + '''
traced = fx.symbolic_trace(net)
expected = x.numpy().reshape(3, 12)
for block in net.blocks:
    first, _, last = [layer for layer in block.layers]
    y = np.maximum(expected @ first.weight.numpy().T + first.bias.numpy(), 0) @ last.weight.numpy().T
    expected = np.maximum(np.tanh(y) * block.scale.numpy() + expected - 0.5, 0)
exps = np.exp(-(expected @ net.head.weight.numpy().T + net.head.bias.numpy()))
expected = exps / exps.sum(axis=1, keepdims=True)
np.testing.assert_allclose(net(x), expected, rtol=1e-5)
np.testing.assert_allclose(traced(x), net(x))
vm = relax.VirtualMachine(relax.build(Importer(traced).build(x.shape), target="llvm"), tvm.cpu())
np.testing.assert_allclose(vm["main"](tvm.nd.array(x.numpy())).numpy(), expected, rtol=1e-4)
print(net)
print([node.target for node in traced.graph.nodes if node.op in ("get_attr", "call_module", "call_method")])
print([name for name, _ in net.named_modules()][:4], [name for name, _ in net.blocks[0].named_parameters()], len(net.state_dict()))
''').stdout
    assert done == '''Net(
  (flatten): Flatten(start_dim=1, end_dim=-1)
  (blocks): ModuleList(
    (0): Block(
      (layers): Sequential(
        (0): Linear(in_features=12, out_features=12, bias=True)
        (1): ReLU()
        (2): Linear(in_features=12, out_features=12, bias=False)
      )
    )
    (1): Block(
      (layers): Sequential(
        (0): Linear(in_features=12, out_features=12, bias=True)
        (1): ReLU()
        (2): Linear(in_features=12, out_features=12, bias=False)
      )
    )
  )
  (head): Linear(in_features=12, out_features=5, bias=True)
)
['flatten', 'blocks.0.layers.0', 'blocks.0.layers.1', 'blocks.0.layers.2', 'tanh', 'blocks.0.scale', 'blocks.0.shift', \
'blocks.1.layers.0', 'blocks.1.layers.1', 'blocks.1.layers.2', 'tanh', 'blocks.1.scale', 'blocks.1.shift', 'head']
['', 'flatten', 'blocks', 'blocks.0'] ['scale', 'layers.0.weight', 'layers.0.bias', 'layers.2.weight'] 12
''', done


def test_hidden_layers(folder):
    """A Sequential alone, two hidden layers, other parameters loaded into it; functions are traced, too."""
    done = run(folder, HEAD + '''
model = nn.Sequential(nn.Linear(7, 6), nn.Sigmoid(), nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 3), nn.Dropout(0.5)).eval()
other = nn.Sequential(*[layer for layer in model])
state = {name: torch.rand(*tensor.shape) for name, tensor in model.state_dict().items()}
model.load_state_dict(state)
x = torch.from_numpy(np.random.rand(4, 7).astype("float32"))
y = 1 / (1 + np.exp(-(x.numpy() @ state["0.weight"].numpy().T + state["0.bias"].numpy())))
y = np.tanh(y @ state["2.weight"].numpy().T + state["2.bias"].numpy()) @ state["4.weight"].numpy().T + state["4.bias"].numpy()
traced = fx.symbolic_trace(model)
for result in (model(x), traced(x), other(x)):
    np.testing.assert_allclose(result.detach().numpy(), y, rtol=1e-5)
print([(node.op, str(node)) for node in traced.graph.nodes])
joined = torch.cat([x, torch.zeros(1, 7)]) * 2
print(joined.shape, torch.stack((x, x), dim=1).shape, fx.symbolic_trace(lambda a, b: torch.cat([a, b], dim=1)).graph.nodes[2].args)
print(fx.symbolic_trace(lambda a, b: torch.add(a, other=b).view(-1) @ a.T).graph)
print(model[0].weight.shape, model[0].weight.T.shape, x.dtype, x.dtype == torch.float32, torch.arange(4).reshape(2, 2), x[0, 1:3].shape)
''').stdout
    assert done == '''[('placeholder', 'input_1'), ('call_module', '_0'), ('call_module', '_1'), ('call_module', '_2'), \
('call_module', '_3'), ('call_module', '_4'), ('call_module', '_5'), ('output', 'output')]
(5, 7) (4, 2, 7) ([a, b],)
graph():
    %a : [num_users=2] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %add : [num_users=1] = call_function[target=torch.add](args = (%a,), kwargs = {'other': %b})
    %view : [num_users=1] = call_method[target=view](args = (%add, -1), kwargs = {})
    %getattr_1 : [num_users=1] = call_function[target=builtins.getattr](args = (%a, 'T'), kwargs = {})
    %matmul : [num_users=1] = call_function[target=operator.matmul](args = (%view, %getattr_1), kwargs = {})
    return matmul
(6, 7) (7, 6) torch.float32 True tensor([[0, 1],
        [2, 3]]) (2,)
''', done


def test_derived(folder):
    """Modules derived from others, parameters with defaults, modules by name, and what scripts ask of a model."""
    done = run(folder, HEAD + '''
from collections import OrderedDict
from torch.nn import Linear, Module, Parameter

class Base(Module):
    hidden: int = 8

    def __init__(self, n: int) -> None:
        super().__init__()
        self.fc = Linear(n, self.hidden)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.fc(x))

class Derived(Base):
    def __init__(self, n, out=3):
        super().__init__(n)
        self.out = Linear(self.hidden, out)
        self.temperature = Parameter(torch.full((1,), 2.0))

    def forward(self, x, scale=1.0):
        return self.out(super().forward(x)) * scale / self.temperature

model, x = Derived(4), torch.rand(5, 4)
traced = fx.symbolic_trace(model)
print([(node.op, node.name, node.args) for node in traced.graph.nodes])
print(torch.allclose(traced(x), model(x)), torch.allclose(traced(x, 3.0), model(x, scale=3.0)), torch.allclose(traced(x, 3.0), model(x)))
print(sum(p.numel() for p in model.parameters()), [name for name, p in model.named_parameters()], isinstance(model, Base),
      isinstance(model.fc, (nn.ReLU, nn.Linear)))
with torch.no_grad():
    y = model(x)
print(y.shape, y.argmax(dim=1).shape, y.max(dim=1)[0].shape, torch.tensor([[1, 2], [3, 4]]).float() @ torch.ones(2), torch.ones(1).item())
named = nn.Sequential(OrderedDict([("first", nn.Linear(2, 3)), ("then", nn.ReLU())]))
print(named.first, named[1], len(named), [type(layer).__name__ for layer in named], fx.symbolic_trace(named).graph.nodes)
if __name__ == "__main__":
    traced()
''', status=4)
    assert done.stdout == '''[('placeholder', 'x', ()), ('placeholder', 'scale', (1.0,)), ('call_module', 'fc', (x,)), \
('call_function', 'relu', (fc,)), ('call_module', 'out', (relu,)), ('call_function', 'mul', (out, scale)), \
('get_attr', 'temperature', ()), ('call_function', 'truediv', (mul, temperature)), ('output', 'output', (truediv,))]
True True False
68 ['temperature', 'fc.weight', 'fc.bias', 'out.weight', 'out.bias'] True True
(5, 3) (5,) (5,) tensor([3., 7.]) 1.0
Linear(in_features=2, out_features=3, bias=True) ReLU() 2 ['Linear', 'ReLU'] [input_1, first, then, output]
''', done.stdout
    assert re.search(r":\d+:5: TypeError: forward needs its argument 'x'", done.stderr), done.stderr


def test_images(folder):
    """Convolutions and pools against loops."""
    done = run(folder, HEAD + '''
x, w = np.arange(2 * 4 * 7 * 6).reshape(2, 4, 7, 6), np.arange(6 * 2 * 3 * 2).reshape(6, 2, 3, 2)
y = F.conv2d(torch.Tensor(x), torch.Tensor(w), torch.ones(6), stride=(2, 1), padding=1, groups=2)
z = F.conv2d(torch.Tensor(x), torch.Tensor(w), dilation=(2, 3), groups=2)
padded = np.zeros((2, 4, 9, 8))
padded[:, :, 1:8, 1:7] = x
for n in range(2):
    for k in range(6):
        part, whole = padded[n, k // 3 * 2:k // 3 * 2 + 2], x[n, k // 3 * 2:k // 3 * 2 + 2]
        for i in range(y.shape[2]):
            for j in range(y.shape[3]):
                assert y[n, k, i, j].item() == (part[:, 2 * i:2 * i + 3, j:j + 2] * w[k]).sum() + 1
        for i in range(z.shape[2]):
            for j in range(z.shape[3]):
                assert z[n, k, i, j].item() == (whole[:, i:i + 5:2, j:j + 4:3] * w[k]).sum()
pool = F.max_pool2d(torch.Tensor(-x), (3, 2), stride=2, padding=1)
for i in range(4):
    for j in range(4):
        assert pool[1, 3, i, j].item() == -x[1, 3, max(2 * i - 1, 0):2 * i + 2, max(2 * j - 1, 0):2 * j + 1].min()

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1, bias=False)
        self.pool = nn.MaxPool2d(2)
        self.head = nn.Linear(4 * 3 * 3, 5)

    def forward(self, x):
        return self.head(torch.flatten(self.pool(torch.relu(self.conv(x))), 1))

net, image = Net(), torch.rand(2, 1, 6, 6)
traced = fx.symbolic_trace(net)
np.testing.assert_allclose(traced(image), net(image))
print(net, y.shape, z.shape, pool.shape, [str(node.target) for node in traced.graph.nodes if node.op == "call_module"])
''').stdout
    assert done == '''Net(
  (conv): Conv2d(1, 4, kernel_size=(3, 3), stride=(1, 1))
  (pool): MaxPool2d(kernel_size=2, stride=2, padding=0)
  (head): Linear(in_features=36, out_features=5, bias=True)
) (2, 6, 4, 7) (2, 6, 3, 3) (2, 4, 4, 4) ['conv', 'pool', 'head']
''', done


def test_errors(folder):
    """Errors of torch are errors of the script's lines."""
    traced = '''class Model(nn.Module):
    def forward(self, x):
        {}

fx.symbolic_trace(Model())
'''
    for text, said in (
        ('torch.hypot(torch.ones(2), 3)', r':8:1: torch\.hypot is not available here'),
        ('nn.Transformer()', r':8:1: torch\.nn\.Transformer is not available here'),
        ('torch.ones(2) @ torch.ones(3)', r':8:\d+: @ does not take arrays of 2 and 3'),
        ('nn.Linear(3, 4)(torch.ones(2, 5))', r':8:1: @ does not take arrays of 2×5 and 3×4'),
        ('nn.Conv2d(3, 4, 1)(torch.ones(1, 2, 5, 5))', r':8:1: ValueError: 2 channels in 1 groups do not fit a weight of 4 by 3'),
        ('nn.Linear(3)', r':8:1: __init__ needs its argument .out_features'),
        ('nn.Linear(3, 4).weight.data = 3', r':8:1: TypeError: the data of a tensor is a tensor'),
        ('nn.Linear(3, 4).weight.shape = 3', r":8:1: 'shape' of a Parameter cannot be assigned"),
        ('nn.ReLU().weight', r":8:1: a ReLU has no attribute 'weight'"),
        ('nn.ReLU().load_state_dict({"w": torch.ones(1)})', r':8:1: RuntimeError: the state and the module do not both have w'),
        (traced.format('return x if x.sum() > 0 else -x'), r'symbolically traced variables cannot be used as inputs to control flow'),
        (traced.format('return [y for y in x]'), r':10:\d+: TraceError: a proxy cannot be iterated over'),
        (traced.format('return np.exp(x)'), r':10:16: an array, a list of numbers or a number is expected, not a Proxy'),
        (traced.format('return nn.ReLU()(x)'), r':10:16: NameError: a module is called that is not installed as a submodule'),
        ('import torchvision\ntorchvision.datasets.FashionMNIST(root="data", download=True)',
         r':9:1: torchvision\.datasets\.FashionMNIST is a data set from the net, and scripts load nothing from there'),
    ):
        done = run(folder, HEAD + text + '\n', status=4)
        assert re.search(said, done.stderr), (text, done.stderr)


def test_files(folder):
    """Pickles of all protocols and numpy's files, if the command line names them; a pickle calls nothing."""
    text = '''import pickle as pkl
import numpy as np
with open("data/{}", "rb") as file:
    params = pkl.load(file)
print(sorted([str(key) for key in params]), params["w"] is params["again"], params["0d"] + 0, params["n"], params["t"], params[3])
print(params["w"].dtype, params["f"].dtype, params["big"].dtype, params["b"].dtype, params["empty"].shape, params["f"][1], params["big"])
'''
    for protocol in range(2, 6):
        name = f'protocol-{protocol}.pkl'
        done = run(folder, text.format(name), os.path.join(CORPUS, 'npz/two.npz'), os.path.join(CORPUS, 'pickle', name)).stdout
        assert done == '''['0d', '3', 'again', 'b', 'big', 'd', 'empty', 'f', 'n', 't', 'w'] True 7 2.5 ('text', (), 'ä', 300) \
[1, -2, 3.5, None, True, 1099511627776, -9223372036854775808]
float32 float64 int16 bool (0, 3) [3. 4. 5.] [1 2]
''', (protocol, done)
    done = run(folder, '''import numpy as np
archive = np.load("two.npz")
print(list(archive), np.load(open("bool.npy", "rb")), np.load("fortran.npy")[0])
''', *(os.path.join(CORPUS, 'npz', name) for name in ('two.npz', 'bool.npy', 'fortran.npy'))).stdout
    assert done == "['a', 'b'] [ True False] [0. 1. 2.]\n", done
    load = 'import pickle\nimport numpy as np\npickle.load(open("{}", "rb"))\n'
    for name, said in (('system.pkl', r':3:1: system\.pkl: byte 35: the pickle asks for posix\.system, which is not called: only arrays'),
                       ('objects.pkl', r":3:1: objects\.pkl: byte 114: elements of numpy's type 'O8' are not read"),
                       ('set.pkl', r':3:1: set\.pkl: byte 12: operation 0x8f is none that arrays, .* are written with')):
        done = run(folder, load.format(name), os.path.join(CORPUS, 'pickle', name), status=4)
        assert re.search(said, done.stderr), (name, done.stderr)
    with open(os.path.join(CORPUS, 'pickle/protocol-4.pkl'), 'rb') as file:
        whole = file.read()
    short = os.path.join(folder, 'short.pkl')
    for length in range(len(whole)):
        if length % 37 == 0 or length < 12:
            with open(short, 'wb') as file:
                file.write(whole[:length])
            done = run(folder, load.format('short.pkl'), short, status=4).stderr
            assert re.search(r':3:1: short\.pkl: byte \d+: the pickle (ends in the middle|has no end)', done), (length, done)
    for text, said in (
        ('open("/etc/passwd")', r':3:1: a script reads only files that are named with it, and "/etc/passwd" is not'),
        ('np.load("two.npz")', r':3:1: a script reads only files that are named with it'),
        ('open("short.pkl", "wb")', r':3:1: a script opens files only to read them'),
        ('open("short.pkl").read()', r":3:1: a file has no method 'read' here"),
        ('np.load("short.pkl")', r':3:1: short\.pkl: '),
        ('pickle.load("short.pkl")', r':3:1: load takes a file: open \("params\.pkl", "rb"\)'),
    ):
        done = run(folder, f'import pickle\nimport numpy as np\n{text}\n', short, status=4)
        assert re.search(said, done.stderr), (text, done.stderr)
    done = run(folder, load.format('none.pkl'), os.path.join(folder, 'none.pkl'), status=4).stderr
    assert 'No such file or directory' in done, done


def test_special_methods(folder):
    """Classes of the script as Python has them."""
    done = run(folder, '''
class Vector:
    """Two numbers."""
    def __init__(self, *items):
        self.items = list(items)

    def __add__(self, other):
        return Vector(*[a + b for a, b in zip(self.items, other)]) if isinstance(other, Vector) else NotImplemented

    def __radd__(self, other):
        return Vector(*[other + a for a in self.items])

    def __neg__(self):
        return Vector(*[-a for a in self.items])

    def __eq__(self, other):
        return self.items == other.items

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getattr__(self, name):
        return name + "?"

    def __repr__(self):
        return "<" + ", ".join([str(a) for a in self.items]) + ">"

    def __enter__(self):
        print("in")
        return self

    def __exit__(self, *error):
        print("out", error)

    @property
    def first(self):
        return self.items[0]

    @first.setter
    def first(self, value):
        self.items[0] = value

class Plain:
    def __bool__(self):
        return False

    def __int__(self):
        return 3

    def __float__(self):
        return 2.5

v = Vector(1, 2)
v.first = 5
v[1] += 2
with v + v as both:
    print(v, 3 + v, -v, [v], v == Vector(5, 4), v != v, len(v), v[1], v.first, v.other, sum(v), both, v in [both, v])
print(type(v), type(v) == Vector, type(v).__name__, type(v)(7), {Vector: "key"}[type(v)], isinstance(v, Vector), v is v)
print("-" * 5 + "ab" * 2)
print("yes" if Plain() else "no", "yes" if Vector() else "no", Plain() == Plain(), getattr(v, "items"), hasattr(Plain(), "items"))
setattr(v, "items", [])
print({"a": 1, "b": [2]} == {"b": [2], "a": 1}, {} == {1: 2}, {1: 2} != {1: 3})
print(v.items, Vector.__name__, print.__name__, (lambda: 0).__name__)
print(int(Plain()), float(Plain()))
''').stdout
    assert done == '''in
<5, 4> <8, 7> <-5, -4> [<5, 4>] True False 2 4 5 other? 9 <10, 8> True
out (None, None, None)
<class '__main__.Vector'> True Vector <7> key True True
-----abab
no no False [5, 4] False
True False True
[] Vector print <lambda>
3 2.5
''', done
    head = 'class A:\n    pass\n\n'
    for text, said in (
        ('A() + 1', r":4:1: \+ does not take a A and a int"), ('A() < A()', r':4:1: < does not take a A and a A'),
        ('A()[0]', r':4:1: a A cannot be indexed'), ('len(A())', r':4:1: a A has no length'), ('float(A())', r':4:1: a A has no __float__'),
        ('[x for x in A()]', r'a A has no elements'),
        ('with A():\n    pass', r':4:6: "with" does not take a A here'), ('A().x', r":4:1: a A has no attribute 'x'"),
        ('raise ValueError("%d is too much" % 3)', r':4:1: ValueError: 3 is too much'), ('raise ValueError', r':4:1: ValueError is raised'),
        ('"ab" * 100000000', r':4:1: this text becomes too long'),
    ):
        done = run(folder, head + text + '\n', status=4)
        assert re.search(said, done.stderr), (text, done.stderr)


run_tests(globals())
