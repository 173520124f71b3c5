# SPDX-License-Identifier: Apache-2.0
"""
Presses the keys of the program, each where it has a meaning, and prints how long the main thread did not answer.
usage: keys.py BUILD_DIR SOURCE_DIR [--rounds N] [PLACE…]

Milliseconds are CPU time of the main thread, of the longest dispatch after the key until the program is at rest; the window answers again
after each. "start" is no key, but the window's own first appearance. Apart from frames: without the layout and the painting of GTK, which
here draws in software. They are printed and judged by none: other work on the machine's cores makes them longer. Memory is kept awake
(awake.py). Of several rounds, each in new windows, the shortest counts. PLACES is checked: shortcuts.py compares it with the window of
shortcuts.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shortcuts
from driver import Display, Missing

LIMIT_MS = 3        # shorter holds are not told
FRAME_MS = 16
REST_S = 0.35       # without work of the main thread
N_LINES = 40
N_TABS = 40
HOLD = re.compile(r'^watchdog: held ([\d.]+) ms: CPU ([\d.]+), .*, in a frame ([\d.]+);', re.M)
N_MATMULS = 16      # three loops each, two more in the block that follows

# Name, pages of the window of shortcuts, program, preparation, keys. A preparation is keys, what is clicked: (role, name), and what Tab
# goes to: ('Tab', role, name).
PLACES = (
    ('start', 'window', None, (), 'slash Escape F10 Escape <Control>comma Escape <Control>question Escape <Control>o Escape'),
    ('cards', 'window', None, (('Tab', 'grid cell', '^Vector addition, 1024'),), 'Return'),
    ('canvas', 'explore', 'matmul', (('tree item', '^loop j,'),),
     'Up Down <Shift>Up <Shift>Down Left Right space space <Alt>Up <Alt>Down <Control>z <Control>z '
     's Escape p <Control>z u <Control>z b Escape v <Control>period <Control>z n <Shift>n Escape f Escape Up <Shift>Down f <Control>z '
     'Up <Shift>Down <Shift>s Escape <Control>z Return Escape period Escape plus minus 0 z 0 Escape'),
    ('draft', 'explore', 'matmul', (('tree item', '^loop k,'),), 'p <Control>d n <Shift>n <Control>z'),
    ('block', 'explore', 'matmul', (('tree item', '^block C'),),
     'a Escape c Escape d <Control>z i Escape r Escape Escape plus minus'),
    ('steps', 'explore', 'matmul', ('F7', ('list item', '^step 3,')),
     'bracketleft bracketright <Control>Return <Alt>1 Menu Escape F2 Escape <Alt>Up <Alt>Down Delete <Control>z'),
    ('split', 'data', 'matmul', (('tree item', '^loop j,'), 's', ('slider', '^Ruler of j_1')),
     'Left Right Home End Up Down plus asterisk minus Return <Control>z'),
    ('data', 'data', 'matmul', (('tree item', '^loop j,'), ('image', '^One iteration of j: ')),
     'Up Down Page_Up Page_Down l j less greater k k 2 3 4 5 6 7 1'),
    ('palette', 'data', 'matmul', (('tree item', '^loop j,'), 'Return'), 'Down Up m Right Escape Escape'),
    ('code', 'code', 'matmul', ('F7', ('tree item', '^block C'), ('label', '^Assembly$')),
     '<Control>period <Control>period <Alt>Left <Alt>Right'),
    ('script', 'code', 'matmul', ('F7', ('text box', '^Script')), 'Down Return <Control>m <Control>m '
     '<Control>backslash <Control>Page_Down <Control>Page_Up <Control>l <Control>l <Control>F4'),
    ('window', 'window', 'matmul', (('tree item', '^loop j,'),),
     'F6 <Shift>F6 F9 F9 <Control>k Escape F5 <Control>F5 F7 <Control>z <Control><Shift>z <Alt>2 <Alt>1 <Alt>3 <Alt>1 <Alt>0 '
     '<Alt>Page_Down <Alt>Page_Up F10 Escape '
     '<Control>comma Escape <Control>question Escape <Control>o Escape <Control><Shift>s Escape <Control>e Escape <Control>r Escape '
     '<Control>n <Control>w <Control>t <Control><Shift>t'),
    ('passes', 'code', 'matmul', (('tree item', '^loop i,'), ('tab', '^Passes$'), ('list item', '^lower-init,')),
     'Down Up <Control>p Down <Control>d'),
    ('roofline', 'data', 'matmul', (('tab', '^Roofline$'), ('image', '^Roofline: '), 'F5', ('image', '^Roofline: ')),
     't Right Left space space Return'),
    ('cache', 'data', 'matmul', (('tree item', '^block C'),), 'r 3 Escape'),
    ('trials', 'tune', 'trials', (('image', '^Latency over trials$'),),
     'bracketright bracketleft Right Left space e <Shift>e <Shift>e x y f Home End Return Escape <Control>g Escape'),
    ('axes', 'tune', 'trials', (('tab', '^Parallel$'), ('image', '^Decisions of trials$')),
     'Tab Down Up <Shift>Up <Shift>Down <Control>Right <Control>Left BackSpace Delete'),
    ('graph', 'model', 'model', (('image', '^Graph: .*calls'),),
     'Right Right Down Up Left Home End f 0 plus minus c c m Escape Right Return'),
    ('compare', 'compare', 'matmul', ('F7', '<Alt>3'), 'n p Down Up Right Left Return s l'),
    ('50 loops', 'window', 'chain', (('tree item', '^loop i1,'),),
     'Up Down <Shift>Down <Shift>Up Left Right space space s Escape p <Control>z s Return <Control>z '
     '<Control><Shift>z <Control>z Return Escape '
     'plus minus F9 F9 <Control>k Escape F7 <Control>z <Control><Shift>z <Alt>2 <Alt>1 <Alt>3 n p Down s <Alt>1'),
)
# Quit has no frame after it; the last ones of a range do what the first do.
NOT_PRESSED = {'<Control>q', '3', '9'}


def chain_text(n_matmuls):
    """A program of as many, each of which reads the result of the one before."""
    text = ['@T.prim_func',
            'def chain(%s):' % ', '.join('%s: T.Buffer((64, 64), "float32")' % name for name in 'ABC'),
            '    T.func_attr({"global_symbol": "chain", "tir.noalias": True})']
    text += ['    T%d = T.alloc_buffer((64, 64), dtype="float32")' % i for i in range(n_matmuls)]
    for i in range(n_matmuls):
        text += ['    for i%d, j%d, k%d in T.grid(64, 64, 64):' % (i, i, i), '        with T.block("T%d"):' % i,
                 '            vi, vj, vk = T.axis.remap("SSR", [i%d, j%d, k%d])' % (i, i, i), '            with T.init():',
                 '                T%d[vi, vj] = T.float32(0)' % i,
                 '            T%d[vi, vj] = T%d[vi, vj] + %s[vi, vk] * B[vk, vj]' % (i, i, 'T%d' % (i - 1) if i else 'A')]
    text += ['    for i, j in T.grid(64, 64):', '        with T.block("C"):', '            vi, vj = T.axis.remap("SS", [i, j])',
             '            C[vi, vj] = T.max(T%d[vi, vj], T.float32(0))' % (n_matmuls - 1)]
    return '\n'.join(text) + '\n'


def pressed_key(accelerator):
    """As xdotool calls it."""
    return re.sub(r'<(\w+)>', lambda part: {'Control': 'ctrl', 'Shift': 'shift', 'Alt': 'alt'}[part[1]] + '+', accelerator)


class Awake:
    """While it is entered, the machine's memory answers at its usual speed."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'awake.py')])

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Watched:
    """A window whose holds are read after each key."""

    def __init__(self, display, argv, data):
        self.display = display
        self.app = display.launch(argv, TILELOOM_WATCHDOG=str(LIMIT_MS), TILELOOM_DATADIR=data)
        self.place = '/proc/%d/task/%d/schedstat' % (self.app.process.pid, self.app.process.pid)
        self.n_read = 0

    def cpu_ns(self):
        with open(self.place, encoding='ascii') as file:
            return int(file.read().split()[0])

    def rest(self):
        """Until its main thread does nothing any more, half a minute at most."""
        end, cpu_ns, quiet = time.time() + 30, self.cpu_ns(), time.time()
        while time.time() < min(end, quiet + REST_S):
            time.sleep(0.05)
            if self.cpu_ns() > cpu_ns + 1000000:
                cpu_ns, quiet = self.cpu_ns(), time.time()

    def longest(self):
        """CPU milliseconds of the longest hold since the last call, and of the longest work that was no frame's."""
        text = self.app.log()
        holds = [[float(value) for value in hold] for hold in HOLD.findall(text[self.n_read:])]
        self.n_read = len(text)
        return max((cpu for _, cpu, _ in holds), default=0), max((cpu * (1 - frame / held) for held, cpu, frame in holds), default=0)

    def tab_to(self, role, name):
        thing = self.app.find(role, name, seconds=20).accessible
        for _ in range(N_TABS):
            if thing.is_focused:
                return
            self.press('Tab')
        raise Missing('the keyboard does not reach ' + name)

    def press(self, accelerator):
        self.display.key(pressed_key(accelerator))
        self.rest()
        return self.longest()


