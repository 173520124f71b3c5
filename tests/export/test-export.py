#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exported functions in programs of their own: each kernel's forms are linked with its test program. usage: test-export.py CLI; prints TAP.

A kernel is a folder: program.py, schedule.py. Forms whose tools (gcc, clang, nm …) are missing are skipped by name.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLI = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = sorted(name for name in os.listdir(HERE) if os.path.exists(os.path.join(HERE, name, 'program.py')))
TARGET = 'llvm -num-cores=2'
AVX2 = 'llvm -mcpu=x86-64-v3 -num-cores=1'
STRICT = ['-std=c11', '-Wall', '-Wextra', '-Werror']
ENVIRONMENT = dict(os.environ, OMP_WAIT_POLICY='passive')


def run(*args, status=0):
    result = subprocess.run(args, capture_output=True, text=True, check=False, timeout=120, env=ENVIRONMENT)
    assert result.returncode == status, f'{" ".join(args)}: exit {result.returncode}, not {status}\n{result.stdout}{result.stderr}'
    return result


def symbols(path, *options):
    """(type, name) of each symbol."""
    lines = run('nm', *options, path).stdout.splitlines()
    return [(line.split()[-2], line.split()[-1]) for line in lines]


def export(kernel, folder, *options):
    case = os.path.join(HERE, kernel)
    name = kernel.replace('-', '_')
    run(CLI, 'export', os.path.join(case, 'program.py'), '--schedule', os.path.join(case, 'schedule.py'), '--name', name, *options)
    return name


def agrees(program, name):
    said = run(program).stdout
    assert said.startswith(f'{name}: ok, '), said


