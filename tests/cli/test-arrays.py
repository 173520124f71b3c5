#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run --input, --output and --print: arguments from NumPy's files and results to them. Needs no NumPy. usage: test-arrays.py CLI TOP;
prints TAP."""
import ast
import io
import os
import struct
import zipfile

from harness import CLI, cli, run_tests, run_to_end, write

PROGRAM = '''@T.prim_func
def main(A: T.Buffer((2, 3), "float32"), k: T.Buffer((), "int32"), B: T.Buffer((3, 2), "float32"), N: T.Buffer((2,), "int64")):
    for i, j in T.grid(3, 2):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi] * T.float32(2)
    for i in range(2):
        with T.block("N"):
            vi = T.axis.spatial(2, i)
            N[vi] = N[vi] + T.Cast("int64", k[()])
'''
A = [1.5, -2, 3, 4, 5, 6.25]


def array(letter, descr, shape, values, fortran=False):
    """A .npy file; letter is what struct calls the element type."""
    order = '>' if descr[0] == '>' else '<'
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({''.join(f'{extent},' for extent in shape)}), }}".encode()
    header += b' ' * (-(len(header) + 11) % 64) + b'\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header + struct.pack(f'{order}{len(values)}{letter}', *values)


def npz(folder, name='in.npz', packed=zipfile.ZIP_STORED, **arrays):
    path = os.path.join(folder, name)
    with zipfile.ZipFile(path, 'w', packed) as file:
        for key, data in arrays.items():
            with file.open(key + '.npy', 'w', force_zip64=True) as member:   # as numpy.savez does
                member.write(data)
    return path


def read(path):
    """{name: (descr, shape, values)} of what was written, as Python's own zip reader finds it."""
    found = {}
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        for name in file.namelist():
            data = io.BytesIO(file.read(name))
            assert data.read(8) == b'\x93NUMPY\x01\x00'
            length, = struct.unpack('<H', data.read(2))
            assert (10 + length) % 64 == 0
            header = ast.literal_eval(data.read(length).decode())
            assert not header['fortran_order']
            letter = {'<f4': 'f', '<i8': 'q'}[header['descr']]
            rest = data.read()
            found[name.removesuffix('.npy')] = (header['descr'], header['shape'],
                                                list(struct.unpack(f'<{len(rest) // struct.calcsize(letter)}{letter}', rest)))
    return found


def good():
    return {'A': array('f', '<f4', (2, 3), A), 'k': array('i', '<i4', (), [5]), 'N': array('q', '<i8', (2,), [10, 20])}


def run(folder, *args, status=0):
    return cli('run', write(folder, 'program.py', PROGRAM), *args, status=status)


def test_values(folder):
    """Stored or deflated, of either byte order, in either order of elements, by name or by place: the same results."""
    turned = array('f', '>f4', (2, 3), [A[3 * i + j] for j in range(3) for i in range(2)], fortran=True)
    ways = [npz(folder, 'stored.npz', **good()),
            npz(folder, 'packed.npz', zipfile.ZIP_DEFLATED, **good()),
            npz(folder, 'turned.npz', **{**good(), 'A': turned}),
            npz(folder, 'places.npz', arr_0=good()['A'], arr_1=good()['k'], arr_3=good()['N'])]
    for path in ways:
        out = os.path.join(folder, 'out.npz')
        assert 'agrees' in run(folder, '--input', path, '--output', out, '--check').stdout
        assert read(out) == {'B': ('<f4', (3, 2), [3.0, 8.0, -4.0, 10.0, 6.0, 12.5]), 'N': ('<i8', (2,), [15, 25])}, read(out)
    # What is written and not given is zeros.
    missing = {name: data for name, data in good().items() if name != 'N'}
    run(folder, '--input', npz(folder, **missing), '-o', out)
    assert read(out)['N'][2] == [5, 5], read(out)


def test_print(folder):
    shown = run(folder, '--input', npz(folder, **good()), '--print').stdout
    assert shown == 'B: float32 (3, 2)\n  [[3, 8],\n   [-4, 10],\n   [6, 12.5]]\nN: int64 (2,)\n  [15, 25]\n', shown
    # Random arguments are the same each time; --time goes with it.
    assert run(folder, '--print').stdout == run(folder, '--print').stdout != shown
    assert 'time: ' in run(folder, '--print', '--time', '--repeat', '2').stdout


