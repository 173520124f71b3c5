# SPDX-License-Identifier: Apache-2.0
"""Takes the pictures of data/screenshots, or some of them. usage: pictures.py BUILD_DIR SOURCE_DIR OUT_DIR [start explore steps…]

Needs imagemagick, and xcompmgr for the shadows of menus. "model" takes resnet18.onnx of tests/oracle/make-models.py, whose path is $MODEL.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from driver import Display

SIZES = ((1280, 800), (1920, 1080))
PAINT_S = 1.5   # what is drawn last: measured texts, code of other panes


def tuned(build, source, folder, name, trials):
    """A project of the workload with a finished run."""
    project = os.path.join(folder, name + '.tileloom')
    subprocess.run([build + '/app/tileloom-cli', 'tune', f'data/workloads/{name}.py', '--trials', str(trials), '--seed', '1', '--db',
                    project],
                   cwd=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return project


def start(app, display):
    app.find('label', r'^Examples$')


def open_best(app, display):
    display.key('alt+2')
    app.find('label', r' trials', seconds=15)
    app.find('button', r'^Open Best$').click()
    display.key('alt+1')
    app.find('list item', r'^variant tuned')


def explore(app, display):
    """The rates of the machine, then the schedule of the rules, measured."""
    subprocess.run([os.path.abspath(sys.argv[1]) + '/app/tileloom-cli', 'machine'], env=display.env, stdout=subprocess.DEVNULL, check=True)
    app.find('label', r'checked', seconds=60)
    display.key('F7')
    app.find('label', r'^Scheduled by rules')
    display.key('F5')
    app.find('label', r' → .*checked', seconds=60)
    app.find('tree item', r'^loop j_1,').click()
    display.xdotool('mousemove', *(length - 4 for length in display.size))   # no tooltip


def steps(app, display):
    app.find('tree item', r'^block C$').click()
    display.key('period')


def tune(app, display):
    display.key('alt+2')
    app.find('label', r' trials', seconds=15)
    app.find('label', r'^feed_forward$').click()


def compare(app, display):
    open_best(app, display)
    display.key('alt+3')
    app.find('button', r'[Rr]ace').click()
    app.find('label', r'faster than', seconds=120)
    time.sleep(5)


def gpu(app, display):
    """The page of kernels, with the nest beside it and little of the code below."""
    app.find('button', r'^Target$').click()
    app.find('list', r'^Targets$')
    display.type('nvidia a100')
    display.key('Return', 'Escape', 'Escape')
    app.find('tree item', r'^block C_update$').click()
    app.find('tab', r'^GPU$').click()
    app.find('label', r'^Limited by shared memory')
    divider = app.find('tab', r'^Script$').middle()[1] - 22
    display.drag(display.size[0] - 200, divider, display.size[0] - 200, display.size[1] - 150)
    time.sleep(2 * PAINT_S)   # registers of ptxas


def model(app, display):
    """For one image; the rates of the machine are measured before the kernels."""
    subprocess.run([os.path.abspath(sys.argv[1]) + '/app/tileloom-cli', 'machine'], env=display.env, stdout=subprocess.DEVNULL, check=True)
    app.find('spin button', r'^Value of batch\b')
    display.key('Return')
    app.find('label', r'end to end · ', seconds=60)
    app.find('image', r'^Graph: ')
    for _ in range(6):
        display.key('Right')


def main():
    build, source, out = (os.path.abspath(path) for path in sys.argv[1:4])
    folder = tempfile.mkdtemp(prefix='tileloom-pictures.')
    try:
        relu, layer = tuned(build, source, folder, 'mm-relu-128', 64), tuned(build, source, folder, 'encoder-layer', 240)
        matmul, tiles = source + '/data/workloads/matmul-128.py', os.path.join(folder, 'matmul-tiles.py')
        subprocess.run([build + '/app/tileloom-cli', 'apply', 'tests/seeds/gpu-blocking-shared.py', '-o', tiles], cwd=source, check=True)
        views = ((start, None), (explore, source + '/data/workloads/matmul-1024.py'), (steps, matmul), (tune, layer), (compare, relu),
                 (gpu, tiles)) + (((model, os.environ['MODEL']),) if 'MODEL' in os.environ else ())
        for view, subject in views if len(sys.argv) < 5 else [pair for pair in views if pair[0].__name__ in sys.argv[4:]]:
            for size in SIZES:
                for dark in (False, True):
                    with Display(*size, dark=dark) as display:
                        display.helpers.append(subprocess.Popen(['xcompmgr'], env=display.env, stderr=subprocess.DEVNULL))
                        copy = shutil.copy(subject, display.folder) if subject and subject.endswith('.tileloom') else subject
                        app = display.launch([build + '/app/tileloom'] + ([copy] if copy else []), TILELOOM_DATADIR=source + '/data')
                        display.xdotool('search', '--sync', '--onlyvisible', '--class', 'tileloom', 'windowmove', 0, 0, 'windowsize', *size)
                        time.sleep(PAINT_S)
                        display.xdotool('mousemove', *(length - 2 for length in size))   # no tooltip
                        view(app, display)
                        display.xdotool('mousemove', *(length - 2 for length in size))
                        time.sleep(PAINT_S)
                        display.screenshot(os.path.join(out, '%s-%s-%dx%d.png' % ((view.__name__, 'dark' if dark else 'light') + size)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    main()
