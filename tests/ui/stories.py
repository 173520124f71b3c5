# SPDX-License-Identifier: Apache-2.0
"""
What people do with the window, told in pictures. usage: stories.py BUILD_DIR SOURCE_DIR OUT_DIR [STORY…]

minute    the first minute with matmul-1024, a picture every three seconds
exercise  from MyBmmRelu to TargetModule with the mouse alone; the result is compared with the file
report    tuning, the best schedule, the difference explained, a report

OUT_DIR/STORY-NN-WHAT.png are the pictures. Exit status 1: a story did not end as it should. Pictures need imagemagick.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from driver import Display
from tour.steps import loops, set_trials

TARGET = 'tests/seeds/expected/bmm-relu.py'
PAINT_S = 1   # what is drawn last


class Story:
    """Pictures of one window, numbered."""

    def __init__(self, display, build, source, out, name):
        self.display, self.build, self.source, self.out, self.name = display, build, source, out, name
        self.number = 0
        self.begin = time.time()
        for path in glob.glob(os.path.join(out, name + '-*.png')) + glob.glob(os.path.join(out, name + '.html')):
            os.unlink(path)

    def launch(self, workload=None):
        return self.display.launch([self.build + '/app/tileloom'] + ([f'{self.source}/data/workloads/{workload}.py'] if workload else []))

    def picture(self, what):
        time.sleep(PAINT_S)
        self.number += 1
        self.display.screenshot(os.path.join(self.out, '%s-%02d-%s.png' % (self.name, self.number, what)))
        print('# %5.1f s  %s' % (time.time() - self.begin, what), flush=True)

    def tell_status(self, app):
        print('# ' + app.find('label', r'% of peak.*checked').name, flush=True)


def minute(story):
    display, app = story.display, story.launch('matmul-1024')
    story.picture('opened')
    app.find('label', r'checked', seconds=60)
    story.picture('start-measured')
    display.xdotool('mousemove', *app.find('tree item', r'^loop j,').middle())
    story.picture('hover-j')
    display.key('F7')
    app.find('label', r'^Scheduled by rules')
    story.picture('scheduled')
    display.key('F5')
    app.find('label', r' → .* × [\d.]+ .*% of peak.*checked', seconds=60)
    story.picture('measured')
    story.tell_status(app)
    app.find('tree item', r'^loop i_0,').click()
    story.picture('loop')
    app.find('button', r'^Play Iterations$').click()
    story.picture('iterations')
    app.find('tab', r'^Roofline$').click()
    story.picture('roofline')
    assert app.close() == 0 and not app.complaints(), app.log()


def click_in_list(display, app, pattern):
    """A row further down: the wheel brings it up."""
    row = app.find('list item', pattern)
    for _ in range(40):
        row.wait_until_idle()
        if row.box[1] + row.box[3] < display.size[1] * 2 // 3:
            break
        display.xdotool('click', 5)
        time.sleep(0.2)
    row.click()


def split(story, app, loop, inner, clicks=0):
    """With the ruler; @clicks: on the button that goes to the next smaller divisor."""
    loop.click()
    app.find('button', r'^Split$').click()
    spin = app.find('spin button', r'^Factor \S+_1$')
    spin.wait_until_idle()
    x, y, width, height = spin.box
    for _ in range(clicks):
        story.display.click(x + width - 33, y + height // 2)
    app.find('label', r'^%d divides ' % inner)
    story.picture('ruler')
    app.find('button', r'^Apply$').click()
    app.gone('spin button', r'^Factor ')


def annotate(app, loop, button, then):
    app.find('tree item', loop).click()
    app.find('button', button).click()
    app.find('tree item', then)


def exercise(story):
    display, app = story.display, story.launch()
    display.xdotool('mousemove', 400, 400)
    app.find('grid cell', r'^Batched matrix')
    while app.find('grid cell', r'^Batched matrix').box[1] > display.size[1] - 160:
        display.xdotool('click', 5)
        time.sleep(0.2)
    story.picture('start-page')
    app.find('grid cell', r'^Batched matrix').click()
    app.find('label', r'checked', seconds=60)
    app.find('tab', r'^Properties$').click()
    story.picture('opened')
    split(story, app, app.all('tree item', r'^loop j,')[1], 8)
    row = app.find('tree item', r'^loop j_0,')
    app.find('tree item', r'^block Y$').drag_to(row.box[0] + 60, row.middle()[1])
    app.find('tree item', r'^loop ax1,')
    story.picture('computed-at')
    split(story, app, app.find('tree item', r'^loop ax1,'), 4, 1)
    row = app.find('tree item', r'^loop ax1_1,')
    app.find('tree item', r'^loop ax0,').drag_to(row.middle()[0], row.box[1] + row.box[3] - 2)
    app.wait(lambda: [name for name, _ in loops(app)] == ['b', 'i', 'j_0', 'ax1_0', 'ax1_1', 'ax0', 'j_1'], 8, str(loops(app)))
    story.picture('reordered')
    annotate(app, r'^loop b,', r'^Parallelize$', r'^loop b, extent 16, parallel')
    annotate(app, r'^loop ax1_1,', r'^Unroll$', r'^loop ax1_1, extent 4, unrolled')
    annotate(app, r'^loop j_1,', r'^Vectorize$', r'^loop j_1, extent 8, vectorized')
    app.find('tree item', r'^loop ax1_0,').click()
    app.find('button', r'^Steps Worth Trying$').click()
    display.xdotool('mousemove', *app.find('list item', r'^Write Y through|^Read A').middle())
    click_in_list(display, app, r'^Initialize Y before ax1_0')
    app.find('tree item', r'^block Y_init')
    annotate(app, r'^loop ax0_init,', r'^Vectorize$', r'^loop ax0_init, extent 8, vectorized')
    app.find('tab', r'^Script$').click()
    story.picture('result')
    script = [thing for thing in display.bus.tree(app.root) if thing.role == 'text box' and thing.name == 'Script'][0].text
    app.find('button', r'^Measure$').click()
    app.find('label', r' → .*checked', seconds=60)
    story.picture('measured')
    story.tell_status(app)
    with tempfile.NamedTemporaryFile('w', suffix='.py') as file:
        file.write(script)
        file.flush()
        subprocess.run([story.build + '/app/tileloom-cli', 'equal', file.name, os.path.join(story.source, TARGET)], check=True)
    assert app.close() == 0 and not app.complaints(), app.log()


def report(story):
    display, app = story.display, story.launch('mm-relu-128')
    app.find('label', r'checked', seconds=60)
    display.key('alt+2')
    set_trials(display, app, 64)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Tuning.* measured', seconds=60)
    story.picture('tuning')
    app.find('label', r'^Done.*64 of 64', seconds=300)
    story.picture('tuned')
    app.find('button', r'^Open Best$').click()
    app.find('list item', r'^variant tuned')
    display.key('alt+1')
    app.find('label', r' → .*checked', seconds=60)
    story.picture('best')
    story.tell_status(app)
    app.find('button', r'^Explain$').click()
    app.find('button', r'^Measure Again$', seconds=150)
    story.picture('explained')
    print('# ' + app.find('label', r'^[\d.]+ times (faster|slower)').name)
    display.key('Escape')
    display.key('F10')
    app.find('menu item', r'^Export Report').click()
    path = os.path.join(story.out, 'report.html')
    time.sleep(1)
    display.key('ctrl+a')
    display.type(path)
    story.picture('save')
    display.key('Return')
    app.find('label', r'^Report exported$')
    story.picture('exported')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    assert re.search(r'<svg', text) and 'Roofline' in text, 'no report'
    assert app.close() == 0 and not app.complaints(), app.log()


def main():
    build, source, out = (os.path.abspath(path) for path in sys.argv[1:4])
    failed = False
    os.makedirs(out, exist_ok=True)
    for story in (minute, exercise, report):
        if sys.argv[4:] and story.__name__ not in sys.argv[4:]:
            continue
        with Display() as display:
            told = Story(display, build, source, out, story.__name__)
            try:
                story(told)
                print('ok ' + story.__name__, flush=True)
            except Exception:
                failed = True
                traceback.print_exc(file=sys.stdout)
                told.picture('failed')
                print('not ok ' + story.__name__, flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