def programs(source, folder):
    chain = os.path.join(folder, 'chain.py')
    with open(chain, 'w', encoding='utf-8') as file:
        file.write(chain_text(N_MATMULS))
    return {None: [], 'matmul': [source + '/data/workloads/matmul-1024.py'], 'chain': [chain],
            'model': [source + '/tests/graph/models/layers.py'], 'trials': [source + '/tests/records/work-dirs/tvm-0.27']}


def press_all(display, build, data, place, argv):
    """The longest hold of each key."""
    name, _, _, preparation, keys = place
    worst = {}
    window = Watched(display, [build + '/app/tileloom'] + argv, data)
    window.rest()
    worst[name, 'start'] = window.longest()
    for step in preparation:
        if isinstance(step, str):
            window.press(step)
        elif step[0] == 'Tab':
            window.tab_to(*step[1:])
        else:
            window.app.find(*step, seconds=20).click()
    window.rest()
    window.longest()
    for key in keys.split():
        worst[name, key] = tuple(map(max, worst.get((name, key), (0, 0)), window.press(key)))
    window.app.end()
    return worst


def print_table(worst):
    starts = [hold for (_, key), hold in worst.items() if key == 'start']
    rows = sorted((row for row in worst.items() if row[0][1] != 'start'), key=lambda row: row[1], reverse=True)
    print('start      %d windows: longest dispatch %.0f to %.0f ms of CPU time' % (len(starts), min(starts)[0], max(starts)[0]))
    print('keys       %d keys in their places: longest dispatch %.0f ms of CPU time, %d above %d ms; apart from frames %.0f ms, %d'
          % (len(rows), rows[0][1][0], sum(ms > FRAME_MS for _, (ms, _) in rows), FRAME_MS, max(own for _, (_, own) in rows),
             sum(own > FRAME_MS for _, (_, own) in rows)))
    for (place, key), (ms, own) in rows[:N_LINES]:
        print('           %5.1f ms, %4.1f apart from its frame  %-8s %s' % (ms, own, place, key))


