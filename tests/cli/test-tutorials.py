#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tutorials run as they stand: schedules, arrays, builds, timers, output. tests/seeds/walk.txt has the tutorials' own cells. usage:
test-tutorials.py CLI TOP; prints TAP."""
import os
import re
import shutil

from harness import TOP, cli, run_tests, write

HEAD = '''import numpy as np
import tvm
from tvm.script import tir as T

'''
VECTOR_ADD = HEAD + '''@tvm.script.ir_module
class MyModule:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")) -> None:
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i in T.grid(64):
            with T.block("C"):
                vi = T.axis.remap("S", [i])
                C[vi] = A[vi] + B[vi]

sch = tvm.tir.Schedule(MyModule)
'''
BOUND = '''i, = sch.get_loops(sch.get_block("C"))
i0, i1 = sch.split(i, [None, 32])
sch.bind(i0, "blockIdx.x")
sch.bind(i1, "threadIdx.x")
'''
ARGUMENTS = '''a, b = np.arange(64).astype("float32"), np.ones(64, dtype="float32")
args = [tvm.nd.array(a, dev), tvm.nd.array(b, dev), tvm.nd.empty((64,), "float32", dev)]
'''
CALL = '''lib["main"](*args)
np.testing.assert_allclose(args[2].numpy(), a + b)
print("right", args[2].numpy()[:3])
times = lib.time_evaluator("__tvm_main__", dev, number=2, repeat=3)(*args)
print("mean %g, %d results" % (times.mean, len(times.results)))
'''
TE = HEAD + '''from tvm import te
M, K, N = 60, 48, 70
k = te.reduce_axis((0, K), "k")
A = te.placeholder((M, K), name="A")
B = te.placeholder((K, N), name="B")
C = te.compute((M, N), lambda m, n: te.sum(A[m, k] * B[k, n], axis=k), name="C")
D = te.compute((M, N), lambda m, n: C[m, n] + 1.0, name="D")
s = te.create_schedule([C.op, D.op])
dev = tvm.cpu()
a = tvm.nd.array(np.random.rand(M, K).astype("float32"), dev)
b = tvm.nd.array(np.random.rand(K, N).astype("float32"), dev)
d = tvm.nd.empty((M, N), "float32", dev)
'''
TE_CHECK = '''
tvm.build(s, [A, B, D], target="llvm", name="fused")(a, b, d)
np.testing.assert_allclose(d.numpy(), a.numpy() @ b.numpy() + 1, rtol=1e-5)
print("right")
'''
CACHES = '''AA = s.cache_read(A, "global", [C])
CC = s.cache_write(C, "global")
m, n = s[D].op.axis
mo, no, mi, ni = s[D].tile(m, n, 16, 16)
s[C].compute_at(s[D], mo)
x, y = s[C].op.axis
yo, yi = s[C].split(y, nparts=3)
s[CC].compute_at(s[C], yo)
ko, ki = s[CC].split(CC.op.reduce_axis[0], factor=5)
s[CC].reorder(ko, CC.op.axis[0], ki, CC.op.axis[1])
s[CC].vectorize(CC.op.axis[1])
s[CC].unroll(ki)
s[AA].compute_at(s[CC], ko)
s[AA].fuse(*AA.op.axis)
s[D].parallel(mo)
s[D].vectorize(ni)
s[D].pragma(mi, "auto_unroll_max_step", 16)
'''


ENV = {name: value for name, value in os.environ.items() if name != 'LD_LIBRARY_PATH'}   # Meson's has a driver that computes nothing


def run(folder, text, *more, status=0):
    return cli('script', write(folder, 'tutorial.py', text), '--seed', '1', *more, status=status, env=ENV)


def test_cpu(folder):
    done = run(folder, VECTOR_ADD + 'dev = tvm.cpu()\n' + ARGUMENTS + 'lib = tvm.build(sch.mod, target="llvm")\n' + CALL)
    assert done.stdout.startswith('right [1. 2. 3.]\nmean ') and done.stdout.endswith(', 3 results\n') and not done.stderr, done
    assert 0 < float(done.stdout.split()[5][:-1]) < 0.1, done.stdout


def test_te_schedules(folder):
    """Stages with caches, places and odd extents compute what numpy does; results that the arguments leave out are computed, too."""
    for steps in ('', CACHES, 's[C].compute_at(s[D], D.op.axis[1])\n', 's[D].reorder(*reversed(D.op.axis))\ns[C].reorder(k, *C.op.axis)\n',
                  's[C].compute_at(s[D], D.op.axis[0])\nxo, xi = s[C].split(C.op.axis[1], 32)\ns[C].compute_root()\n'
                  'f = s[D].fuse(*D.op.axis)\nfo, fi = s[D].split(f, 64)\ns[D].parallel(fo)\n'):
        assert run(folder, TE + steps + TE_CHECK).stdout == 'right\n', steps
    done = run(folder, TE + 's[C].compute_at(s[D], D.op.axis[0])\nlowered = tvm.lower(s, [A, B], simple_mode=True)\nprint(lowered)\n'
               'lib = tvm.build(lowered, target="llvm")\nlib(a, b)\nprint(lib.time_evaluator(lib.entry_name, dev)(a, b).mean > 0)\n')
    assert 'D: T.Buffer((4200,), "float32")' in done.stdout and 'C = T.decl_buffer((70,), "float32")' in done.stdout, done.stdout
    assert done.stdout.endswith('\nTrue\n'), done.stdout
    done = run(folder, TE + 'mo, mi = s[D].split(D.op.axis[0], 32)\ns[D].bind(mo, te.thread_axis("blockIdx.x"))\n'
               's[D].bind(mi, te.thread_axis("threadIdx.x"))\ns[C].compute_at(s[D], mi)\nprint(tvm.lower(s, [A, B, D]))\n')
    assert 'T.launch_thread("threadIdx.x", 32)' in done.stdout, done.stdout


def test_te_schedules_that_fail(folder):
    """At the step, with what is wrong, also where only the schedule as a whole shows it."""
    line = TE.count('\n') + 1
    for steps, place, message in (
            ('s[C].tensorize(k, 0)\n', line, "a stage of a te schedule has no 'tensorize' here"),
            ('s[C].compute_inline()\n' + TE_CHECK, line, 'compute_inline: block C is a reduction'),
            ('s[D].compute_at(s[C], C.op.axis[0])\n' + TE_CHECK, line, 'axis m is no loop of stage C any more, or C does not need D'),
            ('s[C].compute_at(s[D], D.op.axis[0])\ns[D].split(D.op.axis[0], 4)\n' + TE_CHECK, line,
             'axis m is no loop of stage D any more, or D does not need C'),
            ('AA = s.cache_read(A, "global", [D])\n' + TE_CHECK, line, 'stage D does not read A'),
            ('tvm.build(s, target="llvm")\n', line, 'name them in a list, as in (s, [A, B, C])'),
            ('tvm.build(s, [A, D], target="llvm")\n', line, 'tensor B is read, but is not among the arguments'),
            ('tvm.build(s, [A, B, D], target="llvm", name="2")\n', line, 'the name of a function'),
            ('tvm.build(s, [A, B, D], target="llvm")(a, b)\n', line, 'main takes 3 arrays, 2 given'),
            ('tvm.build(s, [A, B], target="llvm")(a, b, d)\n', line, 'main takes 2 arrays, 3 given'),
            ('tvm.lower(3)\n', line, 'lower takes a module, or a te schedule and its tensors')):
        done = run(folder, TE + steps, status=3 if 'inline' in steps else 4)
        assert f'tutorial.py:{place}:' in done.stderr and message in done.stderr, (steps, done.stderr)


def test_gpu_without_device(folder):
    """One sentence, then what the emulator computes; what is not timed is no number."""
    text = VECTOR_ADD + BOUND + 'dev = tvm.cuda(0)\n' + ARGUMENTS + 'lib = tvm.build(sch.mod, target="cuda")\n' + CALL * 2
    done = run(folder, text)
    if 'there is no CUDA driver' not in done.stderr:
        return
    assert done.stdout == 'right [1. 2. 3.]\nmean nan, 0 results\n' * 2, done.stdout
    notes = re.findall(r'^tileloom-cli: \S+tutorial\.py:(\d+): (.*)$', done.stderr, re.M)
    absence = 'there is no CUDA driver (libcuda.so.1) on this machine'
    devices = run(folder, 'import tvm\nprint(tvm.cpu().exist, tvm.cuda(0).exist, tvm.cuda(0), tvm.cuda(0).sync())\n').stdout
    assert devices == 'True False cuda(0) None\n', devices
    assert [note for _, note in notes] == [f'{absence}; the kernels run in the emulator', f'{absence}; nothing was timed'] * 2, notes
    assert text.splitlines()[int(notes[0][0]) - 1].startswith('lib["main"]'), notes


def test_sources(folder):
    text = VECTOR_ADD + BOUND + ''.join(f'print(tvm.build(sch.mod, target="{kind}").imported_modules[0].get_source())\n'
                                        for kind in ('cuda', 'opencl', 'metal', 'cuda -arch=sm_80'))
    source = run(folder, text + 'print(tvm.build(MyModule, "llvm").get_source()[:3], len(tvm.build(MyModule, "llvm").imported_modules))\n')
    assert source.stdout.count('__global__ void __launch_bounds__(32) main_kernel') == 2 and '__kernel' in source.stdout, source.stdout
    assert 'kernel void main_kernel(device' in source.stdout and source.stdout.endswith(' 0\n'), source.stdout
    done = run(folder, VECTOR_ADD + 'tvm.build(sch.mod, target="cuda")\n', status=4)
    assert re.search(r'tutorial\.py:\d+:1: main cannot be built for cuda: .*bind', done.stderr), done.stderr


def test_faults(folder):
    """The emulator's findings are notes, and the script goes on."""
    text = VECTOR_ADD.replace('C[vi] = A[vi] + B[vi]', 'C[vi + 1] = A[vi] + B[vi]') + BOUND + 'dev = tvm.cuda(0)\n' + ARGUMENTS
    done = run(folder, text + 'lib = tvm.build(sch.mod, target="cuda")\nlib["main"](*args)\nprint("on")\n')
    if 'there is no CUDA driver' in done.stderr:
        assert re.search(r'tutorial\.py:\d+: out of bounds: C\[64\] ', done.stderr) and done.stdout == 'on\n', done


