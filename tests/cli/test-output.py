#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No result that was asked for and is lost ends with status 0, whatever command makes it and wherever it was to go. usage: test-output.py
CLI TOP; prints TAP."""
import glob
import os
import re
import resource
import signal

from harness import CLI, DEVNULL, TOP, actions, cli, commands, finish, options, run_tests, run_to_end, start, workload, write

PROGRAM = workload('vector-add-1024')
MODEL = os.path.join(TOP, 'tests', 'graph', 'models', 'mlp-calls.py')
CNN = os.path.join(TOP, 'tests', 'graph', 'models', 'cnn-fashion.py')
LOST = 4
TUNE = ['tune', PROGRAM, '--trials', '2']

# Of each command, calls that print something and take little time.
PRINTING = {
    'print': [['print', PROGRAM]],
    'equal': [['equal', PROGRAM, PROGRAM], ['equal', PROGRAM, workload('matmul-128')]],
    'apply': [['apply', PROGRAM, '{nothing}']],
    'schedule': [['schedule', '--rules', PROGRAM], ['schedule', '--rules', PROGRAM, '--target', 'cuda -arch=sm_80'],
                 ['schedule', '--list']],
    'run': [['run', PROGRAM, '--time', '--repeat', '1'], ['run', PROGRAM, '--check', '--json'],
            ['run', PROGRAM, '--counters', '--repeat', '1']],
    'model': [['model', 'run', MODEL], ['model', 'run', MODEL, '--json'], ['model', 'profile', MODEL], ['model', 'show', MODEL],
              ['model', 'show', MODEL, '--json'], ['model', 'show', MODEL, '--pass', 'import']],
    'model export': [['model', 'export', '--help']],
    'model tune': [['model', 'tune', CNN, '--database', '{project}', '--trials', '1']],
    'model best': [['model', 'best', '--help']],
    'show': [['show', PROGRAM], ['show', PROGRAM, '--as', 'asm'], ['show', '--passes'], ['show', PROGRAM, '--as', 'asm', '--report']],
    'analyze': [['analyze', PROGRAM], ['analyze', PROGRAM, '--json'], ['analyze', PROGRAM, '--advice'],
                ['analyze', os.path.join(TOP, 'tests', 'seeds', 'gpu-vector-add.py'), '--target', 'nvidia/nvidia-a100']],
    'tune': [TUNE, [*TUNE, '--json']],
    'tasks': [['tasks', PROGRAM], ['tasks', PROGRAM, '--json']],
    'best': [['best', '--db', '{project}'], ['best', '--db', '{project}', PROGRAM], ['best', '--db', '{project}', PROGRAM, '--top', '1']],
    'draw': [['draw', '--help']],
    'export': [['export', '--help']],
    'report': [['report', '--help']],
    'features': [['features', PROGRAM], ['features', '--list'], ['features', PROGRAM, '--json']],
    'machine': [['machine'], ['machine', '--json']],
    'primitives': [['primitives'], ['primitives', 'split']],
    'sketches': [['sketches', PROGRAM], ['sketches', '--list']],
    'script': [['script', '{printing}']],
}
GENERAL = [['--help'], ['--version'], ['help']]

# Of each command, the options that name what is written, each with the rest of a call; the path follows.
WRITING = {
    'apply': {option: ['apply', PROGRAM, '{nothing}'] for option in ('output', 'trace', 'json')},
    'schedule': {option: ['schedule', '--rules', PROGRAM] for option in ('output', 'trace', 'json')},
    'tune': {'db': TUNE, 'work-dir': TUNE},
    'best': {'apply': ['best', '--db', '{project}', PROGRAM], 'copy-to': ['best', '--db', '{project}']},
    'draw': {'output': ['draw', PROGRAM]},
    'run': {'output': ['run', PROGRAM]},
    'model': {'output': ['model', 'run', MODEL]},
    'model tune': {'database': ['model', 'tune', CNN, '--trials', '1']},
    'model export': {option: ['model', 'export', MODEL] for option in ('object', 'shared', 'c', 'header', 'weights', 'example')},
    'export': {option: ['export', PROGRAM] for option in ('object', 'header', 'c', 'shared', 'llvm', 'test-program')}
              | {'debug': ['export', PROGRAM, '--header', '/dev/null']},
    'features': {'db': ['features', PROGRAM, '--explain']},
    'report': {'output': ['report', PROGRAM]},
}
# Options that name what is read, though they look like those.
READING = {('best', 'db'), ('best', 'work-dir'), ('draw', 'db'), ('model', 'database'), ('model export', 'database'),
           ('model best', 'database'), ('tune', 'replay-timings')}
ENDINGS = {('draw', 'output'): ('.svg', '.pdf', '.png'), ('report', 'output'): ('.html', '.pdf'),
           ('best', 'copy-to'): ('', '.tileloom')}


def project_in(folder):
    path = os.path.join(folder, 'project.tileloom')
    if not os.path.exists(path):
        cli(*TUNE, '--db', path)
    return path


def filled(arguments, folder):
    nothing = write(folder, 'nothing.py', 'def nothing(sch):\n    pass\n')
    printing = write(folder, 'printing.py', 'print("printed")\n')
    paths = {'{nothing}': nothing, '{printing}': printing}
    return [project_in(folder) if argument == '{project}' else paths.get(argument, argument) for argument in arguments]


def loses(arguments, folder, **more):
    """Runs the call, which must end with a status other than 0 and a sentence that says what was lost."""
    arguments = filled(arguments, folder)
    result = run_to_end([CLI, *arguments], env={**os.environ, 'XDG_DATA_HOME': folder}, **{'stdout': DEVNULL, **more})
    said = [line for line in result.stderr.splitlines() if line.startswith('tileloom-cli: ')]
    assert result.returncode > 0 and said, f'{" ".join(arguments)}: exit {result.returncode}, {result.stderr!r}'
    return result.returncode, said[-1]


def test_every_command_prints(_):
    """The tables above speak of every command and of every option that names what is written."""
    assert set(commands() + actions()) == set(PRINTING), set(commands() + actions()) ^ set(PRINTING)
    for command in commands() + actions():
        for name, argument, _help in options(*command.split()):
            if argument and (re.match(r'OUT|PATH|DIR|FILE\.tileloom', argument) or name == 'output'):
                assert (command, name) in READING or name in WRITING.get(command, {}), (command, name)


def test_standard_output(folder):
    """A full device, and none at all."""
    for arguments in [call for calls in PRINTING.values() for call in calls] + GENERAL:
        with open('/dev/full', 'w', encoding='utf-8') as full:
            status, reported = loses(arguments, folder, stdout=full)
        assert status == LOST and 'cannot write to standard output' in reported, (arguments, status, reported)
    status, reported = loses(['print', PROGRAM], folder, stdout=None, preexec_fn=lambda: os.close(1))
    assert status == LOST and 'standard output' in reported, reported


def test_closed_output_is_no_file(folder):
    """Without standard output its number goes to no file that is opened later."""
    project = os.path.join(folder, 'closed.tileloom')
    loses([*TUNE, '--db', project], folder, stdout=None, preexec_fn=lambda: os.close(1))
    assert 'trial' not in cli('best', '--db', project, PROGRAM, '--as', 'json').stderr
    out = os.path.join(folder, 'quiet.py')
    cli(*filled(['apply', PROGRAM, '{nothing}', '-o', out], folder), stdout=None, preexec_fn=lambda: os.close(1))
    cli('equal', out, PROGRAM)


def test_open_files(folder):
    """A file by its descriptor is written into, not replaced: who opened it reads what was written, also after its name is gone."""
    nothing = write(folder, 'nothing.py', 'def nothing(sch):\n    pass\n')
    for is_gone in (False, True):
        path = os.path.join(folder, 'open.py')
        with open(path, 'w+', encoding='utf-8') as opened:
            if is_gone:
                os.remove(path)
            cli('apply', PROGRAM, nothing, '-o', f'/proc/self/fd/{opened.fileno()}', pass_fds=[opened.fileno()])
            opened.seek(0)
            assert 'T.prim_func' in opened.read(), is_gone
        assert sorted(name for name in os.listdir(folder) if name.startswith('open')) == ([] if is_gone else ['open.py'])


def no_room():
    """The disk is full for every file that this process writes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def unwritable(folder, command, option, ending):
    """(path, how to start) of places that take nothing."""
    absent = ('/proc/nope/out' + ending, None)
    if (command, option) == ('tune', 'work-dir') or (command, option, ending) == ('best', 'copy-to', ''):
        return [absent, (os.path.join(folder, 'full'), no_room), (PROGRAM, None)]
    if option == 'shared':
        return [absent]   # the linker would remove the device that stands for a full disk
    full = os.path.join(folder, 'full' + ending)
    if not os.path.lexists(full):
        os.symlink('/dev/full', full)
    is_folder = os.path.join(folder, 'folder' + ending)
    os.makedirs(is_folder, exist_ok=True)
    return [absent, (full, None), (os.path.join(folder, 'new' + ending), no_room), (is_folder, None)]


