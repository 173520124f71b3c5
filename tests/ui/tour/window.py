# SPDX-License-Identifier: Apache-2.0
"""Start, header bar, keys, sizes and the end of the window."""
import glob
import json
import os
import re
import subprocess
import time

from driver import Display
from tour.steps import leave_draft, loops, newest_draft


def header_actions(app):
    """The buttons of the header bar that start something; hidden pages keep their place below it in the tree."""
    return sorted(thing.name for thing in app.all('button', r'^(Measure|Time|Tune|Start Tuning)$') if thing.box[1] < 47)


def test_header(display, app):
    """The title says what is shown. Each page has its own main actions, in words that mean one thing."""
    app.find('label', r'^Matrix multiplication, 128$')
    app.find('label', r'^start · float32 128×128×128$')
    for key, wanted in (('alt+2', []), ('alt+3', ['Measure']), ('alt+1', ['Measure', 'Start Tuning'])):
        display.key(key)
        app.wait(lambda: header_actions(app) == wanted, 8, '%s: %s' % (key, header_actions(app)))


def test_escape(display, app):
    """Escape closes every dialog and popover, and nothing below it."""
    def menu(*keys):
        return lambda: display.key('F10', *keys)

    def block():
        app.find('tree item', r'^block C$').click()

    display.key('alt+1')
    app.find('list item', r'^variant start').click()
    rows = (('Steps', lambda: (block(), display.key('period')), 'label', r'^Steps for block C$'),
            ('Steps, in the list', lambda: (block(), display.key('period'), time.sleep(1), display.key('Down')), 'label',
             r'^Steps for block C$'),
            ('Form', lambda: (app.find('tree item', r'^loop j,').click(), display.key('s')), 'button', r'^Apply$'),
            ('Variant', lambda: app.find('list item', r'^variant start').click(3), 'text box', r'^Name of the variant$'),
            ('Variant, by key', lambda: (app.find('list item', r'^variant start').click(), display.key('shift+F10')), 'text box',
             r'^Name of the variant$'),
            ('Main menu', menu(), 'menu item', r'^About Tileloom$'),
            ('This machine', menu('Up', 'Up', 'Up', 'Return'), 'label', r'^Peak Compute$|^Not Measured Yet$'),
            ('Shortcuts', lambda: display.key('ctrl+question'), 'label', r'^Loop Nest$'),
            ('About', menu('Up', 'Return'), 'label', r'^Troubleshooting$'),
            ('Script', lambda: display.key('ctrl+r'), 'text box', r'^Schedule script$'),
            ('Settings', lambda: (display.key('alt+2'), app.find('button', r'^Tuning Settings$').click()), 'button',
             r'^Choose Work Folder$'))
    for name, open_it, role, pattern in rows:
        open_it()
        app.find(role, pattern)
        display.key('Escape')
        try:
            app.gone(role, pattern, seconds=3)
        except AssertionError as error:
            raise AssertionError('%s: %s' % (name, error)) from error
    app.find('button', r'^Main Menu$')
    display.key('alt+1')


def test_quit(display, app):
    status = app.close()
    assert status == 0, 'ended with %s: %s' % (status, app.log())


def test_reopen(display, build, source):
    """The draft was saved by itself: it is the first of the recent files, with its variants."""
    leave_draft(display, build, source)
    app = display.launch([build + '/app/tileloom', newest_draft(display)])
    app.find('list item', r'^variant start\b', seconds=15)
    app.find('list item', r'^variant branch', seconds=15)
    assert app.close() == 0, app.log()


def test_start_page(display, build, source):
    """Recent programs stand above the examples, by their titles and best latency; the keyboard opens a card. Neither is there at first."""
    leave_draft(display, build, source)
    app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
    recent, examples = app.find('label', r'^Recent$'), app.find('label', r'^Examples$')
    assert recent.box[1] < examples.box[1], 'the examples stand first'
    cards = [thing.name for thing in display.bus.tree(app.root) if re.match(r'Matrix multiplication, 128, \S+ (ns|µs|ms)$', thing.name)]
    assert cards, [thing.name for thing in display.bus.tree(app.root)]
    assert not any(re.search(r'\w\.(py|tileloom)\b', thing.name) for thing in display.bus.tree(app.root)), 'names of files'
    assert app.close() == 0, app.log()
    for key in ('Return', 'space'):
        app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
        app.find('label', r'^Examples$')
        card = app.find('grid cell', r'^Vector addition, 1024$').accessible
        for _ in range(20):
            if card.is_focused:
                break
            display.key('Tab')
        assert card.is_focused, 'the keyboard does not reach the examples'
        display.key(key)
        app.find('label', r'^start · float32 1024$')
        assert app.close() == 0, app.log()