def test_tuning(folder):
    """In the target's space and in one of the tutorial's own; without a device the schedule is that of the rules."""
    space = '''
def halves(sch):
    i, = sch.get_loops(sch.get_block("C"))
    i0, i1 = sch.split(i, sch.sample_perfect_tile(i, n=2))
    sch.vectorize(i1)
    return sch

'''
    tune = '''from tvm import meta_schedule as ms
database = ms.tune_tir(mod=MyModule, target="{}", max_trials_global=4, num_trials_per_iter=4, work_dir="tuned"{})
best = ms.tir_integration.compile_tir(database, MyModule, "{}")
print(best.trace)
'''
    program = VECTOR_ADD.replace('sch = tvm', space + 'sch = tvm')
    for own in ('', ', space=ms.space_generator.ScheduleFn(halves)'):
        work_dir = os.path.join(folder, 'own' if own else 'rules')
        text = tune.replace('"tuned"', repr(work_dir)).format('llvm -num-cores=1', own, 'llvm -num-cores=1')
        done = run(folder, program + 'print("once")\n' + text)
        assert done.stdout.startswith('once\n') and 'def apply_trace(sch' in done.stdout, done
        with open(os.path.join(work_dir, 'database_tuning_record.json'), encoding='utf-8') as file:   # the program as it is may win
            assert ('SamplePerfectTile' in file.read()) or not own, done
    older = ('from tvm import meta_schedule as ms\n'
             'best = ms.tune_tir(mod=MyModule, target="llvm", config=ms.TuneConfig(max_trials_global=2))\n')
    assert 'class MyModule' in run(folder, program + older + 'best.mod.show()\n').stdout
    done = run(folder, program + tune.replace(', work_dir="tuned"', '').format('nvidia/tesla-p100', '', 'nvidia/tesla-p100'))
    if 'there is no CUDA driver' in done.stderr:
        assert re.search(r'; nothing is tuned, and the schedule is that of the default rules\n$', done.stderr), done.stderr
        assert 'thread_axis="blockIdx.x"' in done.stdout, done.stdout


