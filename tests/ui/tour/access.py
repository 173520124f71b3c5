# SPDX-License-Identifier: Apache-2.0
"""Larger text, no motion, and the window without a mouse."""
import re

from accessible import FOCUSABLE, FOCUSED, SENSITIVE
from driver import Display


def measures(app):
    """The width of the nest, which its texts need, and the height of the figures under it."""
    app.find('label', r'^(Bound by|Compute-bound|Not bound)')
    return app.find('label', r'^vk . 128$').box[2], app.find('image', r'^Traffic between levels').box[3]


def test_text_scale(display, build, source):
    """Drawn views grow with the text of the desktop. Pages take the layout for a window with less room, and nothing ends outside of it."""
    program, found = [build + '/app/tileloom', source + '/data/workloads/matmul-128.py'], []
    for scale in (1, 1.5):
        with Display(1280, 800, text_scale=scale) as screen:
            app = screen.launch(program)
            found.append(measures(app))
            if scale > 1:
                assert app.find('tab', r'^Explore$').box[1] > 400, 'the pages do not stand at the bottom'
                for pane in (r'^Nest$', r'^Data$', r'^Code$'):
                    app.find('button', pane).click()
                    for thing in screen.bus.tree(app.root):
                        if thing.role in ('button', 'toggle button', 'image', 'tree item') and thing.name:
                            assert thing.box[0] + thing.box[2] <= screen.size[0], (pane, thing.role, thing.name, thing.box)
            assert app.close() == 0, app.log()
    for before, after in zip(*found):
        assert 1.4 * before < after < 1.6 * before, found


def right_of(thing):
    return thing.box[0] + thing.box[2]


def test_large_text(display, build, source):
    """With large text the ruler of a split shows all its factors and consequences, and the keys fit on the screen."""
    with Display(1280, 800, text_scale=1.5) as screen:
        app = screen.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
        app.find('tree item', r'^loop j,').click()
        screen.key('s')
        factor, footprint, consequences = (app.find(*what) for what in (('spin button', r'^Factor j_1$'), ('label', r'^65 KiB$'),
                                                                        ('label', r'^Latency$')))
        footprint.wait_until_idle()
        end = app.find('button', r'^All Options$').box
        assert right_of(factor) < consequences.box[0], (factor.box, consequences.box)
        assert footprint.box[1] + footprint.box[3] <= end[1] + end[3], (footprint.box, end)
        screen.key('Escape')
        screen.key('ctrl+question')
        title, row = app.find('label', r'^Move the loop outward or inward$'), app.find('list item', r'^Move the loop outward or inward,')
        assert right_of(title) < right_of(row) < screen.size[0], (title.box, row.box)
        screen.key('Escape')
        assert app.close() == 0, app.log()


def test_small_and_large_text(display, build, source):
    """With large text in a small window, the title still names the program."""
    with Display(720, 560, text_scale=1.5) as small:
        app = small.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
        app.find('tree item', r'^block C$')
        app.wait(lambda: app.find('label', r'^Matrix multiplication, 128$').box[2] > 120, 4, 'no room for the title')
        assert app.all('button', r'^Open$')
        assert app.close() == 0, app.log()


def test_short_tune(display, build, source):
    """In a low window plots keep their place: workers hide, and axes scroll from their heads on."""
    with Display(720, 560) as small:
        app = small.launch([build + '/app/tileloom', source + '/tests/records/work-dirs/tvm-0.27'])
        app.find('label', r'^4 of 4 trials', seconds=15)
        tab, plot, results = app.find('tab', r'^Latency$'), app.find('image', r'^Latency over trials$'), app.find('label', r'^Results$')
        assert tab.box[1] + tab.box[3] <= plot.box[1] < plot.box[1] + 90 < results.box[1], (tab.box, plot.box, results.box)
        app.find('tab', r'^Parallel$').click()
        head = app.find('group', r'^Axis ')
        assert tab.box[1] + tab.box[3] <= head.box[1] < app.find('label', r'^Results$').box[1], (tab.box, head.box, results.box)
        assert app.close() == 0, app.log()


# --- the keyboard ---

