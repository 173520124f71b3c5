#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""JSON with a value of another kind in one place, for each reader of files from elsewhere: it is read, or refused in a sentence.
TL_JSON_CHANGES=N tries N changes of each document, 0 all of them; see harness.py for the arguments."""
import base64
import copy
import json
import os
import random
import shutil
import struct

from harness import CLI, TOP, cli, run_tests, run_to_end, sample

OTHERS = [None, True, 444, -1, 2**70, 0.5, 1e300, 'x', '', [], {}, [[1]], {'a': 1}]
N_CHANGES = int(os.environ.get('TL_JSON_CHANGES', 40))
REMOVED = object()
WORK_DIR = os.path.join(TOP, 'tests', 'records', 'work-dirs', 'tvm-0.27')
PROGRAM = '''import tvm
from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), D: T.Buffer((32, 32), "float32")):
    C = T.alloc_buffer((32, 32))
    for i, j, k in T.grid(32, 32, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(32, 32):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0))
'''


def held(text):
    """The document in a text that holds JSON itself, as index maps in traces and programs in work folders do; else None."""
    for plain in (lambda: text, lambda: base64.b64decode(text, validate=True).decode()):
        try:
            document = json.loads(plain())
        except ValueError:
            continue
        if isinstance(document, (dict, list)):
            return document
    return None


def places(value, path=()):
    """The path of each value: keys and positions; 'JSON' steps into a text that holds a document."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, path + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from places(item, path + (i,))
    elif isinstance(value, str) and held(value) is not None:
        yield from places(held(value), path + ('JSON',))


def changed(value, path, other):
    """A copy of @value where @other, or nothing, stands at @path."""
    if not path:
        return other
    if path[0] == 'JSON' and isinstance(value, str):
        text = json.dumps(changed(held(value), path[1:], None if other is REMOVED and len(path) == 1 else other))
        return text if value[:1] in '[{' else base64.b64encode(text.encode()).decode()
    value = copy.copy(value)
    if len(path) == 1 and other is REMOVED:
        del value[path[0]]
    else:
        value[path[0]] = changed(value[path[0]], path[1:], other)
    return value


def changes(document):
    """All pairs of a path and a value for it, or as many of them as are wanted; the same each time."""
    pairs = [(path, other) for path in places(document) for other in OTHERS + ([REMOVED] if path else [])]
    return sample(random.Random(1).sample(pairs, N_CHANGES)) if 0 < N_CHANGES < len(pairs) else pairs


def try_changes(name, document, store, *command):
    """Runs @command after @store has written each changed document."""
    store(document)
    cli(*command)
    for path, other in changes(document):
        store(changed(document, path, other))
        result = run_to_end([CLI, *command])
        sentence = result.stderr.strip()
        assert result.returncode in (0, 2, 3) and 'ERROR' not in sentence and 'CRITICAL' not in sentence, \
            f'{name}: {list(path)} := {"nothing" if other is REMOVED else repr(other)}: exit {result.returncode}\n{sentence}'
        assert (result.returncode == 0) or sentence.startswith('tileloom-cli: '), (name, path, other, sentence)


def writer(path, frame=str):
    """Writes a document to @path, within what @frame puts around it."""
    def store(document):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(frame(json.dumps(document)))
    return store


def read_lines(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def test_traces(folder):
    corpus = os.path.join(TOP, 'tests', 'fuzz', 'corpus', 'trace')
    program, trace = os.path.join(folder, 'main.py'), os.path.join(folder, 'trace.json')
    with open(program, 'w', encoding='utf-8') as file:
        file.write(PROGRAM)
    for name in sorted(os.listdir(corpus)):
        with open(os.path.join(corpus, name), encoding='utf-8') as file:
            document = json.load(file)
        if name != 'free-variable.json':   # refused as it is
            try_changes(name, document, writer(trace), 'apply', program, trace)


def test_work_folders(folder):
    work_dir = os.path.join(folder, 'work')
    shutil.copytree(WORK_DIR, work_dir)
    for name in 'database_tuning_record.json', 'database_workload.json':
        path = os.path.join(work_dir, name)
        lines = read_lines(path)

        def store(document, path=path, lines=lines):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(''.join(json.dumps(line) + '\n' for line in [document] + lines[1:]))
        try_changes(name, lines[0], store, 'best', '--work-dir', work_dir)
        store(lines[0])


def test_metadata(folder):
    """Constants of programs that TVM prints."""
    with open(os.path.join(TOP, 'tests', 'graph', 'patterns', 'constant', 'after.py'), encoding='utf-8') as file:
        text = file.read()
    before, _, rest = text.partition('"""')
    inside, _, after = rest.partition('"""')
    document = json.loads(inside.replace('\\"', '"').replace('\\\\', '\\'))
    path = os.path.join(folder, 'module.py')

    def frame(written):
        escaped = written.replace('\\', '\\\\').replace('"', '\\"')
        return f'{before}"""{escaped}"""{after}'
    try_changes('metadata', document, writer(path, frame), 'print', path)


def test_notebooks(folder):
    path = os.path.join(folder, 'notebook.ipynb')
    cells = [{'cell_type': 'markdown', 'source': ['# Title']},
             {'cell_type': 'code', 'source': PROGRAM.splitlines(True), 'outputs': [{'text': 'x'}]},
             {'cell_type': 'code', 'source': 'x = 1'}]
    try_changes('notebook', {'cells': cells, 'metadata': {}, 'nbformat': 4}, writer(path), 'print', path)


def test_weights(folder):
    model, weights = os.path.join(folder, 'dense.py'), os.path.join(folder, 'a.safetensors')
    with open(model, 'w', encoding='utf-8') as file:
        file.write('''from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3), "float32"), w: R.Tensor((3, 2), "float32")) -> R.Tensor((1, 2), "float32"):
        with R.dataflow():
            y = R.matmul(x, w)
            R.output(y)
        return y
''')

    def store(document):
        text = json.dumps(document).encode()
        with open(weights, 'wb') as file:
            file.write(struct.pack('<Q', len(text)) + text + bytes(24))
    document = {'__metadata__': {'format': 'pt'}, 'w': {'dtype': 'F32', 'shape': [3, 2], 'data_offsets': [0, 24]}}
    try_changes('safetensors', document, store, 'model', 'run', model, '--params', weights)


run_tests(globals())