def test_spaces(folder):
    """Lists of rules and mutators as values; the search proposes what they say."""
    head = HEAD + 'from tvm import meta_schedule as ms\n'
    done = run(folder, head + '''rules = [rule.clone() for rule in ms.ScheduleRule.create("llvm")]
print([isinstance(rule, ms.schedule_rule.ParallelizeVectorizeUnroll) for rule in rules].count(True), isinstance(rules[0], ms.ScheduleRule))
print(rules[-2], ms.Mutator.create("llvm"), ms.Postproc.create("llvm")[0], sep="\\n")
print(ms.schedule_rule.MultiLevelTiling("SRS", reuse_write=ms.schedule_rule.ReuseType(req="may", levels=[1], scope="global")))
''').stdout
    assert done == ('1 True\nParallelizeVectorizeUnroll(max_vectorize_extent=64, unroll_max_steps=[0, 16, 64, 512])\n'
                    '{MutateTileSize: 0.9, MutateComputeLocation: 0.05, MutateUnroll: 0.03, MutateParallel: 0.02}\nDisallowDynamicLoop\n'
                    'MultiLevelTiling(structure="SRS", reuse_write={"levels": [1], "req": "may", "scope": "global"})\n'), done
    program = TE + 'from tvm import meta_schedule as ms\nfunction = te.create_prim_func([A, B, D])\n'
    for steps, has_tiles in (('sch_rules=[ms.schedule_rule.MultiLevelTiling("SRS")]', True), ('sch_rules=[], mutator_probs={}', False),
                             ('None, [ms.schedule_rule.AutoInline()], ms.Postproc.create("llvm")', False)):
        work_dir = os.path.join(folder, re.sub(r'\W', '', steps))
        run(folder, program + f'ms.tune_tir(function, "llvm", max_trials_global=4, work_dir={work_dir!r}, '
            f'space=ms.space_generator.PostOrderApply({steps}))\n')
        with open(os.path.join(work_dir, 'database_tuning_record.json'), encoding='utf-8') as file:
            assert ('SamplePerfectTile' in file.read()) == has_tiles, steps
    for text, message in (
            ('ms.schedule_rule.AddRFactor("x")', 'max_jobs_per_core of AddRFactor takes an integer'),
            ('ms.schedule_rule.AddRFactor(jobs=1)', 'AddRFactor has no parameter "jobs"; it has max_jobs_per_core'),
            ('ms.schedule_rule.Tile()', 'there is no schedule rule "Tile"; there are'),
            ('ms.mutator.MutateParallel(0)', 'MutateParallel: max_jobs_per_core must be positive'),
            ('ms.ScheduleRule.create("riscv")', 'create takes one of llvm, '),
            ('ms.Postproc.create("vector")', 'vector has no postprocessors of its own'),
            ('ms.space_generator.PostOrderApply(sch_rules=[ms.mutator.MutateUnroll()])', 'sch_rules takes schedule rules, not a mutator'),
            ('ms.space_generator.PostOrderApply(mutator_probs=[])', 'mutator_probs takes a dictionary of mutators'),
            ('ms.space_generator.PostOrderApply(mutator_probs={ms.mutator.MutateUnroll(): 2})', 'a number from 0 to 1'),
            ('ms.space_generator.PostOrderApply(print)', 'takes no f_block_filter here'),
            ('ms.schedule_rule.AddRFactor().apply()', "a schedule rule has no method 'apply' here"),
            ('ms.tune_tir(function, "llvm", space=3)', 'space is PostOrderApply (…) or ScheduleFn (f)')):
        refused = run(folder, program + text + '\n', status=4).stderr
        assert message in refused and 'tutorial.py:' in refused, (text, refused)


