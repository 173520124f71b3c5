#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts that make, rewrite and run graph functions. tests/seeds/walk.txt has the tutorials' own cells. usage:
test-graph-scripts.py CLI TOP; prints TAP."""
import re

from harness import cli, run_tests, write

HEAD = '''import numpy as np
import tvm
from tvm import relax, te, topi
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

def te_relu(A):
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")

x = relax.Var("x", relax.TensorStructInfo((4, 8), "float32"))
w = relax.Var("w", relax.TensorStructInfo((16, 8), "float32"))
a, b = np.random.rand(4, 8).astype("float32") - 0.5, np.random.rand(16, 8).astype("float32") - 0.5
'''
BUILT = HEAD + '''bb = relax.BlockBuilder()
with bb.function("main", [x, w]):
    with bb.dataflow():
        y = bb.emit_te(topi.nn.dense, x, w)
        z = bb.emit_te(te_relu, y)
        out = bb.emit_output(relax.op.add(z, relax.op.multiply(y, y)))
    bb.emit_func_output(out)
mod = bb.get()
'''
SYMBOLIC = HEAD + '''@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n,), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        for i in range(n):
            with T.block("Y"):
                vi = T.axis.spatial(n, i)
                Y[vi] = X[vi] * T.float32(2)

    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        n = T.int64()
        with R.dataflow():
            lv0 = R.call_dps_packed("double", (x,), R.Tensor((n,), "float32"))
            lv1 = R.call_dps_packed("env.scale", (lv0, y), R.Tensor((n,), "float32"))
            out = R.add(lv1, lv0)
            R.output(out)
        return out

@tvm.register_func("env.scale", override=True)
def scale(x: tvm.nd.NDArray, y: tvm.nd.NDArray, out: tvm.nd.NDArray):
    np.multiply(x, y, out=out)

'''
RUN = '''vm = relax.VirtualMachine(relax.build(mod, target="llvm"), tvm.cpu())
'''


def run(folder, text, status=0):
    return cli('script', write(folder, 'tutorial.py', text), '--seed', '1', status=status)


def test_built_graph(folder):
    """TVM's text of the graph, in the classic dialect, and numpy's numbers."""
    done = run(folder, BUILT + RUN + '''res = vm["main"](tvm.nd.array(a), tvm.nd.array(b)).numpy()
y = a @ b.T
np.testing.assert_allclose(res, np.maximum(y, 0) + y * y, rtol=1e-5)
print(mod["main"].script())
print(type(z) == relax.DataflowVar, isinstance(z, relax.Var), mod.get_global_vars()[0].name_hint, len(mod.functions))
''')
    assert done.stdout == '''# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((16, 8), dtype="float32")) -> R.Tensor((4, 16), dtype="float32"):
    with R.dataflow():
        lv = R.call_tir(dense, (x, w), out_sinfo=R.Tensor((4, 16), dtype="float32"))
        lv1 = R.call_tir(te_relu, (lv,), out_sinfo=R.Tensor((4, 16), dtype="float32"))
        lv2: R.Tensor((4, 16), dtype="float32") = R.multiply(lv, lv)
        gv: R.Tensor((4, 16), dtype="float32") = R.add(lv1, lv2)
        R.output(gv)
    return gv

True True dense 3
''', done.stdout


def test_passes(folder):
    """The pipeline fuses all of it but the product's square; bound parameters are none any longer; results stay."""
    done = run(folder, BUILT + '''mod = relax.transform.BindParams("main", {"w": b})(mod)
seq = tvm.transform.Sequential([relax.get_pipeline("zero"), relax.transform.DeadCodeElimination()])
mod = seq(mod)
print(sorted(v.name_hint for v in mod.get_global_vars()), [p.name_hint for p in mod["main"].params])
''' + RUN + '''y = a @ b.T
np.testing.assert_allclose(vm["main"](tvm.nd.array(a)).numpy(), np.maximum(y, 0) + y * y, rtol=1e-5)
times = vm.time_evaluator("main", tvm.cpu(), number=3, repeat=2)(tvm.nd.array(a))
print(len(times.results), 0 < times.mean < 0.1)
''')
    assert done.stdout == "['fused_dense_te_relu_multiply_add', 'main'] ['x']\n2 True\n", done.stdout