def test_files(folder):
    """A folder that is not there or is no folder, a file that is a folder, a full device, a full disk."""
    project = project_in(folder)
    for command, rows in WRITING.items():
        for option, arguments in rows.items():
            for ending in ENDINGS.get((command, option), ('.tileloom' if option in ('db', 'database') else '',)):
                if (command, option) == ('features', 'db'):
                    continue
                for path, start in unwritable(folder, command, option, ending):
                    status, reported = loses([*arguments, f'--{option}', path], folder, preexec_fn=start)
                    assert status != 1, (command, option, path, status, reported)
                    assert 'another program' not in reported, reported
                    left = glob.glob(os.path.join(folder, 'new*'))
                    assert not left or ending == '.tileloom', (command, option, path, left)
                    for name in left:
                        os.remove(name)
    cli('best', '--db', project, PROGRAM)


def limits(**limit):
    """A start with these limits, as nobody in particular where the system asks nothing of root."""
    def start():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for name, value in limit.items():
            resource.setrlimit(getattr(resource, 'RLIMIT_' + name), (value, value))
        if os.getuid() == 0 and 'NPROC' in limit:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
    return start


def test_few_resources(folder):
    """Without descriptors, processes or threads: one message and a status, or the result."""
    calls = [TUNE, ['run', PROGRAM, '--check'], ['show', PROGRAM, '--as', 'asm'], [*TUNE, '--db', os.path.join(folder, 'few.tileloom')]]
    cases = [(call, {'NOFILE': n}) for call in calls for n in (3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24)]
    cases += [(call, {'NPROC': n}) for call in calls[:3] for n in (0, 1, 2, 3, 4, 6)]
    # The leak checker of a build with sanitizers is a process itself.
    environment = {**os.environ, 'ASAN_OPTIONS': os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'}
    for call, limit in cases:
        try:
            result = run_to_end([CLI, *call], preexec_fn=limits(**limit), env=environment if 'NPROC' in limit else None)
        except BlockingIOError:
            continue   # not even this process
        reported = result.stdout or 'tileloom-cli: ' in result.stderr
        # Before main nothing is ours: the loader needs a descriptor itself.
        is_loader = result.returncode == 127 and 'shared libraries' in result.stderr
        assert is_loader or result.returncode == 0 or result.returncode in (2, 4) and reported, (call, limit, result.returncode,
                result.stderr)


def test_interrupted_pipe(_):
    """A closed pipe is not reported: the signal ends the command, as it ends other programs."""
    process = start([CLI, 'print', PROGRAM], restore_signals=True)
    process.stdout.close()
    process.stdout = None
    errors = finish(process)[1]
    assert process.returncode in (0, -signal.SIGPIPE) and not errors, (process.returncode, errors)


run_tests(globals())