def test_measure(folder):
    """Code in a text knows the names of the place that runs it, and what it defines stays."""
    text = '''import numpy as np
from threadpoolctl import threadpool_limits
def run(step):
    a = np.zeros((2,))
    time = np.testing.measure("a += step; b = lambda: a[0]", 3)
    return a, b, time
with np.testing.suppress_warnings() as sup:
    sup.filter(RuntimeWarning)
    with threadpool_limits(limits=1, user_api=None):
        a, b, time = run(2)
print(a, b(), 0 < time < 10, np.testing.measure("a.sum()") >= 0)
'''
    done = run(folder, text)
    assert done.stdout == '[6. 6.] 6.0 True True\n', done.stdout
    assert done.stderr.count('tutorial.py:5: the time is that of arrays here') == 1, done.stderr
    for code, message in (('np.testing.measure("f(")', 'tutorial.py:2:1: measure: '),
                          ('np.testing.measure("f()", 0)', 'how often it runs'),
                          ('np.testing.measure(3)', 'measure takes code as a text'),
                          ('np.testing.measure("f()")', "name 'f' is not defined"),
                          ('np.testing.measure("assert False")', 'code of measure:1:1'),
                          ('np.testing.suppress_warnings().log(3)', "suppress_warnings has no method 'log' here")):
        refused = run(folder, 'import numpy as np\n' + code + '\n', status=4).stderr
        assert message in refused, (code, refused)


