# SPDX-License-Identifier: Apache-2.0
"""What the drivers of tileloom-cli and tileloom-bench share. A driver takes the program, TOP and names of tests (all by default),
defines test_NAME (folder) and calls run_tests (globals ())."""
import contextlib
import functools
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from processes import describe, kill_tree, processes

CLI, TOP = os.path.abspath(sys.argv[1]), sys.argv[2]
WORKLOADS = os.path.join(TOP, 'data', 'workloads')
SCHEDULES = os.path.join(TOP, 'data', 'schedules')
DEVNULL = subprocess.DEVNULL
LIMIT_S = 300   # of each call: it only ends what hangs, however slow or busy the machine is
SOON_S = 60     # a second or so, on a machine that has other things to do
PROGRESS = re.compile(r'^.+ … \d+ s\n', re.MULTILINE)   # "applying trace.json … 2 s", from the second second on


def sample(cases):
    """All, or each third where TL_FEWER is set: builds with sanitizers are slow."""
    return cases[::3] if 'TL_FEWER' in os.environ else cases


def start(arguments, **more):
    """A process whose end is waited for by finish. Without more its output and errors are read."""
    return subprocess.Popen(arguments, **{'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, 'text': True, **more})


def finish(process, limit=LIMIT_S):
    """Its output and errors, once it has ended and nobody writes them any more. One that does not end in time is described, and killed."""
    try:
        return process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        streams = [stream for stream in (process.stdout, process.stderr) if stream]
        where = describe(process.pid, streams)
        kill_tree(process.pid, streams)
        raise AssertionError(f'{process.args} hangs: not done after {limit} s\n{where}\noutput and errors: {rest(process)}') from None


@contextlib.contextmanager
def running(arguments, **more):
    """A process that is ended with the block, whatever becomes of that."""
    process = start(arguments, **more)
    try:
        yield process
    finally:
        if process.poll() is None:
            kill_tree(process.pid)
        process.wait()


def rest(process):
    """What a killed process had written."""
    try:
        return process.communicate(timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        return 'its pipes are still open'


def run_to_end(arguments, limit=LIMIT_S, **more):
    """The errors are without lines of progress: on a slow machine anything may have some."""
    process = start(arguments, **more)
    output, errors = finish(process, limit)
    if isinstance(errors, str):
        errors = PROGRESS.sub('', errors)
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def cli(*args, status=0, **more):
    result = run_to_end([CLI, *args], **more)
    assert result.returncode == status, f'{" ".join(args)}: exit {result.returncode}, not {status}\n{result.stdout}{result.stderr}'
    return result


class Session:
    """A command in a session of its own, so that all processes it starts can be found."""

    def __init__(self, arguments, folder, **more):
        self.said = open(os.path.join(folder, 'said'), 'w+', encoding='utf-8')
        self.process = start([CLI, *arguments], stdout=DEVNULL, stderr=self.said, start_new_session=True, cwd=folder, **more)

    def text(self):
        self.said.seek(0)
        return self.said.read()

    def members(self):
        return [one.pid for one in processes() if one.session == self.process.pid]

    def wait_gone(self, seconds):
        """Whether all processes are gone by then."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.process.poll()
            if not self.members():
                return True
            time.sleep(0.02)
        return False

    def close(self):
        for pid in self.members():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.said.close()


def interrupt(arguments, folder):
    """A call that would take long is interrupted by Ctrl+C once it has said what it does: it ends soon, with all its processes."""
    call = ' '.join(arguments)
    session = Session(arguments, folder)
    try:
        end = time.monotonic() + LIMIT_S
        while not session.text():
            assert session.process.poll() is None and time.monotonic() < end, f'{call}: said nothing, {session.process.poll()}'
            time.sleep(0.05)
        time.sleep(0.3)
        os.kill(session.process.pid, signal.SIGINT)
        assert session.wait_gone(SOON_S), f'{call}: still there: {session.members()}'
        finish(session.process, SOON_S)
        assert session.process.returncode in (-signal.SIGINT, 130), f'{call}: {session.process.returncode}'
    finally:
        session.close()


def workload(name):
    return os.path.join(WORKLOADS, name + '.py')


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


@functools.cache
def commands():
    """Names of all commands, as --help lists them."""
    return re.findall(r'^  ([a-z]+) +\S', cli('--help').stdout, re.M)


@functools.cache
def actions():
    """Those of commands that have options of their own, "model export", as the help of the command lists them."""
    return re.findall(r'^  (model [a-z]+) \S', cli('model', '--help').stdout, re.M)


@functools.cache
def options(*command):
    """(name, argument or None, help) of each option of a command, or of a program with one, as its --help lists them."""
    return [(name, argument or None, reported) for name, argument, reported in
            re.findall(r'^  (?:-\w, |    )?--([\w-]+)(?:=(\S+))?(?:  +(.*))?$', cli(*command, '--help').stdout, re.M) if name != 'help']


def run_tests(names):
    chosen = sys.argv[3:]
    tests = [(name, function) for name,
             function in sorted(names.items()) if name.startswith('test_') and (not chosen or name[5:] in chosen)]
    print(f'1..{len(tests)}')
    failed = False
    for number, (name, function) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(folder)
                print(f'ok {number} {name[5:]}', flush=True)
            except Exception as problem:  # any failure is a failed test, reported with its reason
                failed = True
                print(f'not ok {number} {name[5:]}')
                place = next(frame for frame in reversed(traceback.extract_tb(problem.__traceback__)) if frame.name == name)
                for line in f'{type(problem).__name__}: {problem}\nat line {place.lineno}: {place.line}'.splitlines():
                    print(f'# {line}', flush=True)
    sys.exit(1 if failed else 0)