PATTERNS = 'from tvm.relax.dpl import is_const, is_op, wildcard\n' + HEAD
MATMUL = '''
bb = relax.BlockBuilder()
with bb.function("main", [x]):
    with bb.dataflow():
        y = bb.emit(relax.op.matmul(x, relax.const(b.T)))
        u = bb.emit(relax.op.exp(y))
        z = bb.emit(relax.op.add(y, USED))
        v = bb.emit(relax.op.add(z, relax.op.subtract(u, relax.op.exp(y))))
        out = bb.emit_output(relax.op.nn.relu(v))
    bb.emit_func_output(out)
mod = bb.get()
bias = is_op("relax.add")(is_op("relax.matmul")(wildcard(), is_const()), wildcard())
'''


def test_patterns(folder):
    """Fused by a pattern it computes the same, with a result used outside, too; no function is made that needs its own result."""
    for used, names in (('relax.const(b[0, :1])', ['fused_relax_matmul_relax_add', 'main']), ('u', ['main'])):
        done = run(folder, PATTERNS + MATMUL.replace('USED', used) + '''
mod = relax.transform.FuseOpsByPattern([("a.bias", bias)], bind_constants=False)(mod)
print(sorted(v.name_hint for v in mod.get_global_vars()))
mod = relax.transform.FuseTIR()(relax.transform.LegalizeOps()(mod))
''' + RUN + '''res = vm["main"](tvm.nd.array(a)).numpy()
y = a @ b.T
np.testing.assert_allclose(res, np.maximum(y + USED, 0), rtol=1e-5, atol=1e-6)
'''.replace('USED', 'np.exp(y)' if used == 'u' else 'b[0, :1]'))
        assert done.stdout == f'{names}\n', done.stdout


def test_patterns_that_fail(folder):
    fuse = 'relax.transform.FuseOpsByPattern([("bias", bias)], annotate_codegen=True)(mod)\n'
    deep = 'p = wildcard()\nfor i in range(300):\n    p = is_op("relax.exp")(p)\n'
    for text, message in ((MATMUL.replace('USED', 'u') + fuse, 'pattern bias: annotate_codegen needs the name of a code generator'),
                          ('is_op("relax.nothing")\n', 'there is no relax.nothing'), ('is_op("relax.exp")(1)\n', 'is a pattern, not a int'),
                          (deep, 'patterns nest at most 200 deep'), ('wildcard() + wildcard()\n', 'patterns have no operator +'),
                          ('wildcard().has_value(1)\n', 'has has_attr, has_dtype and has_shape'),
                          ('relax.dpl.is_gv("f")\n', 'there is no pattern is_gv here'),
                          ('relax.transform.FuseOpsByPattern([wildcard()])\n', 'is ("name", pattern)')):
        done = run(folder, PATTERNS + text, status=4)
        assert message in done.stderr, done.stderr


def test_symbolic_sizes_and_functions_of_the_script(folder):
    text = SYMBOLIC + 'mod = Module\n' + RUN + '''for n in (3, 10):
    a, b = np.arange(n).astype("float32"), np.random.rand(n).astype("float32")
    np.testing.assert_allclose(vm["main"](tvm.nd.array(a), tvm.nd.array(b)).numpy(), 2 * a * b + 2 * a, rtol=1e-6)
print(vm.module.time_evaluator("main", tvm.cpu(), number=3)(tvm.nd.array(a), tvm.nd.array(b)).mean > 0)
'''
    done = run(folder, text)
    assert done.stdout == 'True\n' and 'their time is that of this interpreter' in done.stderr, done