C_CODE = HEAD + '''from tvm.contrib import clang, utils

@T.prim_func
def desc(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (3, 5), "float32", offset_factor=1)
    B = T.match_buffer(b, (5, 4), "float32", offset_factor=1)
    C = T.match_buffer(c, (3, 4), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:3, 0:4], A[0:3, 0:5], B[0:5, 0:4])
        T.writes(C[0:3, 0:4])
        for i, j, k in T.grid(3, 4, 5):
            with T.block(""):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

@T.prim_func
def impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    sa = T.int32()
    sb = T.int32()
    sc = T.int32()
    A = T.match_buffer(a, (3, 5), "float32", offset_factor=1, strides=[sa, 1])
    B = T.match_buffer(b, (5, 4), "float32", offset_factor=1, strides=[sb, 1])
    C = T.match_buffer(c, (3, 4), "float32", offset_factor=1, strides=[sc, 1])
    with T.block("root"):
        T.reads(C[0:3, 0:4], A[0:3, 0:5], B[0:5, 0:4])
        T.writes(C[0:3, 0:4])
        T.evaluate(T.call_extern("product", C.access_ptr("w"), A.access_ptr("r"), B.access_ptr("r"), sa, sb, sc, dtype="int32"))

tvm.tir.TensorIntrin.register("product", desc, impl)

@tvm.script.ir_module
class MyModule:
    @T.prim_func
    def main(A: T.Buffer((9, 35), "float32"), B: T.Buffer((35, 12), "float32"), C: T.Buffer((9, 12), "float32")):
        for i, j, k in T.grid(9, 12, 35):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

code = """extern "C" int product(float *c, float *a, float *b, int sa, int sb, int sc) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++)
                c[i * sc + j] += a[i * sa + k] * b[k * sb + j];
    return 0;
}"""
sch = tvm.tir.Schedule(MyModule)
block = sch.get_block("C")
i, j, k = sch.get_loops(block)
i, ii = sch.split(i, [None, 3])
j, ji = sch.split(j, [None, 4])
k, ki = sch.split(k, [None, 5])
sch.reorder(i, j, k, ii, ji, ki)
outer = sch.blockize(ii)
{caches}sch.decompose_reduction(outer, k)
sch.tensorize(outer, "product")
sch.annotate({loop}, "{key}", clang.create_llvm(code, output=utils.tempdir().relpath("code.ll")))
'''
C_CALL = '''
a, b = np.random.rand(9, 35).astype("float32"), np.random.rand(35, 12).astype("float32")
c = tvm.nd.empty((9, 12))
tvm.build(sch.mod, target="llvm")["main"](tvm.nd.array(a), tvm.nd.array(b), c)
np.testing.assert_allclose(c.numpy(), a @ b, rtol=1e-5)
print("right")
'''
C_CACHES = '''for index in range(2):
    sch.compute_at(sch.cache_read(outer, index, "global"), k)
sch.reverse_compute_at(sch.cache_write(outer, 0, "global"), j)
'''


def c_code(caches='', loop='i', key='pragma_import_llvm'):
    return C_CODE.replace('{caches}', caches).replace('{loop}', loop).replace('{key}', key)


def path_with(folder, *names):
    """The environment with these programs of the system alone."""
    path = os.path.join(folder, '-'.join(names) or 'none')
    os.makedirs(path)
    for name in names:
        os.symlink(shutil.which(name), os.path.join(path, name))
    return {**ENV, 'PATH': path}


