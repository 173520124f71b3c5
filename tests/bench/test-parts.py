#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every part of every benchmark works: it prints its lines, and no library complains. A short form of each; figures do not matter.
usage: test-parts.py TILELOOM-BENCH TOP; prints TAP."""
import concurrent.futures
import os
import re
import shutil
import sys

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(FOLDER, 'cli'), os.path.join(FOLDER, 'ui')]
from driver import COMPLAINT, OF_GTK
from harness import CLI, cli, run_tests, run_to_end

LIMIT_S = 240
MODELS = ('xgb ', 'xgb(loss="mse")', 'mlp', 'random')
# A call, and the beginnings of lines that it prints; test-bench.py has the other benchmarks.
CALLS = (
    (('schedule', '--rounds', '1'), (r'schedule +\d+ replays/s/core', r'  split +[\d.]+ µs')),
    (('search', 'evaluate'), (r'evaluate +\d+ candidates/s',)),
    (('search', 'matmul-128', '--rounds', '1', '--trials', '2'),
     (r'matmul-128: best ', r'  replay +\S', r'  evolutionary +\S', r'trials until ')),
    (('model', '--rounds', '1'), (r'features ', *(rf'model +\S+ +{re.escape(name)}' for name in MODELS))),
    (('scale', '10'), (r'scale +milliseconds', r' +10( +[\d.]+){6}$')),
    (('soundness', '--schedules', '3'), (r'soundness +3 schedules, .* 0 wrong$', r'  split ')),
    (('gpu-soundness', 'kernels', 'code', 'opencl', 'faults', '--schedules', '6'),
     (r'gpu-soundness +6 schedules .*; 0 wrong$', r'  code: \d+ assembled', r'  OpenCL: [01] run and compared',
      r'gpu-soundness +[1-9][0-9]* faults in sound kernels, [1-9][0-9]* found$', r'  wrong index ')),
    (('explain', 'vectorize', '--rounds', '1'), ('vectorize$', r'  sum ', r'  whole ')),
    (('suggestions', 'transpose', '--rounds', '1', '--schedules', '1'), (r'transpose +start +\d+ steps, ', r'all +\d+ steps, ')),
)
WINDOW_CALLS = (
    (('ui', 'primitive', 'drag', 'nest', 'graph', 'data', '--rounds', '1'),
     (r'start +first frame', r'primitive +\d+ loops: median', r'drag +60 loops, \d+ places: median', r'nest +60 loops as lines that fit',
      r'nest +\d+ blocks opened', r'nest +\d+ blocks as lines at', r'nest +\d+ blocks as boxes at', r'nest +\d+ blocks as boxes that fit',
      r'graph +\d+ nodes opened in', r'graph +12\d\dx\d+ at zoom 1.00: pan median',
      r'data +first picture median')),
    (('ui', 'plot', 'parallel', 'tuning', '--rounds', '1'),
     (r'memory +\S+ trials shown', r'plot +\S+ trials at 12\d\dx', r'plot +\S+ trials at 19\d\dx', r'parallel +\S+ trials at 19\d\dx',
      r'tuning +\d+ trials, \d+ frames')),
    (('ui', 'keys', '--rounds', '1'), (r'keys +\d+ keys in their places', r' +[\d.]+ ms, +[\d.]+ apart from its frame +start ')),
)
ELSEWHERE = {'kernels', 'rules', 'programs', 'tune', 'run', 'repair', 'schedules', 'traffic', 'gpu', 'gpu-static'}


def check(call, lines):
    """A benchmark that judges its own figures may end with 1 on a busy machine."""
    hidden = {name: value for name, value in os.environ.items() if name not in ('DISPLAY', 'WAYLAND_DISPLAY')}
    done = run_to_end([CLI, *call], LIMIT_S, env=hidden)
    told = f'{" ".join(call)}: exit {done.returncode}\n{done.stdout}{done.stderr}'
    assert done.returncode == 0 or call[0] == 'explain', told
    for line in lines:
        assert re.search('^' + line, done.stdout, re.M), f'no line "{line}"\n{told}'
    complaints = [line for line in done.stderr.splitlines() if COMPLAINT.search(line) and not OF_GTK.search(line)]
    assert not complaints, '\n'.join(complaints)


def check_all(calls):
    """Two at a time: most of them wait, for frames and for measurements."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for _ in pool.map(lambda row: check(*row), calls):
            pass


def has_window():
    return os.path.exists(os.path.join(os.path.dirname(CLI), 'tileloom-bench-window')) and all(
        map(shutil.which, ('xvfb-run', 'dbus-run-session', 'openbox', 'xdotool')))


def test_calls(_):
    check_all(CALLS)


def test_window(_):
    if has_window():
        check_all(WINDOW_CALLS)


def test_complete(_):
    """No benchmark is left out, and no part of the window's."""
    called = {call[0] for call, _ in CALLS + WINDOW_CALLS}
    benches = set(re.findall(r'^  ([a-z-]+) ', cli('nonsense', status=2).stderr, re.M))
    assert benches == called | ELSEWHERE, benches ^ (called | ELSEWHERE)
    if has_window():
        parts = set(cli('ui', 'nonsense', status=2).stderr.split('it has ')[1].split())
        used = {word for call, _ in WINDOW_CALLS for word in call[1:] if re.fullmatch('[a-z]+', word)}
        assert parts == used, parts ^ used


run_tests(globals())