def test_scheduled(folder):
    """The scheduled program gets the arguments, too; JSON and --output go together, --print and JSON do not."""
    schedule = write(folder, 'steps.py', 'def steps(sch):\n    i, j = sch.get_loops(sch.get_block("B"))\n    sch.vectorize(j)\n')
    out = os.path.join(folder, 'out.npz')
    assert '"outcome":"ok"' in run(folder, '--input', npz(folder, **good()), '--schedule', schedule, '--output', out,
                                   '--json').stdout.replace(' ', '')
    assert read(out)['B'][2][:2] == [3.0, 8.0]
    assert '--print and --json' in run(folder, '--print', '--json', status=2).stderr


def test_wrong_arrays(folder):
    """An error names the array, and says what is expected."""
    for change, expected in (
        ({'A': array('d', '<f8', (2, 3), A)}, 'A is float32 (2, 3) in the program and float64 (2, 3) in '),
        ({'A': array('f', '<f4', (3, 2), A)}, 'A is float32 (2, 3) in the program and float32 (3, 2) in '),
        ({'N': array('q', '<i8', (2, 1), [1, 2])}, 'N is int64 (2,) in the program and int64 (2, 1) in '),
        ({'A': None}, 'has no array A, which the program reads'),
        ({'Q': array('f', '<f4', (1,), [1])}, 'has an array Q, but the function has no such parameter; its parameters are A, k, B, N'),
        ({'A': b'no array at all'}, 'A is not a NumPy array'),
        ({'A': array('f', '<c8', (2, 3), A)}, 'A has elements of type <c8'),
    ):
        arrays = {name: data for name, data in {**good(), **change}.items() if data is not None}
        reported = run(folder, '--input', npz(folder, **arrays), '--print', status=2).stderr
        assert expected in reported, (expected, reported)
    assert 'absent.npz' in run(folder, '--input', folder + '/absent.npz', status=2).stderr
    assert 'not a zip file' in run(folder, '--input', write(folder, 'text.npz', 'text'), status=2).stderr
    assert run(folder, '--input', folder, status=2).stderr


SYMBOLIC = '''@T.prim_func
def main(a: T.handle, n: T.int32, b: T.handle):
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    B = T.match_buffer(b, (m, n), "float32")
    for i, j in T.grid(m, n):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi] * T.float32(2)
'''


def test_sizes_of_arrays(folder):
    """Arrays, scalars among them, give symbolic extents their values; what does not agree is an error that names both sources."""
    program, out = write(folder, 'symbolic.py', SYMBOLIC), os.path.join(folder, 'out.npz')
    whole = array('f', '<f4', (2, 3), A)
    for more in ({}, {'n': array('i', '<i4', (), [2])}):
        cli('run', program, '--input', npz(folder, A=whole, **more), '--check', '-o', out)
        assert read(out) == {'B': ('<f4', (3, 2), [3.0, 8.0, -4.0, 10.0, 6.0, 12.5])}, read(out)
    cli('run', program, '--input', npz(folder, arr_0=whole, arr_1=array('i', '<i4', (), [2])), '-o', out)
    path = npz(folder, A=whole)
    cli('run', program, '--input', path, '--shape', 'm=3', '-o', out)
    assert f'm is 4 by --shape and 3 by A in {path}' in cli('run', program, '--input', path, '--shape', 'm=4', status=2).stderr
    path = npz(folder, A=whole, B=array('f', '<f4', (4, 2), [0] * 8))
    assert f'm is 3 by A in {path} and 4 by B in {path}' in cli('run', program, '--input', path, status=2).stderr
    path = npz(folder, A=whole, n=array('i', '<i4', (), [7]))
    assert 'n is 2 by A in' in cli('run', program, '--input', path, status=2).stderr
    assert 'n and m of main have no value' in cli('run', program, '--input', npz(folder, Q=whole), status=2).stderr


def test_damaged_files(folder):
    """Cut off or changed anywhere: an error with a message, or, where the change means nothing, the result."""
    with open(npz(folder, 'whole.npz', zipfile.ZIP_DEFLATED, **good()), 'rb') as file:
        whole = file.read()
    step = max(len(whole) // 40, 1)
    cases = [whole[:n] for n in range(0, len(whole), step)]
    cases += [whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:] for at in range(0, len(whole), step)]
    program = write(folder, 'program.py', PROGRAM)
    for data in cases:
        path = os.path.join(folder, 'damaged.npz')
        with open(path, 'wb') as file:
            file.write(data)
        result = run_to_end([CLI, 'run', program, '--input', path, '--print'])
        assert result.returncode == 0 or result.returncode == 2 and 'damaged.npz' in result.stderr, result


run_tests(globals())
