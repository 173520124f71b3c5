# SPDX-License-Identifier: Apache-2.0
# tvm.relax.frontend.nn: layers whose calls become operators of the graph that export_tvm builds, with TVM's names. "nn_" and their name.
from tvm import relax

builders = []   # of the graph that is being exported


def emit(name, value):
    return builders[-1].emit(value, name)


class nn_Parameter:
    def __init__(self, shape, dtype=None):
        self.shape = shape
        self.dtype = "float32" if dtype is None else dtype
        self.var = None


class nn_Tensor:
    def __init__(self, shape, dtype):
        self.shape = shape
        self.dtype = dtype


class nn_Module:
    def __init__(self):
        pass

    def __call__(self, *args):
        return self.forward(*args)

    def named_parameters(self, prefix=""):
        found = []
        for name, value in vars(self).items():
            if isinstance(value, nn_Parameter):
                found.append((prefix + name, value))
            elif isinstance(value, nn_Module):
                found.extend(value.named_parameters(prefix + name + "."))
        return found

    def export_tvm(self, spec):
        bb = relax.BlockBuilder()
        parameters = self.named_parameters()
        for name, arguments in spec.items():
            inputs = [relax.Var(argument, relax.TensorStructInfo(given.shape, given.dtype)) for argument, given in arguments.items()]
            for path, parameter in parameters:
                parameter.var = relax.Var(path.replace(".", "_"), relax.TensorStructInfo(parameter.shape, parameter.dtype))
            builders.append(bb)
            with bb.function(name, inputs + [parameter.var for _, parameter in parameters], attrs={"num_input": len(inputs)}):
                with bb.dataflow():
                    result = bb.emit_output(getattr(self, name)(*inputs))
                bb.emit_func_output(result)
            builders.pop()
        return bb.get(), parameters


class nn_Linear(nn_Module):
    def __init__(self, in_features, out_features, bias=True, dtype=None):
        super().__init__()
        self.weight = nn_Parameter((out_features, in_features), dtype)
        self.bias = nn_Parameter((out_features,), dtype) if bias else None

    def forward(self, x):
        product = emit("matmul", relax.op.matmul(x, emit("permute_dims", relax.op.permute_dims(self.weight.var))))
        return product if self.bias is None else emit("add", relax.op.add(product, self.bias.var))


class nn_ReLU(nn_Module):
    def forward(self, x):
        return emit("relu", relax.op.nn.relu(x))


class nn_SiLU(nn_Module):
    def forward(self, x):
        return emit("silu", relax.op.nn.silu(x))


class nn_GELU(nn_Module):
    def forward(self, x):
        return emit("gelu", relax.op.nn.gelu(x))
