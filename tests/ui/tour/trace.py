# SPDX-License-Identifier: Apache-2.0
"""The steps of the page Explore: previews, changes of earlier steps, conflicts."""
import os

from keys import chain_text
from tour.steps import expect_loops

LISTED_STEPS = 120

SAMPLED = '''b = sch.get_block("C")
i, j, k = sch.get_loops(b)
v, w = sch.sample_perfect_tile(j, 2, 16, [16, 8])
x, y = sch.split(j, [v, w])
sch.reorder(i, x, k, y)
sch.vectorize(y)
sch.parallel(i)
'''
TILED = [('i', '128'), ('j_0', '16'), ('k', '128'), ('j_1', '8')]


def open_sampled(display, build, source):
    """A window with the schedule above."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    display.key('ctrl+r')
    app.find('button', r'^Run$')
    for line in SAMPLED.splitlines():
        display.type(line)
        display.key('Return')
    display.click(918, 188)   # Run: boxes in a dialog are relative to the dialog's own corner
    expect_loops(app, TILED)
    return app


def test_change_decision(display, build, source):
    """A click on a step previews it; another decision is previewed with all later steps, and taken in a branch."""
    app = open_sampled(display, build, source)
    app.find('list item', r'^step 2, Split j').click()
    app.find('label', r'^Previewing step 2, Split j')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '8'), ('k', '128')])
    display.key('Escape')
    app.gone('label', r'^Previewing')
    expect_loops(app, TILED)
    app.find('button', r'^Decision of step 1: 16 × 8$').click()
    app.find('list item', r'^value 16 × 8, present')
    display.key('Down')   # to 32 × 4
    app.find('label', r'^Previewing the change$')
    app.find('label', r'^All later steps apply$')
    expect_loops(app, [('i', '128'), ('j_0', '32'), ('k', '128'), ('j_1', '4')])
    display.key('Escape')
    expect_loops(app, TILED)
    app.find('button', r'^Decision of step 1: 16 × 8$').click()
    app.find('list item', r'^value 32 × 4$')
    display.key('Down')
    app.find('label', r'^All later steps apply$')
    display.key('Return')
    expect_loops(app, [('i', '128'), ('j_0', '32'), ('k', '128'), ('j_1', '4')])
    app.find('list item', r'^variant start 2, ')
    app.find('list item', r'^step 1, Sample Perfect Tile j, 32 × 4')
    display.key('ctrl+z')
    app.gone('list item', r'^variant start 2, ')
    expect_loops(app, TILED)
    assert app.close() == 0, app.log()


def test_edit_steps(display, build, source):
    """Keys move and remove steps; one that no longer applies says why and is skipped, which one undo takes back."""
    app = open_sampled(display, build, source)
    app.find('list item', r'^step 5, Parallelize i').click()
    display.key('alt+Up')
    app.find('list item', r'^step 4, Parallelize i')
    app.find('list item', r'^step 5, Vectorize j_1')
    app.find('list item', r'^step 2, Split j').click()
    display.key('Delete')
    app.find('list item', r'^step 2, Reorder .*not applied: It needs a loop of “Split j .*”, which was removed')
    app.find('list item', r'^step 4, Vectorize j_1, not applied')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    app.find('tree item', r'^loop i, extent 128, parallel')
    app.find('button', r'^Skip: Vectorize j_1$').click()
    app.find('list item', r'^step 4, Vectorize j_1, switched off')
    display.key('ctrl+z')
    app.find('list item', r'^step 4, Vectorize j_1, not applied')
    display.key('ctrl+z')
    app.find('list item', r'^step 5, Vectorize j_1')
    expect_loops(app, TILED)
    app.find('list item', r'^step 5, Vectorize j_1').click()
    display.key('Menu')
    app.find('button', r'^Switch Off$')
    display.key('Return')
    app.find('list item', r'^step 5, Vectorize j_1, switched off')
    app.find('tree item', r'^loop j_1, extent 8, serial')
    assert app.close() == 0, app.log()


def test_step_reasons(display, build, source):
    """[ and ] and the arrows step through a schedule by rules; each step says what it does for the program."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'], TL_HOST='haswell')   # for its registers
    app.find('tree item', r'^loop i,', seconds=15)
    display.key('F7')
    app.find('label', r'^Step 16 of 16$')
    app.find('label', r'^Block C_init sets [\d\s]+ initial values before loop k_0; ')
    display.key('bracketleft')
    app.find('label', r'^Step 15 of 16$')
    app.find('label', r'^Previewing step 15, Unroll j_1$')
    app.find('label', r'^The 2 iterations of j_1 become code without a loop: 48 copies of block C, ')
    app.find('list item', r'^step 1, Split i').click()
    app.find('label', r'^Loop i \(128\) → .* one iteration of i_0 touches .* and fits ')
    app.find('button', r'^Show the Step After$').click()
    app.find('label', r'^Step 2 of 16$')
    app.find('button', r'^Show the Step Before$').click()
    app.find('button', r'^Show the Step Before$').click()
    app.find('label', r'^Start, before 16$')
    display.key('bracketright')
    app.find('label', r'^Step 1 of 16$')
    display.key('Escape')
    app.find('label', r'^Step 16 of 16$')
    assert app.close() == 0, app.log()