def test_renderer(display, build, source):
    """Left alone on a display without graphics hardware, the window draws itself: GTK's choice there takes all cores."""
    app = display.launch(['env', '-u', 'GSK_RENDERER', '-u', 'GDK_DEBUG', build + '/app/tileloom',
                          source + '/data/workloads/matmul-128.py'])
    app.find('button', r'^Main Menu$').click()
    display.key('Up', 'Return')   # boxes of menu items are not where they are
    app.find('label', r'^Troubleshooting$')
    display.key('Tab', 'Tab', 'Return')
    app.find('label', r'^Debugging Information$')
    display.key('Tab', 'Return')
    texts = app.wait(lambda: [text for text in (thing.text for thing in display.bus.tree(app.root)) if 'drawn by' in text], 8,
                     'no word on who draws')
    assert 'GskCairoRenderer' in texts[0], texts
    display.key('Escape', 'Escape', 'Escape')   # two pages, the window
    assert app.close() == 0, app.log()


def test_frame_memory(display, build, source):
    """Without graphics hardware, memory shared with the X server for large frames is there once and for all."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,')

    def shared():
        with open('/proc/%d/maps' % app.process.pid, encoding='ascii') as file:
            parts = [line.split()[0].split('-') for line in file if 'SYSV' in line]
        return {int(end, 16) - int(begin, 16) for begin, end in parts}

    app.wait(lambda: any(size >= 8 * 1280 * 1024 * 4 for size in shared()), 8, 'no memory is kept: %s' % shared())
    assert app.close() == 0, app.log()


def test_small_window(display, build, source):
    """The window fits into 720×560; pages are then chosen at the bottom."""
    with Display(720, 560) as small:
        tasks = os.path.join(small.folder, 'tasks.tileloom')
        subprocess.run([build + '/app/tileloom-cli', 'tune', source + '/data/workloads/encoder-layer.py', '--trials', '8', '--seed', '1',
                        '--db', tasks], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        for subject, key, wanted in (([], None, 'Examples'), ([source + '/data/workloads/matmul-1024.py'], None, '3 loops, 1 block'),
                                     ([tasks], 'alt+2', '8 of 8 trials'),
                                     ([source + '/tests/records/work-dirs/tvm-0.27'], None, '4 of 4 trials'),
                                     ([source + '/tests/records/work-dirs/tvm-0.27'], 'alt+3', 'no differences')):
            app = small.launch([build + '/app/tileloom'] + subject, TILELOOM_DATADIR=source + '/data')
            if key:
                app.find('label', r'trials|^\d+ loops', seconds=15)
                small.key(key)
            app.find('label', '^' + wanted, seconds=15)
            time.sleep(0.5)
            size = app.all('window', r'Tileloom')[0].box[2:]
            assert size[0] <= 720 and size[1] <= 560, '%s: the window needs %d×%d' % (wanted, *size)
            if subject:
                x, y, width, height = app.all('tab', r'^Explore$')[0].box
                assert 400 < y and y + height <= size[1], '%s: the switcher of pages is at %d, not at the bottom' % (wanted, y)
            assert app.close() == 0, app.log()


def test_narrow_panes(display, build, source):
    """A narrow window shows one pane of Explore at a time; the loop that is selected in one is that of the others."""
    with Display(720, 560) as small:
        app = small.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
        app.find('tree item', r'^loop j,').click()
        assert not app.all('tab', r'^(Script|Buffers)$')
        app.find('button', r'^Data$').click()
        app.find('image', r'^One iteration of j: ')
        app.gone('tree item', r'^loop j,')
        app.find('button', r'^Code$').click()
        app.find('text box', r'^Script$')
        app.gone('image', r'^One iteration of j: ')
        app.find('button', r'^Variants$').click()
        app.find('button', r'^Schedule by Rules$')
        app.find('button', r'^Nest$').click()
        app.find('tree item', r'^loop j,')
        assert app.close() == 0, app.log()


def holds(app):
    """What the watchdog wrote: milliseconds in all, on a core, and waiting for something else than a core; and the cause."""
    return [(float(held), float(cpu), float(waited), cause) for held, cpu, waited, cause in
            re.findall(r'^watchdog: held ([\d.]+) ms: CPU ([\d.]+), queued [\d.]+, waited ([\d.]+), in a frame [\d.]+; '
                       r'(?:\d+ ms after )?(.*)$', app.log(), re.M)]


def test_divider(display, build, source):
    """The divider above the code stands where the last window left it."""
    found = []
    for _ in range(3):
        app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
        app.find('label', r'^start · float32 128×128×128$')
        tab = app.find('tab', r'^Script$')
        tab.wait_until_idle()
        found.append(tab.box[1])
        assert app.close() == 0, app.log()
    assert max(found) - min(found) <= 1, found


def test_watchdog(display, build, source):
    """The watchdog finds an artificial delay, and names its key. Without it, the longest hold after each key is printed, and judged by none."""
    argv = [build + '/app/tileloom', source + '/data/workloads/matmul-128.py']
    app = display.launch(argv, TILELOOM_WATCHDOG='delay')
    app.find('label', r'^start · float32 128×128×128$')
    display.key('F9')
    app.wait(lambda: any(held >= 39 and waited >= 20 and cause == 'key F9' for held, _, waited, cause in holds(app)), 8, app.log())
    assert app.close() == 0, app.log()
    app = display.launch(argv, TILELOOM_WATCHDOG='16')
    app.find('label', r'^start · float32 128×128×128$')
    app.find('tree item', r'^loop k,').click()
    keys = ('Up', 'Down', 's', 'Escape', 'F7', 'ctrl+z', 'ctrl+shift+z', 'F5', 'F9', 'alt+2', 'alt+3', 'alt+1', 'F5')
    for key in keys:
        display.key(key)
        time.sleep(0.6)
    for cause in sorted({hold[3] for hold in holds(app)}):
        of_cause = [hold for hold in holds(app) if hold[3] == cause]
        print('# at most %.0f ms of CPU time, %.0f ms waiting: %s' % (max(hold[1] for hold in of_cause), max(hold[2] for hold in of_cause),
                                                                      cause))
    assert app.close() == 0, app.log()


def test_target(display, build, source):
    """The target is chosen in the status bar. For another CPU nothing is timed here, and schedules have its vectors; the draft keeps it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('button', r'^Target$').click()
    app.find('text box', r'^Target as text$').click()
    display.key('ctrl+a')
    display.type('llvm -mcpu=none -vector-width=3')
    display.key('Return')
    app.find('label', r'is not a register width')
    display.key('ctrl+a')
    display.type('llvm -mcpu=haswell -num-cores=4')
    display.key('Return')
    app.find('label', r'^256-bit vectors, 16 registers · L1 32 KiB, L2 256 KiB, L3 8 MiB$')
    app.find('label', r'^Programs for haswell are not timed on another CPU')
    display.key('Escape')
    app.find('label', r'^llvm -mcpu=haswell -num-cores=4$')
    measure = app.find('button', r'^Measure$').accessible
    app.wait(lambda: not measure.is_sensitive, 8, 'programs for another CPU can be measured')
    display.key('F7')
    app.find('label', r'^Vectorize j_2$')
    app.wait(lambda: 'T.vectorized(8)' in '\n'.join(thing.text for thing in display.bus.tree(app.root)), 8, 'no vectors of 8')
    assert app.close() == 0, app.log()
    app = display.launch([build + '/app/tileloom', newest_draft(display)])
    app.find('label', r'^llvm -mcpu=haswell -num-cores=4$')
    assert app.close() == 0, app.log()


