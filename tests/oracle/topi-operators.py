#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The operators of TVM's topi, from PrimFunc to a tuned schedule. usage: topi-operators.py CLI FOLDER [PATTERN…] [--trials N] [--no-tune]

A tool for whoever changes reading, lowering, code generation or rules. Needs a Python that has apache-tvm (0.27, with apache-tvm-ffi
0.1.14, see compare-primitives.py); leaves with 77, "skipped", where there is none. Each operator below becomes a PrimFunc by
te.create_prim_func, which is written to FOLDER/NAME.py as TVM prints it. Of each is asked:

    print    what tileloom-cli prints, TVM reads back as an equal module (where it reads its own text back so)
    check    compiled code computes what the interpreter says (run --check)
    tune     a search of a few trials ends with a program that is not slower than the one it began with

The exit status is 1 if any of them fails. Operators that this TVM does not have are told and left out. Not here: batch_to_space_nd,
which ends this TVM; sort and topk, which are calls of its own runtime; adaptive pooling whose windows differ in size, which MetaSchedule
does not tune (DisallowDynamicLoop), here as there.
"""
import argparse
import fnmatch
import os
import re
import subprocess
import sys

try:
    import tvm
    import tvm_ffi
    from tvm import te, topi
except ImportError:
    print('skipped: no TVM')
    sys.exit(77)

TOLERATED = 1.1   # times that the program as it stood may seem faster than the best
OPERATORS = {}


def operator(function):
    OPERATORS[function.__name__] = function
    return function


def tensor(*shape, name='A', dtype='float32'):
    return te.placeholder(shape, name=name, dtype=dtype)


def unary(name, compute, *shape):
    def make():
        a = tensor(*(shape or (16, 48)))
        return [a, compute(a)]
    OPERATORS[name] = make


def binary(name, compute, left=(16, 48), right=(16, 48), dtype='float32'):
    def make():
        a, b = tensor(*left, dtype=dtype), tensor(*right, name='B', dtype=dtype)
        return [a, b, compute(a, b)]
    OPERATORS[name] = make


# Elementwise.
for _name in ('exp', 'tanh', 'sigmoid', 'sqrt', 'log', 'erf', 'abs', 'ceil', 'round', 'rsqrt', 'negative', 'sin', 'sign'):
    unary(_name, getattr(topi, _name))
unary('relu', topi.nn.relu)
unary('leaky_relu', lambda a: topi.nn.leaky_relu(a, 0.1))
unary('clip', lambda a: topi.clip(a, -0.5, 0.5))
unary('cast', lambda a: topi.cast(a, 'int32'))
unary('fast_exp', topi.fast_exp)
# Broadcasts.
binary('add', topi.add)
binary('add_rows', topi.add, right=(48,))
binary('multiply_columns', topi.multiply, right=(16, 1))
binary('divide', topi.divide)
binary('power', topi.power)
binary('maximum', topi.maximum)
binary('floor_mod', topi.floor_mod)
binary('floor_divide_int', lambda a, b: topi.floor_divide(a, topi.add(topi.abs(b), 1)), dtype='int32')
binary('greater', topi.greater)
unary('broadcast_to', lambda a: topi.broadcast_to(a, (8, 16, 48)))
# Reductions and scans.
unary('sum', lambda a: topi.sum(a, axis=1))
unary('sum_all', topi.sum)
unary('mean', lambda a: topi.sum(a, axis=0, keepdims=True))
unary('max', lambda a: topi.max(a, axis=-1))
unary('min', lambda a: topi.min(a, axis=0))
unary('prod', lambda a: topi.prod(a, axis=1))
unary('argmax', lambda a: topi.argmax(a, axis=1))
unary('argmin', lambda a: topi.argmin(a, axis=0))
unary('all', lambda a: topi.all(topi.cast(a, 'bool'), axis=1))
unary('cumsum', lambda a: topi.cumsum(a, axis=1))
unary('cumprod', lambda a: topi.cumprod(a, axis=0))
# Normalization.
unary('softmax', topi.nn.softmax, 16, 256)
unary('log_softmax', topi.nn.log_softmax, 16, 256)
unary('lrn', lambda a: topi.nn.lrn(a, 5), 1, 8, 12, 12)


def normalization(name, compute, shape, *others):
    def make():
        tensors = [tensor(*shape), *(tensor(*other, name=f'w{index}') for index, other in enumerate(others))]
        result = compute(*tensors)
        return tensors + (list(result) if isinstance(result, (list, tuple)) else [result])
    OPERATORS[name] = make


normalization('layer_norm', lambda a, g, b: topi.nn.layer_norm(a, g, b, [1], 1e-5), (16, 256), (256,), (256,))
normalization('rms_norm', lambda a, g: topi.nn.rms_norm(a, g, [1], 1e-5), (16, 256), (256,))
normalization('group_norm', lambda a, g, b: topi.nn.group_norm(a, g, b, 4, 1, [2, 3], 1e-5), (2, 16, 8, 8), (16,), (16,))
normalization('instance_norm', lambda a, g, b: topi.nn.instance_norm(a, g, b, 1, [2, 3], 1e-5), (2, 8, 12, 12), (8,), (8,))
normalization('batch_norm', lambda a, g, b, m, v: topi.nn.batch_norm(a, g, b, m, v, axis=1, training=False)[0], (2, 8, 12, 12), *[(8,)] * 4)
normalization('scale_shift', topi.nn.scale_shift_nchw, (2, 8, 12, 12), (8,), (8,))
normalization('prelu', lambda a, b: topi.nn.prelu(a, b, axis=1), (2, 8, 12, 12), (8,))
normalization('where', lambda c, a, b: topi.where(topi.greater(c, te.const(0.5, 'float32')), a, b), (16, 48), (16, 48), (16, 48))
# Products.
binary('matmul', topi.matmul, (32, 48), (48, 64))
binary('matmul_transposed', lambda a, b: topi.matmul(a, b, False, True), (32, 48), (64, 48))
binary('dense', topi.nn.dense, (8, 64), (48, 64))
binary('batch_matmul', lambda a, b: topi.nn.batch_matmul(a, b), (4, 16, 32), (4, 24, 32))
binary('tensordot', lambda a, b: topi.tensordot(a, b, 1), (16, 48), (48, 8))
normalization('einsum', lambda a, b: topi.einsum('bik,bkj->bij', a, b), (2, 16, 24), (2, 24, 12))
# Convolutions.
binary('conv1d', lambda a, w: topi.nn.conv1d(a, w, 1, 1, 1), (1, 8, 32), (16, 8, 3))
binary('conv2d_nchw', lambda a, w: topi.nn.conv2d_nchw(a, w, 1, 1, 1), (1, 8, 14, 14), (16, 8, 3, 3))
binary('conv2d_stride', lambda a, w: topi.nn.conv2d_nchw(a, w, 2, 3, 1), (1, 3, 33, 33), (16, 3, 7, 7))
binary('conv2d_dilated', lambda a, w: topi.nn.conv2d_nchw(a, w, 1, 2, 2), (1, 8, 14, 14), (16, 8, 3, 3))
binary('conv2d_nhwc', lambda a, w: topi.nn.conv2d_nhwc(a, w, 1, 1, 1), (1, 14, 14, 8), (3, 3, 8, 16))
binary('conv2d_hwcn', lambda a, w: topi.nn.conv2d_hwcn(a, w, 1, 1, 1), (14, 14, 8, 2), (3, 3, 8, 16))
binary('conv3d', lambda a, w: topi.nn.conv3d_ncdhw(a, w, 1, 1, 1, 1), (1, 4, 6, 10, 10), (8, 4, 3, 3, 3))
binary('depthwise_conv2d', lambda a, w: topi.nn.depthwise_conv2d_nchw(a, w, 1, 1, 1), (1, 16, 14, 14), (16, 1, 3, 3))
binary('depthwise_conv2d_nhwc', lambda a, w: topi.nn.depthwise_conv2d_nhwc(a, w, 1, 1, 1), (1, 14, 14, 16), (3, 3, 16, 1))
binary('group_conv2d', lambda a, w: topi.nn.group_conv2d_nchw(a, w, 1, 1, 1, 4), (1, 16, 14, 14), (16, 4, 3, 3))
binary('conv2d_transpose', lambda a, w: topi.nn.conv2d_transpose_nchw(a, w, (2, 2), (1, 1, 1, 1), 'float32', (0, 0)),
       (1, 8, 9, 9), (8, 12, 4, 4))
binary('conv1d_transpose', lambda a, w: topi.nn.conv1d_transpose_ncw(a, w, 2, (1, 1), 'float32', 0), (1, 8, 17), (8, 12, 4))
binary('conv2d_padded', lambda a, w: topi.nn.conv2d_nchw(topi.nn.pad(a, (0, 0, 1, 2), (0, 0, 2, 1)), w, 1, 0, 1),
       (1, 4, 9, 9), (8, 4, 3, 3))


@operator
def conv2d_winograd():
    a, w = tensor(1, 8, 12, 12), tensor(16, 8, 3, 3, name='B')
    return [a, w, topi.nn.conv2d_winograd_nchw(a, w, 1, 1, 1, 'float32')]


@operator
def conv2d_winograd_nhwc():
    a, w = tensor(1, 12, 12, 8), tensor(3, 3, 8, 16, name='B')
    return [a, w, topi.nn.conv2d_winograd_nhwc(a, w, 1, 1, 1, 'float32')]


# Pooling.
for _kind in ('max', 'avg'):
    unary(f'pool2d_{_kind}', lambda a, kind=_kind: topi.nn.pool2d(a, (3, 3), (2, 2), (1, 1), (1, 1, 1, 1), kind), 1, 8, 17, 17)
    unary(f'pool1d_{_kind}', lambda a, kind=_kind: topi.nn.pool1d(a, (3,), (2,), (1,), (1, 1), kind, layout='NCW'), 1, 8, 33)
    unary(f'pool3d_{_kind}', lambda a, kind=_kind: topi.nn.pool3d(a, (2,) * 3, (2,) * 3, (1,) * 3, (0,) * 6, kind, layout='NCDHW'),
          1, 4, 8, 8, 8)
    unary(f'global_pool_{_kind}', lambda a, kind=_kind: topi.nn.global_pool(a, kind), 1, 16, 9, 9)
    unary(f'adaptive_pool_{_kind}', lambda a, kind=_kind: topi.nn.adaptive_pool(a, (3, 4), kind), 1, 8, 12, 12)
    unary(f'adaptive_pool1d_{_kind}', lambda a, kind=_kind: topi.nn.adaptive_pool1d(a, (5,), kind), 1, 8, 30)
    unary(f'adaptive_pool3d_{_kind}', lambda a, kind=_kind: topi.nn.adaptive_pool3d(a, (2, 3, 2), kind), 1, 4, 8, 9, 6)
# Shapes and places.
unary('transpose', lambda a: topi.transpose(a, (1, 0)))
unary('transpose_3', lambda a: topi.transpose(a, (2, 0, 1)), 4, 6, 8)
unary('reshape', lambda a: topi.reshape(a, (8, 96)))
unary('expand_dims', lambda a: topi.expand_dims(a, 1))
unary('squeeze', lambda a: topi.squeeze(a, [0]), 1, 16, 8)
unary('flatten', topi.nn.flatten, 2, 8, 4, 4)
unary('tile', lambda a: topi.tile(a, (2, 3)))
unary('repeat', lambda a: topi.repeat(a, 3, 1))
unary('flip', lambda a: topi.flip(a, 1))
unary('strided_slice', lambda a: topi.strided_slice(a, [1, 2], [15, 47], [2, 3]))
unary('split', lambda a: topi.split(a, 3, 1)[1])
unary('pad', lambda a: topi.nn.pad(a, (1, 2), (3, 0), 0.5))
unary('mirror_pad', lambda a: topi.nn.mirror_pad(a, (1, 2), (2, 1), 'SYMMETRIC'))
unary('layout_transform', lambda a: topi.layout_transform(a, 'NCHW', 'NCHW4c'), 1, 8, 6, 6)
unary('space_to_depth', lambda a: topi.nn.space_to_depth(a, 2), 1, 4, 8, 8)
unary('depth_to_space', lambda a: topi.nn.depth_to_space(a, 2), 1, 16, 4, 4)
unary('space_to_batch', lambda a: topi.nn.space_to_batch_nd(a, [2, 2], [0, 0], [0, 0]), 1, 8, 8, 3)
unary('upsampling', lambda a: topi.nn.upsampling(a, 2, 2), 1, 4, 7, 7)
unary('resize_linear', lambda a: topi.image.resize2d(a, (0.0, 0.0, 0.0, 0.0), (13, 11), method='linear'), 1, 4, 7, 7)
unary('resize_nearest', lambda a: topi.image.resize2d(a, (0.0, 0.0, 0.0, 0.0), (13, 11), method='nearest_neighbor',
                                                      coordinate_transformation_mode='asymmetric'), 1, 4, 7, 7)
unary('resize_cubic', lambda a: topi.image.resize2d(a, (0.0, 0.0, 0.0, 0.0), (9, 11), method='cubic'), 1, 2, 7, 7)
unary('trilu', lambda a: topi.trilu(a, te.const(0, 'int32'), True), 16, 16)
unary('dilate', lambda a: topi.nn.dilate(a, (2, 1)))
unary('full_like', lambda a: topi.full_like(a, 2.5))
unary('one_minus_full', lambda a: topi.subtract(topi.full((16, 48), 'float32', 1.0), a))
normalization('concatenate', lambda a, b: topi.concatenate((a, b), 1), (16, 24), (16, 12))
normalization('stack', lambda a, b: topi.stack((a, b), 1), (16, 24), (16, 24))


@operator
def arange():
    a = tensor(48)
    return [a, topi.add(topi.arange(0, 48, 1, 'float32'), a)]


def indexed(name, compute, shape, indices, dtype='int32', updates=None):
    def make():
        a, i = tensor(*shape), tensor(*indices, name='I', dtype=dtype)
        others = [tensor(*updates, name='U')] if updates else []
        return [a, i, *others, compute(a, i, *others)]
    OPERATORS[name] = make


indexed('take', lambda a, i: topi.take(a, i, axis=0, mode='clip'), (32, 16), (24,))
indexed('take_fast', lambda a, i: topi.take(a, i, axis=1, mode='fast'), (16, 32), (9,))
indexed('gather', lambda a, i: topi.gather(a, 1, i), (16, 32), (16, 8))
indexed('gather_nd', topi.gather_nd, (16, 32), (2, 9))
indexed('scatter_elements', lambda a, i, u: topi.scatter_elements(a, i, u, 0, 'update'), (16, 8), (4, 8), updates=(4, 8))
indexed('scatter_nd', lambda a, i, u: topi.scatter_nd(a, i, u, 'add'), (16, 8), (1, 4), updates=(4, 8))


@operator
def one_hot():
    i = tensor(24, name='I', dtype='int32')
    return [i, topi.one_hot(i, te.const(1.0, 'float32'), te.const(0.0, 'float32'), 10, -1, 'float32')]


@operator
def embedding_sum():
    a, i = tensor(32, 16), tensor(6, 4, name='I', dtype='int32')
    return [a, i, topi.sum(topi.take(a, i, axis=0, mode='clip'), axis=1)]


KEPT = []   # this TVM looks at tensors that Python has given up


def module_of(make):
    KEPT.append(make())
    KEPT.append(tvm.IRModule({'main': te.create_prim_func(KEPT[-1])}))
    return KEPT[-1]


def call(cli, *arguments, timeout=300):
    try:
        result = subprocess.run([cli, *arguments], capture_output=True, text=True, timeout=timeout, check=False)
        return result.returncode, result.stdout, result.stderr
    except subprocess.TimeoutExpired:
        return -1, '', f'not done after {timeout} s'


def first_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:150] if lines else 'nothing said'


def reads_back(cli, path, module):
    """None, or what differs."""
    code, printed, said = call(cli, 'print', path, '--dialect', 'sblock')
    if code != 0:
        return 'not read: ' + first_line(said)
    try:
        again = tvm.script.from_source(printed)
    except Exception as problem:  # whatever TVM says of the text
        return 'TVM does not read it: ' + first_line(str(problem))
    if tvm_ffi.structural_equal(module, again) or not tvm_ffi.structural_equal(module, tvm.script.from_source(module.script())):
        return None
    return 'TVM reads it as another program'


def checks(cli, path):
    code, out, said = call(cli, 'run', path, '--check', '--timeout', '100')
    if code == 0 and 'agrees with the interpreter' in out:
        return None
    return first_line(out + said)


def tunes(cli, path, trials):
    """How many times faster the program as it stood is than the best, at least 1; or what is wrong."""
    code, out, said = call(cli, 'tune', path, '--trials', str(trials), timeout=600)
    if code != 0:
        return first_line(said[said.find('tileloom-cli'):] if 'tileloom-cli' in said else out[out.find('no candidate'):] or said)
    if 'no schedule is faster than the original program' in out:
        return 1.0
    found = re.search(r'; the original program: .*?, (?:over )?([0-9.e+-]+)× slower', out)
    return max(1.0, 1 / float(found[1])) if found else 'the result does not name the original program'


def tunes_twice(cli, path, trials):
    """None, or what is wrong. A machine that has other things to do may time the program as it stood at a better moment: then once more."""
    slower = [tunes(cli, path, trials)]
    if isinstance(slower[0], float) and slower[0] > TOLERATED:
        slower.append(tunes(cli, path, trials))
    wrong = next((result for result in slower if isinstance(result, str)), None)
    return wrong if wrong or min(slower) <= TOLERATED else f'the program as it stood is {min(slower)} times faster'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('folder')
    parser.add_argument('patterns', nargs='*')
    parser.add_argument('--trials', type=int, default=16)
    parser.add_argument('--no-tune', action='store_true')
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    n_failed = n_done = 0
    print(f'{"operator":24} print  check  tune')
    for name, make in OPERATORS.items():
        if options.patterns and not any(fnmatch.fnmatch(name, pattern) for pattern in options.patterns):
            continue
        try:
            module = module_of(make)
        except Exception as problem:  # not in this TVM, or not so
            print(f'{name:24} left out: {first_line(str(problem))}')
            continue
        path = os.path.join(options.folder, name + '.py')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(module.script())
        said = [reads_back(options.cli, path, module), checks(options.cli, path),
                None if options.no_tune else tunes_twice(options.cli, path, options.trials)]
        n_done += 1
        n_failed += any(said)
        print(f'{name:24} ' + '  '.join(f'{"ok" if problem is None else "FAILS":5}' for problem in said), flush=True)
        for problem in filter(None, said):
            print(f'    {problem}', flush=True)
    print(f'{n_done} operators, {n_failed} with faults')
    return 1 if n_failed else 0


sys.exit(main())