def test_c_code(folder):
    """C code of an annotation is compiled and linked, with buffers of any layout; nobody but a script's build compiles it."""
    if not shutil.which('g++'):
        print('# no g++')
        return
    for text in (c_code(), c_code(C_CACHES), c_code(C_CACHES, 'k', 'pragma_import_c')):
        assert run(folder, text + C_CALL).stdout == 'right\n', text
    done = cli('script', write(folder, 'c.py', c_code() + C_CALL), env=path_with(folder, 'gcc', 'as', 'ld'))   # no C++
    assert done.stdout == 'right\n', done
    for text, message in (
            (c_code().replace('+= a[', '+= x['), 'The C code of the program is not compiled: tileloom-code0.cc:5:'),
            (c_code().replace('product(float', 'other(float'), 'The code refers to "product", which is not a registered function'),
            (c_code().replace('"""extern', '"""#include <stdlib.h>\nextern').replace('return 0', 'return system("true")'),
             'The code refers to "system", which is not a registered function'),
            (c_code().replace('(code, ', '("code.cc", '), 'create_llvm takes C code as a text here, not the name of a file'),
            (c_code().replace('(code, ', '(code, options=["-O2"], '), 'create_llvm takes no options here'),
            (c_code().replace('(code, ', '("\\ndefine i32 @product()", '), 'must be C code as a text, as clang.create_llvm gives it'),
            (c_code().replace('relpath', 'path'), "a temporary folder has no method 'path' here; it has relpath")):
        refused = run(folder, text + C_CALL, status=4).stderr
        assert message in refused and 'tutorial.py:' in refused, (message, refused)
    done = cli('script', write(folder, 'c.py', c_code() + C_CALL), status=4, env=path_with(folder))
    assert 'there is no compiler for it: install g++ or clang' in done.stderr, done.stderr
    sent = write(folder, 'sent.py', c_code())
    assert 'only "tileloom-cli script" compiles and runs that' in cli('run', sent, status=4).stdout
    assert 'call i32 @product(' in cli('show', sent, '--as', 'llvm').stdout
    assert 'imported_code' in cli('show', sent, '--as', 'lowered').stdout


def test_output(folder):
    """print, f-strings, show; what a notebook would display is printed where the script says so."""
    done = run(folder, VECTOR_ADD + BOUND + '''print("%d of %.2f" % (3, 0.5), f"{2 ** 10:>6}", "a", sep="|", end="!\\n")
sch.mod.show()
print(sch.trace)
import IPython
IPython.display.Code(MyModule.script(), language="python")
''').stdout
    assert done.startswith('3 of 0.50|  1024|a!\n') and done.count('class MyModule:') == 2, done
    assert 'T.thread_binding(32, thread="threadIdx.x")' in done and 'sch.bind(loop=' in done, done


def test_truth_of_elements(folder):
    """Comparisons of large arrays: an element each, no memory beside."""
    done = run(folder, '''import numpy as np
a = np.arange(60000).reshape(200, 300)
b = a > 9
print(b.shape, b.dtype, b.sum(), (b == False).sum(), np.array([[True, False]] * 3000).sum(), a.astype(bool).nbytes)
''').stdout
    assert done == '(200, 300) bool 59990 10 3000 60000\n', done