def test_preferences(display, build, source):
    """Preferences are shown and followed; the window keeps the tab of the code for the next one."""
    path = os.path.join(display.env['XDG_CONFIG_HOME'], 'tileloom', 'settings.ini')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write('[preferences]\nnest=2\ndialect=1\n[layout]\ncode-panes=trace\n')
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('label', r'^start · float32 128×128×128$')
    assert app.find('tree item', r'^block C$').box[3] < 30, 'the nest is not in lines'
    display.key('F7')
    app.wait(lambda: any('sch.get_sblock(' in thing.text for thing in display.bus.tree(app.root)), 8, 'no trace in the other dialect')
    display.key('ctrl+comma')
    app.find('label', r'^TVMScript$')
    display.key('Escape')
    app.gone('label', r'^TVMScript$')
    app.find('label', r'^T\.sblock, tvm\.tirx$')
    app.find('tab', r'^Lowered$').click()
    assert app.close() == 0, app.log()
    with open(path, encoding='utf-8') as file:
        kept = file.read()
    assert 'code-panes=lowered' in kept and 'dialect=1' in kept and 'nest-permille=' in kept, kept


def test_lesson(display, build, source):
    """A lesson opens its program, sees what the learner does, keeps it, and goes on where it was left."""
    app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
    app.find('list item', r'^Lesson 1  Blocks and loops, 6 min$').click()
    app.find('label', r'^Step 1 of 3$')
    app.find('label', r'^○ A loop that reduces is selected$')
    app.find('tree item', r'^loop j,').click()
    app.find('label', r'^○ A loop that reduces is selected$')
    app.find('tree item', r'^loop k,').click()
    app.find('label', r'^✓ A loop that reduces is selected$')
    app.find('button', r'^Next Step$').click()
    app.find('label', r'○ There is a block C_init')
    app.find('button', r'^Show Me$').click()
    app.find('label', r'✓ There is a block C_init')
    app.find('button', r'^Next Step$').click()
    app.find('label', r'^Step 3 of 3$')
    assert app.close() == 0, app.log()
    app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
    app.find('list item', r'^Lesson 1  Blocks and loops, step 3 of 3$').click()
    app.find('label', r'^Step 3 of 3$')
    app.find('tree item', r'^block C_init')
    display.key('F5')
    app.find('label', r'^✓ The variant is measured', seconds=20)
    app.find('button', r'^Finish$').click()
    app.gone('label', r'^Step 3 of 3$')
    assert app.close() == 0, app.log()