def missing_keys(source):
    """By page of the window of shortcuts: accelerators that are pressed in no place of it."""
    missing = []
    for page, keys in shortcuts.accelerators(source).items():
        pressed = {shortcuts.plain(key) for place in PLACES if page in place[1].split() for key in place[4].split()}
        missing += ['%s: %s' % (page, key) for key in sorted(keys - NOT_PRESSED) if shortcuts.plain(key) not in pressed]
    return missing


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument('build', type=os.path.abspath)
    parser.add_argument('source', type=os.path.abspath)
    parser.add_argument('places', nargs='*')
    parser.add_argument('--rounds', type=int, default=1)
    return parser.parse_args()


def main():
    args = arguments()
    shortest = {}
    try:
        with Display() as display, Awake(), tempfile.TemporaryDirectory() as folder:
            argv = programs(args.source, folder)
            for place in PLACES * args.rounds:
                if args.places and place[0] not in args.places:
                    continue
                for key, hold in press_all(display, args.build, args.source + '/data', place, argv[place[2]]).items():
                    shortest[key] = min(shortest.get(key, hold), hold)
    except Missing as missing:
        print('keys: missing: %s' % missing, file=sys.stderr)
        return 1
    print_table(shortest)
    return 0


if __name__ == '__main__':
    sys.exit(main())
