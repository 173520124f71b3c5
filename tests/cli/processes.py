# SPDX-License-Identifier: Apache-2.0
"""Processes as /proc shows them: who started whom, and where one that hangs stands."""
import collections
import contextlib
import os
import shutil
import signal
import subprocess

N_FRAMES = 12
GDB_LIMIT_S = 60

Process = collections.namedtuple('Process', 'pid name state parent session')


def read(*parts):
    """The text of a file below /proc; '' if the process has gone or may not be looked at."""
    try:
        with open(os.path.join('/proc', *map(str, parts)), encoding='utf-8', errors='replace') as file:
            return file.read()
    except OSError:
        return ''


def process(pid):
    before, _, after = read(pid, 'stat').rpartition(')')
    fields = after.split()
    return Process(pid, before.partition('(')[2], fields[0], int(fields[1]), int(fields[3])) if fields else None


def processes():
    """All that run; those that have ended and are not waited for are left out."""
    found = [process(int(entry)) for entry in os.listdir('/proc') if entry.isdigit()]
    return [one for one in found if one and one.state not in 'ZX']


def children(parent):
    return [one for one in processes() if one.parent == parent]


def tree(root):
    """The process and all that it and its children have started, (depth, process) each."""
    by_parent = collections.defaultdict(list)
    for one in processes():
        by_parent[one.parent].append(one)

    def walk(one, depth):
        yield depth, one
        for child in by_parent[one.pid]:
            yield from walk(child, depth + 1)
    first = process(root)
    return list(walk(first, 0)) if first else []


def holders(streams):
    """Of the pipes that @streams read: the processes that have them open, but this one."""
    pipes = {os.readlink(f'/proc/self/fd/{stream.fileno()}') for stream in streams if stream and not stream.closed}
    for one in processes():
        with contextlib.suppress(OSError):
            for fd in os.listdir(f'/proc/{one.pid}/fd'):
                with contextlib.suppress(OSError):
                    if one.pid != os.getpid() and os.readlink(f'/proc/{one.pid}/fd/{fd}') in pipes:
                        yield one
                        break


def command_line(pid):
    return read(pid, 'cmdline').replace('\0', ' ').strip()


def stacks(pid):
    """Of each thread by gdb, where there is one."""
    gdb = shutil.which('gdb')
    if not gdb:
        return []
    try:
        result = subprocess.run([gdb, '-p', str(pid), '-batch', '-nx', '-ex', f'thread apply all backtrace {N_FRAMES}'],
                                capture_output=True, text=True,
                                check=False, timeout=GDB_LIMIT_S, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return ['gdb does not end']
    return [line for line in result.stdout.splitlines() if line.startswith(('Thread', '#'))]


def describe(root, streams=()):
    """Where the process, what it has started and whoever holds its pipes stand: state, what each thread waits for, stacks."""
    lines, seen = [], set()
    for depth, one in tree(root) + [(0, holder) for holder in holders(streams)]:
        if one.pid in seen:
            continue
        seen.add(one.pid)
        lines.append(f'{"  " * depth}{one.pid} {one.state}, child of {one.parent}: {command_line(one.pid) or one.name}')
        for thread in sorted(os.listdir(f'/proc/{one.pid}/task'), key=int) if os.path.isdir(f'/proc/{one.pid}/task') else []:
            fields = read(one.pid, 'task', thread, 'stat').rpartition(')')[2].split()
            ticks = f'{fields[0]}, {fields[11]}+{fields[12]} ticks' if fields else 'gone'
            lines.append(f'{"  " * depth}  thread {thread} {read(one.pid, "task", thread, "comm").strip()}: {ticks}, waits in '
                         f'{read(one.pid, "task", thread, "wchan") or "?"}')
        lines += ['  ' * depth + '    ' + line for line in stacks(one.pid)]
    return '\n'.join(lines)


def kill_tree(root, streams=()):
    """Ends the process, what it has started and whoever holds its pipes."""
    for pid in {one.pid for _, one in tree(root)} | {one.pid for one in holders(streams)}:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