def choose_threads(display, app):
    app.find('button', r'^Target$').click()
    app.find('spin button', r'^Threads$').click()
    display.key('ctrl+a')
    display.type('2')
    display.key('Tab', 'Escape')


def select_reduction(display, app):
    app.find('tree item', r'^loop k,').click()


def measure(display, app):
    display.key('F5')


def tune(display, app):
    display.key('ctrl+t')


# What a learner does for a goal that no schedule reaches, by the goal's text.
LEARNER = ((r'A loop that reduces', select_reduction), (r'The variant is measured|^Measured', measure),
           (r'trials of a tuning run', tune), (r'The target has', choose_threads), (r'A trial', lambda *_: None))
OF_TIMING = r'^Measured|^A trial'   # this machine decides whether they are reached


def goals(app):
    """By text, without the present value: whether it is reached, and the value."""
    lines = [line for thing in app.all('label', r'^[✓○] ') for line in thing.name.split('\n')]
    return {re.sub(r' \(.*', '', line[2:]): (line[0] == '✓', line[2:]) for line in lines}


def take_step(display, app, number, n_steps):
    """Gives whether it is done: what depends on timing may not be."""
    app.find('label', r'^Step %d of %d$' % (number, n_steps))
    if app.all('button', r'^Show Me$'):
        app.find('button', r'^Show Me$').click()
    else:
        for text, (is_reached, _) in goals(app).items():
            if not is_reached:
                next(do for pattern, do in LEARNER if re.search(pattern, text))(display, app)
    app.wait(lambda: all(is_reached or (re.search(OF_TIMING, text) and '(now ' in line) for text, (is_reached, line) in goals(app).items()),
             40, 'step %d: %s' % (number, goals(app)))
    return all(is_reached for is_reached, _ in goals(app).values())