def test_classes(folder):
    done = run(folder, '''class Base:
    count = 0

    def __init__(self, start):
        self.total = start

    def add(self, n):
        self.total += n
        return self

class Twice(Base):
    def __init__(self, start=1):
        super().__init__(start)
        self.seen = []

    def add(self, n):
        self.seen.append(n)
        return super().add(2 * n)

    def __call__(self, n):
        return self.total * n

t = Twice()
t.add(3).add(4)
print(t.total, t.seen, t(2), t.count, isinstance(t, Base), isinstance(t, Twice), isinstance(Base(0), Twice), Twice.__name__)
add = t.add
add(1)
print(t.total, type(t).__name__ if False else "")
''')
    assert done.stdout == '15 [3, 4] 30 0 True True False Twice\n17 \n', done.stdout
    for text, message in (('class A(3):\n    pass\n', r':1:1: class A cannot be derived from a int'),
                          ('class A:\n    pass\nA(1)\n', r':3:1: A takes no arguments'),
                          ('class A:\n    pass\nA().b\n', r':3:1: a A has no attribute \'b\''),
                          ('class A:\n    x = 1\n    def f(self):\n        return x\nA().f()\n', r":4:16: name 'x' is not defined"),
                          ('super().f()\n', r':1:1: super stands outside of a method')):
        assert re.search(message, run(folder, text, status=4).stderr), message


def test_rewriters(folder):
    """A product and what is added become one function of the graph; what is not used any more goes."""
    done = run(folder, HEAD + '''bb = relax.BlockBuilder()
with bb.function("main", [x, w]):
    with bb.dataflow():
        y = bb.emit(relax.op.matmul(x, relax.op.permute_dims(w)))
        out = bb.emit_output(relax.op.add(y, relax.const(np.ones(16), "float32")))
    bb.emit_func_output(out)

@relax.expr_functor.mutator
class Fuse(relax.PyExprMutator):
    def __init__(self, mod):
        super().__init__()
        self.mod_ = mod

    def transform(self):
        for name, func in self.mod_.functions.items():
            self.builder_.update_func(name, relax.analysis.remove_all_unused(self.visit_expr(func)))
        return self.builder_.get()

    def visit_call_(self, call):
        call = self.visit_expr_post_order(call)
        value = self.lookup_binding(call.args[0])
        if call.op != tvm.ir.Op.get("relax.add") or value is None or value.op != tvm.ir.Op.get("relax.matmul"):
            return call
        args = [value.args[0], value.args[1], call.args[1]]
        params = [relax.Var("p%d" % i, arg.struct_info) for i, arg in enumerate(args)]
        bb = relax.BlockBuilder()
        with bb.function("product_add", params, attrs={"Primitive": 1}):
            with bb.dataflow():
                out = bb.emit_output(relax.op.add(relax.op.matmul(params[0], params[1]), params[2]))
            bb.emit_func_output(out)
        return relax.Call(self.builder_.add_func(bb.get()["product_add"], "product_add"), args, None, None)

@tvm.transform.module_pass(opt_level=0, name="Fuse")
class FusePass:
    def transform_module(self, mod, ctx):
        return Fuse(mod).transform()

mod = FusePass()(bb.get())
print([str(binding.value) for binding in mod["main"].body.blocks[0].bindings], mod["product_add"].attrs["Primitive"])
mod = relax.transform.FuseTIR()(relax.transform.LegalizeOps()(mod))
''' + RUN + '''np.testing.assert_allclose(vm["main"](tvm.nd.array(a), tvm.nd.array(b)).numpy(), a @ b.T + 1, rtol=1e-4)
print([v.name_hint for v in mod.get_global_vars()])
''')
    assert done.stdout == '''['R.permute_dims(w, axes=None)', 'product_add(x, lv, metadata["relax.expr.Constant"][0])'] 1
['product_add', 'transpose', 'main']
''', done.stdout