ITEMS = ('tree item', 'list item', 'grid cell')
CONTROLS = ITEMS + ('button', 'toggle button', 'tab', 'check box', 'switch', 'combo box', 'spin button', 'text box', 'search box', 'slider',
                    'image')
OF_WINDOW_MANAGER = ('Minimize', 'Maximize', 'Close')


def controls(display, app):
    """By place: what has a name, can be used and can have the focus, within the window."""
    things = [thing for thing in display.bus.tree(app.root) if thing.role in CONTROLS and thing.name and not thing.name.startswith('Gtk')
              and thing.name not in OF_WINDOW_MANAGER and 0 <= thing.box[0] < display.size[0] and 0 <= thing.box[1] < display.size[1]]
    return {thing.place: thing for thing in display.bus.with_states(things, FOCUSABLE, SENSITIVE)}


class Walk:
    """Goes through the window by keys and strikes out what gets the focus."""

    def __init__(self, display, left):
        self.display, self.things, self.left = display, list(left.values()), dict(left)

    def press(self, key):
        """Whether something got the focus that did not have it before; what it is."""
        self.display.xdotool('key', key)
        focused = self.display.bus.with_states(self.things, FOCUSED)
        return self.left.pop(focused[0].place, None) if focused else None

    def along(self, key, patience):
        """Until everything was reached, or so many keys in a row reached nothing new."""
        stale = 0
        while self.left and stale < patience:
            found = self.press(key)
            stale = 0 if found else stale + 1
            if found and found.role in ITEMS and key in ('Tab', 'shift+Tab', 'F6'):
                self.among_items()

    def among_items(self):
        n_left = -1
        while n_left != len(self.left):
            n_left = len(self.left)
            for arrow in ('Right', 'Down', 'Left', 'Up'):
                self.along(arrow, 2)


def check_reach(display, app, hidden=()):
    """Tab, Shift+Tab, arrows and F6 reach all controls but those of pages that were shown before, which stay in the tree."""
    display.rest(5)   # cards come one a frame
    walk = Walk(display, {place: thing for place, thing in controls(display, app).items() if place not in hidden})
    assert len(walk.left) > 12, [thing.name for thing in walk.things]
    for key in ('Tab', 'shift+Tab'):
        walk.along(key, len(walk.things) + 12)   # arrows may have led to the first of them; some are below the window
    for key in 5 * ['Tab'] + 5 * ['shift+Tab']:
        walk.along('F6', 1)
        walk.along(key, 4)
    assert not walk.left, 'out of reach: %s' % [(thing.role, thing.name) for thing in walk.left.values()]
    assert app.close() == 0, app.log()


def test_reach_start(display, build, source):
    app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
    app.find('grid cell', r'^Vector addition, 1024$')
    check_reach(display, app)


def test_reach_explore(display, build, source):
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('label', r'^(Bound by|Compute-bound|Not bound)')
    check_reach(display, app)


def test_reach_tune(display, build, source):
    app = display.launch([build + '/app/tileloom', source + '/tests/records/work-dirs/tvm-0.27'])
    app.find('label', r'^4 of 4 trials', seconds=15)
    hidden = [place for place, thing in controls(display, app).items() if thing.name in ('Search', 'Open…', 'This Machine', 'All Projects')]
    check_reach(display, app, hidden)


def test_reach_compare(display, build, source):
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    display.key('F7')
    app.find('tree item', r'^block C_update')
    hidden = {place for place, thing in controls(display, app).items() if thing.box[1] > 47}
    display.key('alt+3')
    app.find('grid cell', r'^i_0, extent')
    check_reach(display, app, hidden)


def test_step_example(display, build, source):
    """The form of a step shows what the primitive does to a small program; without animations, the program before and after it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('b')
    example = app.find('image', r'^Example of Bind Loop to Threads$')
    assert example.box[2] > 400, 'before and after do not stand side by side: %s' % (example.box,)
    assert re.match(r'Before: i ×16, .*\. After: i ×16 B\.x, ', example.description), example.description
    display.key('Escape')
    app.gone('image', r'^Example of')
    assert app.close() == 0, app.log()


ALONE = [test_text_scale, test_large_text, test_small_and_large_text, test_short_tune, test_step_example, test_reach_start, test_reach_explore, test_reach_tune,
         test_reach_compare]