def test_kernel(kernel, folder):
    at = {form: os.path.join(folder, 'kernel.' + form) for form in ('o', 'h', 'so', 'll')}
    test = os.path.join(folder, 'test.c')
    name = export(kernel, folder, '--target', TARGET, '--object', at['o'], '--header', at['h'], '--shared', at['so'], '--llvm', at['ll'],
                  '--test-program', test)
    cc = shutil.which('cc')
    object_test, shared_test = os.path.join(folder, 'object-test'), os.path.join(folder, 'shared-test')
    run(cc, *STRICT, test, at['o'], '-o', object_test, '-lgomp', '-lm')
    agrees(object_test, name)
    run(cc, *STRICT, test, at['so'], '-Wl,-rpath,' + folder, '-o', shared_test, '-lm')
    agrees(shared_test, name)
    test_c_source(kernel, folder, test)
    for kind, symbol in symbols(at['o']):
        assert not symbol.startswith('tl_'), f'{kernel} refers to {symbol}'
        assert kind in 'tTrRU', (kind, symbol)
        assert kind != 'T' or symbol == name, symbol
    run(cc, *STRICT, '-fsyntax-only', '-x', 'c', at['h'])
    if shutil.which('g++'):
        run('g++', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-x', 'c++', at['h'])
    with open(at['ll'], encoding='utf-8') as file:
        assert f'define void @{name}(' in file.read()
    with open(at['h'], encoding='utf-8') as file:
        assert ('The schedule changes the interface' in file.read()) == kernel.startswith('layout-')


# What compilers make of our source does not depend on how the exporter was built: one is enough for a build with sanitizers.
IS_ONE_ENOUGH = 'TL_FEWER' in os.environ


def compiler_options():
    """Sets of options whose programs run here."""
    options = [['-O1'], ['-O2', '-march=x86-64-v3']]
    if os.path.exists('/proc/cpuinfo'):
        with open('/proc/cpuinfo', encoding='ascii', errors='replace') as file:
            if 'avx512_vnni' in file.read():
                options.append(['-O2', '-march=x86-64-v4', '-mavx512vnni'])
    return options[:1] if IS_ONE_ENOUGH else options


def compilers():
    found = [path for path in map(shutil.which, ('gcc', 'clang-19')) if path]
    return found[:1] if IS_ONE_ENOUGH else found


def test_c_source(kernel, folder, test):
    source, program = os.path.join(folder, 'kernel.c'), os.path.join(folder, 'c-test')
    name = export(kernel, folder, '--target', TARGET, '--c', source)
    for compiler in compilers():
        for options in compiler_options():
            run(compiler, *STRICT, *options, test, source, '-o', program, '-lm')
            agrees(program, name)
    if 'parallel' in kernel:
        run('gcc', *STRICT, '-O2', '-fopenmp', test, source, '-o', program, '-lm')
        agrees(program, name)


def test_refusals(folder):
    program = os.path.join(HERE, 'transpose', 'program.py')
    out = os.path.join(folder, 'out.o')
    assert 'no output requested' in run(CLI, 'export', program, status=2).stderr
    for name in ('9lives', 'with space', 'int', 'main', '_hidden', ''):
        assert 'cannot name a C function' in run(CLI, 'export', program, '--name', name, '--object', out, status=2).stderr
    assert 'no-such-folder' in run(CLI, 'export', program, '--object', '/no-such-folder/out.o', status=4).stderr
    assert not os.path.exists(out)


def test_foreign_function(folder):
    program = os.path.join(folder, 'program.py')
    with open(program, 'w', encoding='utf-8') as file:
        file.write('@T.prim_func\ndef main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):\n    for i in range(8):\n'
                   '        with T.block("B"):\n            vi = T.axis.spatial(8, i)\n'
                   '            B[vi] = T.call_extern("float32", "users_own", A[vi], vi)\n')
    out = os.path.join(folder, 'out.o')
    run(CLI, 'export', program, '--name', 'calls', '--object', out, '--header', out + '.h')
    assert ('U', 'users_own') in symbols(out)
    with open(out + '.h', encoding='utf-8') as file:
        assert ' * To be linked with the C functions that it calls: users_own.\n' in file.read()


def test_other_machines(folder):
    out = os.path.join(folder, 'out.o')
    for target, machine in (('llvm -mcpu=x86-64-v3', 'X86-64'), ('llvm -mcpu=x86-64-v4', 'X86-64'),
                            ('llvm -mtriple=aarch64-linux-gnu -num-cores=4', 'AArch64')):
        for kernel in ('matmul-odd', 'parallel-workspace', 'half', 'softmax'):
            name = export(kernel, folder, '--target', target, '--object', out)
            assert machine in run('readelf', '-h', out).stdout, target
            assert ('T', name) in symbols(out)
    assert 'no code generator' in run(CLI, 'export', os.path.join(HERE, 'transpose', 'program.py'), '--target', 'llvm -mtriple=pdp11',
                                      '--object', out,
                                      status=4).stderr


def test_strict(folder):
    """Products are rounded before they are added to something, whoever compiles it."""
    source, assembly = os.path.join(folder, 'kernel.c'), os.path.join(folder, 'kernel.s')
    for mode, fuses in (('strict', False), ('fast', True)):
        export('matmul-odd', folder, '--target', 'llvm -mcpu=x86-64-v3', '--float', mode, '--c', source)
        for compiler in compilers():
            run(compiler, *STRICT, '-O2', '-march=x86-64-v3', '-std=gnu11', '-S', source, '-o', assembly)
            with open(assembly, encoding='utf-8') as file:
                assert ('vfmadd' in file.read()) == fuses, (mode, compiler)


def lines_of(path, pattern):
    """Lines of the source that instructions matching @pattern are said to come from."""
    found, line = set(), None
    for text in run('objdump', '-dl', '--no-show-raw-insn', path).stdout.splitlines():
        place = re.match(r'(\S+\.py):(\d+)', text)
        if place:
            assert place[1].endswith('/kernel.py'), text
            line = int(place[2])
        elif re.search(r'\t' + pattern, text):
            found.add(line)
    return found


def statement_lines(script, pattern):
    with open(script, encoding='utf-8') as file:
        return {number for number, text in enumerate(file, 1) if re.search(pattern, text)}


def code_of(path, folder):
    code = os.path.join(folder, 'code.bin')
    run('objcopy', '-O', 'binary', '-j', '.text', path, code)
    with open(code, 'rb') as file:
        return file.read()


def test_debug_lines(folder):
    """Each instruction leads to the loop or block it came from, in the script beside the object."""
    script, out = os.path.join(folder, 'kernel.py'), os.path.join(folder, 'kernel.o')
    export('matmul-tiled', folder, '--target', AVX2, '--debug', script, '--object', out)
    assert lines_of(out, 'vfmadd') == statement_lines(script, r'block\("C_update"\)'), lines_of(out, 'vfmadd')
    assert statement_lines(script, 'for k_0') <= lines_of(out, 'cmp')
    assert statement_lines(script, 'for i_0') <= lines_of(out, 'cmp')
    assert statement_lines(script, r'block\("B_global"\)') <= lines_of(out, 'vmovups')


def test_debug_in_parallel_loops(folder):
    """Outlined loops and helpers have lines too; what is linked still works."""
    test, program = os.path.join(folder, 'test.c'), os.path.join(folder, 'program')
    at = {form: os.path.join(folder, 'kernel.' + form) for form in ('o', 'so', 'll', 'py')}
    for kernel in ('parallel-workspace', 'parallel-chain', 'softmax', 'conv2d', 'lane-conditions', 'matmul-vnni'):
        name = export(kernel, folder, '--target', TARGET, '--debug', at['py'], '--object', at['o'], '--shared', at['so'], '--llvm',
                      at['ll'],
                      '--test-program', test)
        run(shutil.which('cc'), *STRICT, test, at['o'], '-o', program, '-lgomp', '-lm')
        agrees(program, name)
        n_lines = len(statement_lines(at['py'], ''))
        for path in (at['o'], at['so']):
            lines = {line for line in lines_of(path, r'\S') if line is not None}
            assert len(lines) > 2 and max(lines) <= n_lines, (kernel, path, lines)
        with open(at['ll'], encoding='utf-8') as file:
            assert f'!DIFile(filename: "kernel.py", directory: "{folder}")' in file.read()


def test_debug_costs_nothing(folder):
    """Instructions are the same without line tables, which are there only if asked for."""
    script = os.path.join(folder, 'kernel.py')
    with_lines, without = os.path.join(folder, 'with.o'), os.path.join(folder, 'without.o')
    for kernel in KERNELS:
        export(kernel, folder, '--target', TARGET, '--debug', script, '--object', with_lines)
        export(kernel, folder, '--target', TARGET, '--object', without)
        assert code_of(with_lines, folder) == code_of(without, folder), kernel
        assert '.debug_line' in run('readelf', '-SW', with_lines).stdout
        assert '.debug' not in run('readelf', '-SW', without).stdout


def test_debug_keeps_programs(folder):
    program, out = os.path.join(folder, 'program.py'), os.path.join(folder, 'out.o')
    shutil.copy(os.path.join(HERE, 'transpose', 'program.py'), program)
    assert 'not written by an export' in run(CLI, 'export', program, '--name', 'f', '--debug', program, '--object', out, status=4).stderr
    assert not os.path.exists(out)
    with open(program, encoding='utf-8') as file, open(os.path.join(HERE, 'transpose', 'program.py'), encoding='utf-8') as original:
        assert file.read() == original.read()


def test_without_compiler(folder):
    program = os.path.join(HERE, 'transpose', 'program.py')
    result = subprocess.run([CLI, 'export', program, '--shared', os.path.join(folder, 'x.so')], capture_output=True, text=True, check=False,
                            timeout=120, env=dict(os.environ, PATH=folder))
    assert result.returncode == 4 and 'not installed' in result.stderr, result


def main():
    tests = [(kernel, lambda folder, kernel=kernel: test_kernel(kernel, folder)) for kernel in KERNELS]
    tests += [(test.__name__[5:].replace('_', ' '), test)
              for test in (test_refusals, test_foreign_function, test_other_machines, test_strict, test_without_compiler)]
    if all(map(shutil.which, ('objdump', 'objcopy', 'readelf'))):
        tests += [(test.__name__[5:].replace('_', ' '), test)
                  for test in (test_debug_lines, test_debug_in_parallel_loops, test_debug_costs_nothing, test_debug_keeps_programs)]
    failed = 0
    print(f'1..{len(tests)}')
    for number, (name, test) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print(f'ok {number} {name}')
            except (AssertionError, subprocess.SubprocessError, OSError) as error:
                failed += 1
                print(f'not ok {number} {name}')
                print('\n'.join('# ' + line for line in str(error).splitlines()))
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