def test_tuned_model(folder):
    """A model of layers, tuned into a folder, and the records found there again."""
    text = HEAD + '''import tempfile
from tvm.relax.frontend import nn
from tvm.s_tir.meta_schedule.relax_integration import extract_tasks

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.relu = nn.ReLU()
        self.second = nn.Linear(16, 4, bias=False)

    def forward(self, x):
        return self.second(self.relu(self.first(x)))

mod, params = Model().export_tvm({"forward": {"x": nn.spec.Tensor((4, 8), "float32")}})
print([name for name, _ in params], mod["forward"].attrs["num_input"], len(mod["forward"].body.blocks[0].bindings))
values = [np.random.rand(*p.shape).astype("float32") for _, p in params]
target = tvm.target.Target("llvm -num-cores=1")
mod = relax.get_pipeline("zero")(mod)
print([(task.task_name, task.weight) for task in extract_tasks(mod, target)])
with target, tempfile.TemporaryDirectory() as work_dir:
    relax.transform.MetaScheduleTuneIRMod(params={}, work_dir=work_dir, max_trials_global=2, op_names=["matmul1"])(mod)
    tuned = relax.transform.MetaScheduleApplyDatabase(work_dir=work_dir)(mod)
with target, tempfile.TemporaryDirectory() as work_dir:
    from tvm import meta_schedule as ms
    space = ms.space_generator.PostOrderApply(sch_rules=[ms.schedule_rule.AutoInline()])
    with ms.relax_integration.tune_relax(mod, {}, target, work_dir=work_dir, max_trials_global=2, op_names=["matmul1"], space=space):
        assert relax.transform.MetaScheduleApplyDatabase()(mod) is not None
vm = relax.VirtualMachine(relax.build(tuned, target), tvm.cpu())
y = np.maximum(a @ values[0].T + values[1], 0) @ values[2].T
np.testing.assert_allclose(vm["forward"](a, *values).numpy(), y, rtol=1e-4, atol=1e-5)
'''
    done = run(folder, text)
    assert done.stdout == '''['first.weight', 'first.bias', 'second.weight'] 1 7
[('fused_matmul_add_relu', 1), ('matmul1', 1), ('transpose', 1), ('transpose1', 1)]
''', done.stdout
    assert '1 of 4 functions have a record' in done.stderr, done.stderr
    refused = run(folder, HEAD + 'class A:\n    pass\nrelax.transform.MetaScheduleApplyDatabase()(relax.BlockBuilder().get())\n', status=4)
    assert 'MetaScheduleApplyDatabase needs a database' in refused.stderr, refused.stderr


def test_errors(folder):
    """By the line of the script, with the reason."""
    rows = (
        (BUILT, 'relax.op.add(x, w)\n', r'R.add: arguments x1, float32 .4, 8., and x2, float32 .16, 8., do not fit'),
        (BUILT, 'relax.op.ad(x, w)\n', 'there is no operator relax.op.ad here'),
        (BUILT, 'bb.emit(x)\n', 'emit stands outside of bb.function'),
        (BUILT, 'bb.emit_te(topi.nn.dens, x)\n', 'topi has no function dens here'),
        (BUILT, 'with bb.function("f", [x]):\n    pass\n', 'function f has no bb.emit_func_output'),
        (BUILT, 'mod["other"]\n', "the module has no function 'other'"),
        (BUILT, 'relax.transform.FuseAll()\n', 'relax.transform has no pass FuseAll here; it has .*FuseOps'),
        (BUILT, 'relax.transform.BindParams("main", {"v": b})(mod)\n', 'main has no parameter v'),
        (BUILT, 'relax.build(mod, target="cuda")\n', 'graph functions run on CPUs here, not on cuda'),
        (BUILT + RUN, 'vm["main"](tvm.nd.array(a))\n', 'main takes 2 arguments, 1 given'),
        (BUILT + RUN, 'vm["main"](tvm.nd.array(b), tvm.nd.array(b))\n', 'main takes R.Tensor.* as x; the argument is .* float32 16×8'),
        (BUILT + RUN, 'vm["side"]\n', "the module has no graph function 'side'"),
        (SYMBOLIC.replace('@tvm.register_func("env.scale", override=True)', '') + 'mod = Module\n' + RUN,
         'vm["main"](np.ones(3, "float32"), np.ones(3, "float32"))\n', 'main calls "env.scale", which is neither'),
        (SYMBOLIC + 'mod = Module\n' + RUN, 'vm["main"](np.ones(3, "float32"), np.ones(4, "float32"))\n',
         'makes n 4, another one makes it 3'),
    )
    for head, line, message in rows:
        error = run(folder, head + line, status=4).stderr
        assert re.search(r'tutorial\.py:(\d+):\d+: .*(' + message + ')', error), (line, error)
        assert int(re.search(r'tutorial\.py:(\d+)', error)[1]) == len(head.splitlines()) + 1, (line, error)


run_tests(globals())