def take_lesson(display, build, source, number, but=()):
    """From the first step to the last, or to one with a goal in @but."""
    path = glob.glob(source + '/data/lessons/%d-*.json' % number)[0]
    with open(path, encoding='utf-8') as file:
        lesson = json.load(file)
    app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
    app.find('list item', r'^Lesson %d  %s, ' % (number, lesson['title'])).click()
    steps = lesson['steps']
    for at, step in enumerate(steps, 1):
        if any(goal['goal'] in but for goal in step['goals']):
            break
        if not take_step(display, app, at, len(steps)):
            print('# %s, step %d: %s' % (lesson['title'], at, goals(app)), flush=True)
            break
        app.find('button', r'^Finish$' if at == len(steps) else r'^Next Step$').click()
    else:
        app.gone('button', r'^Finish$')
    assert app.close() == 0, app.log()


def test_small_lessons(display, build, source):
    """Lessons whose programs run at once are taken from the first step to the last: each is seen as done, and measured results are compared."""
    for number in (1, 5, 7, 8):
        take_lesson(display, build, source, number)


def test_large_lessons(display, build, source):
    """The others up to where they measure."""
    for number in (2, 3, 4, 6):
        take_lesson(display, build, source, number, ('gain', 'measured'))


def test_wide_window(display, build, source):
    """The code stands below the data, beside the nest, from 1600 pixels on; the memory columns have room."""
    with Display(1920, 1080) as wide:
        app = wide.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
        app.find('tree item', r'^block C$')
        wide.xdotool('getactivewindow', 'windowmove', 0, 0, 'windowsize', *wide.size)
        app.wait(lambda: app.find('tab', r'^Script$').box[0] > wide.size[0] // 2, 8, 'the code is below the nest')
        app.wait(lambda: app.find('image', r'^Memory columns\. ').box[2] > 200, 8, 'the memory columns are folded')
        assert app.close() == 0, app.log()


def test_panes_by_key(display, build, source):
    """F6 takes the keyboard from pane to pane of Explore, and around."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    panes = {'nest': (202, 52), 'data': (700, 52), 'code': (202, 560), 'variants': (0, 52)}
    visited = set()
    for _ in range(6):
        display.key('F6')
        focused = [thing.box for thing in display.bus.tree(app.root) if thing.box[1] > 46 and thing.is_focused]
        visited |= {next(name for name in ('code', 'data', 'nest', 'variants') if box[0] >= panes[name][0] - 8
                         and box[1] >= panes[name][1] - 40) for box in focused}
    assert visited == set(panes), 'F6 reaches %s' % sorted(visited)
    assert app.close() == 0, app.log()


def test_close_windows(display, build, source):
    """A window is closed while it searches: the other one answers, and the program ends with it."""
    program = source + '/data/workloads/matmul-128.py'
    app = display.launch([build + '/app/tileloom', program, program])
    app.wait(lambda: len(app.all('label', r'^Matrix multiplication, 128$')) == 2, 20, 'two windows')
    display.key('ctrl+t')
    app.find('button', r'^Pause$', seconds=20)
    display.key('ctrl+w')
    app.wait(lambda: len(app.all('label', r'^Matrix multiplication, 128$')) == 1, 8, 'one window')
    display.key('alt+3')
    app.wait(lambda: header_actions(app) == ['Measure'], 8, 'the other window does not answer')
    display.key('ctrl+w')
    assert app.process.wait(20) == 0 and not app.complaints(), app.log()


def waits(app):
    """How often the main thread has waited so far."""
    with open('/proc/%d/status' % app.process.pid, encoding='ascii') as status:
        return int(re.search(r'^voluntary_ctxt_switches:\s*(\d+)', status.read(), re.M)[1])


def waits_while_idle(app):
    before = waits(app)
    time.sleep(2)
    return waits(app) - before


def test_idle(display, build, source):
    """A window that shows nothing new does nothing: a hidden spinner that turned had it laid out sixty times a second."""
    display.enable_animations()
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    for key in ('alt+1', 'alt+2'):
        display.key(key)
        app.wait(lambda: waits_while_idle(app) < 60, 12, 'it does not come to rest after %s' % key)
    assert app.close() == 0, app.log()


ALONE = [test_wide_window, test_divider, test_panes_by_key, test_narrow_panes, test_reopen, test_start_page, test_renderer, test_frame_memory,
         test_small_window, test_close_windows, test_watchdog, test_target, test_preferences, test_lesson, test_small_lessons,
         test_large_lessons, test_idle]