def test_arrays(folder):
    """As numpy has them."""
    done = run(folder, 'import numpy as np\n' + '''
a = np.arange(12).reshape(3, 4)
print(a)
print(a[1, 2], a[-1], a[:, 1], a.T.shape, a.sum(axis=0), a.max(), a.mean(axis=1), a.dtype)
print(a @ np.ones((4, 2)), np.maximum(a - 5, 0)[2])
b = np.zeros((2, 3), dtype="float32")
b[:, 1] = [1, 2]
b[0] += 0.5
print(b, b / 4, np.array([1e-9, 1.0]), np.array([True, False]))
print(np.ones((40, 40)))
c = a[1:, ::2]
c[:] = 0
np.exp(b, out=b)
print(b[0, :1], np.maximum(b, 3, out=b) is None)
print(a, np.allclose(c, 0), len(a), a.astype("float32").dtype)
print(np.transpose(np.zeros((2, 3, 4)), (1, 0, 2)).shape, a.transpose(-1, 0)[:, 1], np.array2string(a[0], separator=", "))
print(np.concatenate([a[:, :1], [[1], [2], [3]], a.T[:3, :2]], axis=-1), np.concatenate((b[0, :1], np.zeros(1))).dtype)
x = np.random.rand(3, 2)
d = np.arange(3)
a = np.arange(12).reshape(3, 4)
print(a[:, None].shape, a[np.newaxis, 1].shape, a[1, None, 2:], (d[:, None] - d[None, :])[2], np.pi, -np.inf, np.nan)
a[:2, None, 1] = -1
print(a[:, 1], np.full((2,), np.inf))
print(x.shape, 0 <= x.min() and x.max() < 1, np.random.uniform(size=(5,)).shape, np.random.randint(3, 4))
''').stdout
    assert done == '''[[ 0  1  2  3]
 [ 4  5  6  7]
 [ 8  9 10 11]]
6 [ 8  9 10 11] [1 5 9] (4, 3) [12 15 18 21] 11 [1.5 5.5 9.5] int64
[[ 6.  6.]
 [22. 22.]
 [38. 38.]] [3 4 5 6]
[[0.5 1.5 0.5]
 [0.  2.  0. ]] [[0.125 0.375 0.125]
 [0.    0.5   0.   ]] [1.e-09 1.e+00] [ True False]
[[1. 1. 1. ... 1. 1. 1.]
 [1. 1. 1. ... 1. 1. 1.]
 [1. 1. 1. ... 1. 1. 1.]
 ...
 [1. 1. 1. ... 1. 1. 1.]
 [1. 1. 1. ... 1. 1. 1.]
 [1. 1. 1. ... 1. 1. 1.]]
[3.] False
[[ 0  1  2  3]
 [ 0  5  0  7]
 [ 0  9  0 11]] True 3 float32
(3, 2, 4) [0 5 0 7] [0, 1, 2, 3]
[[0 1 0 0]
 [0 2 1 5]
 [0 3 2 0]] float64
(3, 1, 4) (1, 4) [[6 7]] [2 1 0] 3.141592653589793 -inf nan
[-1 -1  9] [inf inf]
(3, 2) True (5,) 3
''', done


def test_errors(folder):
    """With the line, and what there is instead."""
    for text, said in (
        ('np.fft(3)', r'tutorial\.py:2:1: numpy\.fft is not available here; numpy has zeros, ones, '),
        ('import torch\ntorch.hypot(3)', r':3:1: torch\.hypot is not available here'),
        ('np.concatenate([np.zeros(3), np.zeros((3, 1))])', r':2:1: concatenate takes a list of arrays with the same sizes but for one '),
        ('np.zeros(3).sort()', r':2:1: an array has no method \'sort\' here; it has astype, '),
        ('np.zeros(3) @ np.zeros(4)', r':2:\d+: @ does not take arrays of 3 and 4'),
        ('np.testing.assert_allclose(np.ones(4), np.array([1, 2, 1, 1]))',
         r':2:1: 1 of 4 elements differ; the first, number 1, is 1 instead of 2, and the largest difference is 1\n'),
        ('tvm.nd.array("text")', r':2:1: an array, a list of numbers or a number is expected, not a str'),
    ):
        done = run(folder, 'import numpy as np\n' + text + '\n', status=4)
        assert re.search(said, done.stderr), (text, done.stderr)
    call = VECTOR_ADD + 'lib = tvm.build(MyModule, "llvm")\nlib["main"]'
    for text, said in (('(np.ones(3), np.ones(64), np.ones(64))', 'argument 1 of main is an array of float64 3; A takes float32 64'),
                       ('(np.ones(3))', 'main takes 3 arrays, 1 given')):
        assert said in run(folder, call + text + '\n', status=4).stderr, text
    assert "the module has no function 'other'" in run(folder, VECTOR_ADD + 'tvm.build(MyModule, "llvm")["other"]\n', status=4).stderr
    refused = run(folder, VECTOR_ADD + 'sch.split(sch.get_loops(sch.get_block("C"))[0], [2, 2])\n', status=3).stderr
    assert re.search(r'tutorial\.py:\d+', refused), refused
    cli('script', os.path.join(TOP, 'nothing.py'), status=2)


run_tests(globals())