def test_compare_steps(display, build, source):
    """Ctrl and a click on a step, or Ctrl+Return, shows it beside the one that is shown on the page Compare."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,', seconds=15)
    display.key('F7')
    app.find('label', r'^Step 16 of 16$')
    row = app.find('list item', r'^step 4, Reorder')
    display.xdotool('keydown', 'ctrl')
    row.click()
    display.xdotool('keyup', 'ctrl')
    app.find('label', r'^start, step 4$')
    display.key('alt+1')
    app.find('label', r'^Step 16 of 16$')
    app.find('list item', r'^step 2, Split j').click()
    app.find('label', r'^Step 2 of 16$')
    display.key('Down', 'Down')
    app.find('label', r'^Step 4 of 16$')
    display.key('Menu')
    app.find('button', r'^Compare with Current Step$')
    display.key('Escape', 'ctrl+Return')
    app.find('label', r'^start$')
    app.find('label', r'^start, step 4$')
    assert app.close() == 0, app.log()


def test_long_program(display, build, source):
    """Of hundreds of steps those around the one shown are listed, and the rest by a button; Compare has cells for the rows in view."""
    script = os.path.join(display.folder, 'chain.py')
    with open(script, 'w', encoding='utf-8') as file:
        file.write(chain_text(20))
    app = display.launch([build + '/app/tileloom', script])
    app.find('tree item', r'^loop i0,', seconds=20)
    display.key('F7')
    earlier = app.find('button', r'^\d+ Earlier Steps$', seconds=60)
    n_earlier = int(earlier.name.split()[0])
    app.wait(lambda: len(app.all('list item', r'^step \d+, ')) == LISTED_STEPS, 20, 'not the steps that should be listed')
    app.find('list item', r'^step %d, ' % n_earlier)
    shown = app.find('list item', r'^step %d, ' % (n_earlier + LISTED_STEPS - 1))
    app.wait(lambda: 0 < (shown.accessible.ask_box() or (0, 0))[1] < 800, 8, 'the step that is shown is not in view')
    display.key('ctrl+z')
    app.gone('button', r'^\d+ Earlier Steps$')
    display.key('ctrl+shift+z')
    earlier = app.find('button', r'^%d Earlier Steps$' % n_earlier)
    app.find('list item', r'^step %d, ' % (n_earlier + LISTED_STEPS - 1)).wait_until_idle()
    display.xdotool('mousemove', '100', '400')
    display.xdotool('click', '--repeat', '100', '4')
    app.wait(lambda: (earlier.accessible.ask_box() or (0, 0))[1] > 150, 8, 'the list does not scroll to its top')
    app.all('button', r'^%d Earlier Steps$' % n_earlier)[0].click()
    app.find('list item', r'^step %d, ' % (n_earlier - LISTED_STEPS // 2))
    app.find('button', r'^%d Later Steps$' % (LISTED_STEPS // 2))
    display.key('alt+3')
    app.find('grid cell', r'^i0')
    cells = app.all('grid cell', r'')
    assert len(cells) < 160, len(cells)
    cells[0].click()
    for _ in range(60):
        display.key('Down')
    focused = app.wait(lambda: [cell for cell in app.all('grid cell', r'') if cell.accessible.is_focused], 8, 'no cell has the focus')
    assert focused[0].box[1] > 0 and len(app.all('grid cell', r'')) < 240, (focused[0].box, len(app.all('grid cell', r'')))
    assert app.close() == 0, app.log()


ALONE = [test_change_decision, test_edit_steps, test_step_reasons, test_compare_steps, test_long_program]
