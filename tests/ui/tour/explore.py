# SPDX-License-Identifier: Apache-2.0
"""The page Explore."""
import os
import re
import time

from tour.names import expect_names
from tour.steps import loops, loops_in_order, expect_loops, set_trials


def walk_to(display, app, pattern):
    """Moves the focus down to the row of the list."""
    row = app.find('list item', pattern).accessible
    for _ in range(40):
        if row.is_focused:
            return
        display.key('Down')
    raise AssertionError('the keys do not reach %s' % pattern)


def test_open(display, app):
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    app.find('tree item', r'^block C$')


def test_data(display, app):
    """The data view shows the tiles of the selected loop's iterations, one after the other; a loop's chip selects it."""
    app.find('tree item', r'^loop j,').click()
    app.find('image', r'^One iteration of j: writes C\[0, 0\], 4 B; reads A\[0, 0:128\], 512 B; reads B\[0:128, 0\], 512 B\. Total 1')
    app.find('button', r'^Next Iteration$').click()
    app.find('label', r'^Iteration 2 of 16.384 of j$')
    app.find('image', r'^One iteration of j: writes C\[0, 1\]')
    app.find('button', r'^Iteration of i: 0 of 0 to 127$').click()
    app.find('image', r'^One iteration of i: writes C\[0, 0:128\]')
    app.find('button', r'^Play Iterations$').click()
    app.find('image', r'^One iteration of i: writes C\[[1-9]\d*, 0:128\]')
    app.find('button', r'^Pause$').click()
    app.find('button', r'^Accesses$').click()
    app.find('image', r'^Accesses to an element in one iteration of i: 1 to 257, ')
    app.find('button', r'^Region$').click()
    view = app.find('image', r'^One iteration of i: ')
    view.click()
    app.find('tree item', r'^loop i,').click()
    app.find('image', r'^One iteration of i: ')
    display.click(view.box[0] + 20, view.box[1] + 20)   # beside all buffers: the view takes the keys
    display.key('Page_Down')
    app.find('image', r'^One iteration of j: ')
    display.key('l')
    app.find('label', r'^Iteration \S+ of 16.384 of j$')
    display.key('Page_Up')
    app.find('image', r'^One iteration of i: ')


def test_code_links(display, app):
    """The instructions that a block became are marked in the assembly, in several places; a line of the script selects its loop."""
    app.find('tree item', r'^block C$').click()
    app.find('label', r'^Assembly$').click()
    app.find('label', r'^1 of \d+ places\b', seconds=30)
    app.find('button', r'^Next Place of the Selection$').click()
    app.find('label', r'^2 of \d+ places\b')
    app.find('label', r'^Script$').click()
    app.gone('label', r'places\b')


def test_split(display, app):
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    app.find('spin button', r'^Factor j_1$')
    display.key('ctrl+a')
    display.type('8')
    app.find('label', r'^8 divides 128: no tail$')
    display.key('Return')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '8'), ('k', '128')])
    assert not app.all('label', r'no longer in the program'), 'the step was taken twice'


def test_reorder_by_key(display, app):
    app.find('tree item', r'^loop j_1,').click()
    display.key('alt+Down')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('k', '128'), ('j_1', '8')])


def test_reorder_by_drag(display, app):
    """The innermost loop is dragged above j_0, then the drag is taken back."""
    before = loops(app)
    target = app.find('tree item', r'^loop j_0,').box
    app.find('tree item', r'^loop j_1,').drag_to(target[0] + 80, target[1] - 3)
    app.wait(lambda: loops(app) != before, 8, 'dragging changed nothing')
    assert loops(app) == [('i', '128'), ('j_1', '8'), ('j_0', '16'), ('k', '128')], loops(app)
    display.key('ctrl+z')
    expect_loops(app, before)


def test_drag_to_branch(display, app):
    """With Alt the step of a drag is made in a new variant; the one shown, and its steps, stay."""
    before, steps = loops(app), [row.name for row in app.all('list item', r'^step ')]
    target = app.find('tree item', r'^loop j_0,').box
    source = app.find('tree item', r'^loop j_1,')
    source.wait_until_idle()
    display.xdotool('keydown', 'alt')
    source.drag_to(target[0] + 80, target[1] - 3)
    display.xdotool('keyup', 'alt')
    row = app.find('list item', r'^variant branch')
    app.find('label', r'^New variant “branch”: Reorder')
    assert loops(app) == before, loops(app)
    assert [step.name for step in app.all('list item', r'^step ')] == steps, 'the steps of the variant shown have changed'
    row.click()
    expect_loops(app, [('i', '128'), ('j_1', '8'), ('j_0', '16'), ('k', '128')])
    display.key('ctrl+z')
    app.gone('list item', r'^variant branch')
    expect_loops(app, before)


def test_drop_outside(display, app):
    """A header that is let go where nothing can be dropped springs back; Escape takes a drag back."""
    before = loops(app)
    card = app.find('tree item', r'^block C$').box
    steps = len(app.all('list item', r'^step '))
    app.find('tree item', r'^loop j_0,').drag_to(card[0] + card[2] // 2, card[1] + card[3] + 120)
    time.sleep(0.5)
    assert loops(app) == before, loops(app)
    source, target = app.find('tree item', r'^loop j_1,'), app.find('tree item', r'^loop j_0,').box
    source.wait_until_idle()
    display.xdotool('mousemove', *source.middle(), 'mousedown', 1)
    for y in range(source.middle()[1], target[1] - 3, -4):
        display.xdotool('mousemove', target[0] + 80, y)
    display.key('Escape')
    display.xdotool('mousemove', target[0] + 80, target[1] - 3, 'mouseup', 1)
    time.sleep(0.5)
    assert loops(app) == before, loops(app)
    assert len(app.all('list item', r'^step ')) == steps


def test_fold(display, app):
    """Left folds, Right unfolds, as does the button; what is hidden is skipped; a fold stays through other steps."""
    before = loops(app)
    app.find('tree item', r'^loop j_0,').click()
    display.key('Left')
    app.find('tree item', r'^loop j_0, .*folded$')
    expect_loops(app, before[:2])
    app.gone('tree item', r'^block C$')
    app.find('label', r'^4 loops, 1 block; 3 folded$')
    app.find('tree item', r'^loop i,').click()
    display.key('p')
    app.find('tree item', r'^loop i, extent 128, parallel')
    expect_loops(app, before[:2])
    display.key('ctrl+z')
    app.find('button', r'^Unfold j_0$').click()
    expect_loops(app, before)
    app.find('button', r'^Fold j_0$').click()
    expect_loops(app, before[:2])
    app.find('tree item', r'^loop j_0,').click()
    display.key('Right')
    expect_loops(app, before)
    app.find('tree item', r'^block C$')


def test_lines(display, app):
    """The same rows as lines, with names, keys and drags as in boxes."""
    before = loops(app)
    app.find('button', r'^Lines$').click()
    expect_loops(app, before)
    rows = app.all('tree item', r'^(loop|block) ')
    assert all(18 <= row.box[3] <= 24 for row in rows), [row.box for row in rows]
    target = app.find('tree item', r'^loop j_0,').box
    app.find('tree item', r'^loop j_1,').drag_to(target[0] + 80, target[1] + 3)
    app.wait(lambda: loops(app) != before, 8, 'dragging changed nothing')
    assert loops(app) == [('i', '128'), ('j_1', '8'), ('j_0', '16'), ('k', '128')], loops(app)
    display.key('ctrl+z')
    expect_loops(app, before)
    app.find('button', r'^Boxes$').click()
    app.wait(lambda: app.find('tree item', r'^block C$').box[3] > 30, 8, 'no boxes')
    expect_loops(app, before)


def test_refusal(display, app):
    """A loop over a reduction cannot run in parallel; the window says why and nothing changes. Esc takes the card away."""
    before = loops(app)
    app.find('tree item', r'^loop k,').click()
    display.key('p')
    app.find('label', r'^Loop k cannot be parallelized: .*reduction axis vk', seconds=6)
    assert loops(app) == before
    app.find('button', r'^Block C$').click()
    app.find('label', r'^Block C$')
    app.find('label', r'^Why not: ')
    display.key('Escape')
    app.gone('label', r'^Why not: ')


def test_fix(display, app):
    """The card offers the steps that make the refused one legal, and takes them as one edit; from the step menu, too."""
    before = loops(app)
    app.find('tree item', r'^loop k,').click()
    display.key('p')
    app.find('label', r'^Factor the reduction at k, then Parallelize k$')
    app.find('button', r'^Fix$').click()
    app.find('tree item', r'^loop k, extent 128, parallel')
    app.gone('label', r'^Why not: ')
    assert len(loops(app)) == 2 * len(before)
    display.key('ctrl+z')
    expect_loops(app, before)
    app.find('tree item', r'^loop k,').click()
    display.key('period')
    walk_to(display, app, r'^Parallelize Loop: .*reduc')
    display.key('Return')
    app.find('label', r'^Factor the reduction at k, then Parallelize k$')
    display.key('ctrl+period', 'space')
    app.find('tree item', r'^loop k, extent 128, parallel')
    display.key('ctrl+z')
    expect_loops(app, before)


def test_no_fix(display, app):
    """Where nothing helps, the card says so."""
    app.find('tree item', r'^block C').click()
    display.key('i')
    app.find('label', r'^Why not: Compute Inline')
    app.find('label', r'^No fix within 3 steps found$')
    assert not app.all('button', r'^Fix$')
    display.key('Escape')
    app.gone('label', r'^Why not: ')


def test_vectorize_and_undo(display, app):
    app.find('tree item', r'^loop j_1,').click()
    display.key('v')
    app.find('tree item', r'^loop j_1, extent 8, vectorized')
    display.key('ctrl+z')
    app.find('tree item', r'^loop j_1, extent 8, serial')
    display.key('ctrl+shift+z')
    app.find('tree item', r'^loop j_1, extent 8, vectorized')


def test_step_menu(display, app):
    """The menu of the selection has steps with their values and usual gains, and says why others are not possible; Return takes one."""
    app.find('tree item', r'^loop k,').click()
    display.key('period')
    app.find('list item', r'^Split k by 32, usually (\S+× as fast|the same speed)$')
    app.find('label', r'^Not possible now \(\d+\)$')
    app.find('list item', r'^Parallelize Loop: .*reduc')
    display.key('Escape')
    app.gone('list item', r'^Split k by 32')
    display.key('period')
    walk_to(display, app, r'^Unroll k by 4')
    display.key('Return')
    app.find('tree item', r'^loop k_1, extent 4, unrolled')
    display.key('ctrl+z')
    app.find('tree item', r'^loop k, extent 128, serial')


def test_steps(display, app):
    """Going back to an earlier step and forward again loses nothing."""
    app.find('list item', r'^step 1,').click()
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '8'), ('k', '128')])
    app.find('list item', r'^step 3,').click()
    app.find('tree item', r'^loop j_1, extent 8, vectorized')


def test_time(display, app):
    display.key('F5')
    app.find('label', r'(ns|µs|ms) \(.*checked ✓', seconds=60)
    app.find('label', r'^\d+ FMA, \d+ loads, \d+ spills$', seconds=30)


def test_roofline(display, app):
    """The roofs are measured unasked when the machine is new; the points have the figures of the status bar."""
    app.find('tab', r'^Roofline$').click()
    display.key('F5')
    name = r'^Roofline: L1 [0-9.]+ GB/s, L2 .* start: .* GFLOP/s · ([0-9.]+ % of [^.]*[^. ])\.'
    roofline = app.find('image', name, seconds=20)

    def are_same():   # measured roofs change them
        share = re.search(name, app.find('image', name).name).group(1)
        return app.all('label', re.escape(share) + r' · .* · checked') and app.all('label', r'^start: .*\n' + re.escape(share.rstrip(' ?')))

    app.wait(are_same, 20, 'the status bar has other figures')
    roofline.click()
    display.key('t')
    display.key('Right')
    app.find('label', r'^start.*: .*\n.* % of ')
    app.find('tab', r'^Data$').click()


def test_suggestion_on_roofline(display, build, source):
    """The trajectory ends in a dashed arrow to where the best suggested step is predicted to lead, marked ≈; without it there is none."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$', seconds=15)
    app.find('tab', r'^Roofline$').click()
    display.key('F5')
    roofline = app.find('image', r'^Roofline: .* start: ', seconds=30)
    assert 'Suggested' not in roofline.name, roofline.name
    roofline.click()
    display.key('t')
    app.find('image', r'^Roofline: .* Suggested: ≈ .*: up to [\d.]+× faster, [\d.]+ GFLOP/s\.$', seconds=30)
    app.find('label', r'(?s)^start: .*\n≈ .*: up to [\d.]+× faster')
    display.key('t')
    app.gone('image', r' Suggested: ')
    assert app.close() == 0, app.log()


def test_choose_on_roofline(display, build, source):
    """Points chosen on the roofline, by a rectangle or keys, list their variants alone, with the current one; Escape lists all again."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,', seconds=15).click()
    app.find('tab', r'^Roofline$').click()
    display.key('F5')
    app.find('image', r'^Roofline: .* start: ', seconds=30)
    for name in ('branch', 'branch 2'):
        app.find('list item', r'^variant start').click(3)
        app.find('button', r'^New Variant from Here$').click()
        app.find('list item', r'^variant %s,' % name)
    app.find('tree item', r'^loop j,').click()
    display.key('v', 'F5')
    roofline = app.find('image', r'^Roofline: .* branch 2: ', seconds=30)
    roofline.wait_until_idle()
    left, top, width, height = roofline.box
    display.click(left + 40, top + 40)
    display.key('Right', 'space')
    app.find('label', r'^[12] of 3$')
    display.key('Escape')
    app.gone('label', r'^[12] of 3$')
    display.drag(left + 16, top + 16, left + width - 8, top + height - 8)
    app.find('label', r'^3 of 3$')
    app.find('list item', r'^variant start,')
    display.drag(left + 16, top + 16, left + 28, top + 28)   # nothing is there: all are listed
    app.gone('label', r'^3 of 3$')
    assert app.close() == 0, app.log()


def test_counters(display, build, source):
    """A measurement reads counters: the numbers stand by the point of the roofline and on Compare, or one sentence says why not."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$', seconds=15)
    app.find('tab', r'^Roofline$').click()
    display.key('F5')
    card = app.find('label', r'\nCounted per run: .*Page faults [\d.]+ · Context switches [\d.]+', seconds=30).name
    why = re.search(r'\n((?:Hardware counters|[A-Z][\w, -]+ misses|Stalled cycles): .*)$', card)
    assert why or re.search(r'IPC [\d.]+ · Cycles ', card), card
    traffic = app.find('image', r'^Traffic between levels of memory$')
    app.wait(lambda: 'Counted per run: ' in traffic.description, 8, 'the counters are not beside the predicted traffic')
    display.key('alt+3')
    cycles = app.find('grid cell', r'^Cycles, as written: ').name
    if why:
        app.find('label', '^' + re.escape(why.group(1)))
    assert ('—' in cycles) == (re.search('Cycles ', card) is None), (cycles, card)
    assert app.close() == 0, app.log()


def test_advice(display, build, source):
    """A step with a gain stands below the bound; it is previewed, then applied, and the same advice is gone until it is undone."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/transpose.py'])
    app.find('tree item', r'^block B$', seconds=15)
    app.find('button', r'^Target$').click()
    app.find('text box', r'^Target as text$').click()
    display.key('ctrl+a')
    display.type('llvm -num-cores=2')
    display.key('Return')
    app.find('label', r'^llvm -num-cores=2$')
    display.key('Escape')
    advice = r'^One of 2 cores works\. Parallelize i: up to 2\.0× faster\.$'
    app.find('label', advice, seconds=30)
    app.find('button', r'^Preview: Parallelize i$').click()
    app.find('label', r'^Preview: Parallelize i$')
    app.find('button', r'^Preview: Parallelize i$').click()
    app.gone('label', r'^Preview: ')
    app.find('button', r'^Apply: Parallelize i$').click()
    app.find('tree item', r'^loop i, extent 1024, parallel')
    app.gone('label', advice)
    display.key('ctrl+z')
    app.find('label', advice, seconds=30)
    assert app.close() == 0, app.log()


def test_unlimited_undo(display, app):
    for _ in range(10):
        display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    for _ in range(10):
        display.key('ctrl+shift+z')
    app.find('tree item', r'^loop j_1, extent 8, vectorized')


def test_schedule_by_rules(display, app):
    """One press adds the steps of a rule and reports them; one undo takes all of them away."""
    for _ in range(10):
        display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    app.find('button', r'^Schedule by Rules$').click()
    app.find('label', r'^Scheduled by rules: matmul for C$')
    app.find('tree item', r'^loop i_0, extent \d+, parallel')
    app.find('list item', r'^step 1, .*Split i')
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    display.key('F7')
    app.find('tree item', r'^loop j_2, extent \d+, vectorized')
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])


def test_memory(display, build, source):
    """Rows of the memory columns stand at the loops, at any zoom; pointer and keys select there; the switch hides them."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop k,')
    columns = app.find('image', r'^Memory columns\. ', seconds=10)
    app.find('label', r'^3 loops, 1 block$')

    def description():
        return app.find('image', r'^Memory columns').description

    def click_row(loop):
        row, box = app.find('tree item', r'^loop %s,' % loop), app.find('image', r'^Memory columns').box
        row.wait_until_idle()
        display.click(box[0] + box[2] - 20, row.middle()[1])
        app.wait(lambda: description().startswith('Loop %s: one iteration touches ' % loop), 8, 'no row at %s: %s' % (loop, description()))

    assert columns.description == 'No loop is selected.', columns.description
    click_row('j')
    app.find('label', r'^Loop j: one iteration touches 1\.00 KiB, held by registers|L1\. A 512 B, used by 128 iterations\.')
    display.key('Down')
    app.wait(lambda: description().startswith('Loop k: '), 8, 'Down selects no loop: ' + description())
    display.key('Up', 'Up')
    app.wait(lambda: description().startswith('Loop i: '), 8, 'Up selects no loop: ' + description())
    app.find('button', r'^Zoom Out$').click()
    click_row('k')
    app.find('button', r'^Zoom In$').click()
    app.find('button', r'^Zoom In$').click()
    click_row('j')
    display.key('ctrl+z')
    switch = app.find('button', r'^Memory$')
    switch.click()
    app.gone('image', r'^Memory columns')
    switch.click()
    app.find('image', r'^Memory columns')
    assert app.close() == 0 and app.log() == '', app.log()


def test_two_nests(display, build, source):
    """A loop dropped in another nest is refused with the reason; a nest that is higher than its pane is shown in lines; Space shows the
    path to a block alone."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    before = loops_in_order(app)
    assert len(before) == 5, before
    targets = app.all('tree item', r'^loop j,')
    app.all('tree item', r'^loop j,')[0].drag_to(targets[1].box[0] + 90, targets[1].box[1] + 3)
    app.find('label', r'not in|outside|different|nested|chain|reorder')
    assert loops_in_order(app) == before
    display.key('Escape')
    app.find('tree item', r'^block Y$').click()
    display.key('space')
    app.gone('tree item', r'^block C$')
    assert len(loops(app)) == 3
    app.find('label', r'one path, Space shows all$')
    display.key('space')
    app.find('tree item', r'^block C$')
    display.key('F7')
    app.find('list item', r'^step 1, Split')
    app.wait(lambda: app.find('tree item', r'^block C$').box[3] < 30, 8, 'boxes that do not fit')
    app.find('button', r'^Boxes$').click()
    app.wait(lambda: app.find('tree item', r'^block C$').box[3] > 30, 8, 'no boxes')
    assert app.close() == 0, app.log()


def test_compute_at(display, build, source):
    """A block's card dropped onto a loop is computed there, as is one sent by keys: only loops where it may go are offered. A buffer of it
    dropped onto a loop is copied there."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    before = loops_in_order(app)
    target = app.all('tree item', r'^loop j,')[0].box
    app.find('tree item', r'^block C$').drag_to(target[0] + 60, target[1] + target[3] // 2)
    app.find('list item', r'^step 1, .*compute C at j')
    app.wait(lambda: len(loops(app)) < 5, 8, 'the block did not move')
    after = loops(app)
    display.key('ctrl+z')
    expect_loops(app, before)
    app.find('tree item', r'^block C$').click()
    display.key('a')
    nest = app.find('tree', r'^Loop nest$')
    app.wait(lambda: nest.description != '', 8, 'no loop is offered')
    for _ in range(6):
        display.key('Up')
    app.wait(lambda: nest.description == 'compute at i', 8, 'offered: ' + nest.description)
    display.key('Down')
    app.wait(lambda: nest.description == 'compute at j', 8, 'offered: ' + nest.description)
    display.key('Return')
    expect_loops(app, after)
    display.key('ctrl+z')
    expect_loops(app, before)
    display.key('a', 'Escape')
    expect_loops(app, before)
    canvas = nest.box
    chip = [label for label in app.all('label', r'^B$') if canvas[0] < label.box[0] < canvas[0] + canvas[2]][0]
    loop = app.all('tree item', r'^loop j,')[0].box
    chip.drag_to(loop[0] + 60, loop[1] + loop[3] // 2)
    app.find('label', r'^Copy To$')
    app.find('button', r'^4  local$')
    display.key('4')
    app.find('list item', r'^step 2, .*Compute B_local at j')
    display.key('ctrl+z')
    expect_loops(app, before)
    assert app.close() == 0, app.log()


def lowered(display, app):
    """The text of the page of lowered code, once it is up to date."""
    texts = [thing for thing in display.bus.tree(app.root) if thing.role == 'text box' and thing.name == 'Lowered']
    return texts[0].text if texts else ''


def test_functions(display, build, source):
    """A module of several functions: nest, inspector, code, title and plots are of the same one, which the title's menu, keys and the
    best schedule of a task choose."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/encoder-layer.py'])
    app.find('label', r'^attention_weights · start · float32 64×128$')
    app.find('label', r'^Properties$').click()
    display.key('alt+Next')
    app.find('label', r'^feed_forward · start · float32 64×256×128$')
    app.find('label', r'^feed_forward$')
    app.find('tree item', r'^block Y$')
    app.gone('tree item', r'^block M$')
    app.find('tab', r'^Lowered$').click()
    app.wait(lambda: 'feed_forward' in lowered(display, app), 15, 'no lowered code')
    app.find('button', r'^Function$').click()
    app.find('list item', r'^function feed_forward, float32 64×256×128$')
    display.key('Down', 'Return')
    app.find('label', r'^projection · start')
    app.gone('list item', r'^function feed_forward')
    app.find('tree item', r'^loop k, extent 128')
    app.wait(lambda: 'projection' in lowered(display, app), 15, 'the lowered code is of another function')
    display.key('alt+2')
    set_trials(display, app, 12)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Done.*12 of 12', seconds=120)
    app.find('label', r'^feed_forward$').click()
    expect_names(app, 'the trials of another task')
    display.key('Down', 'Down')   # the list scrolls
    app.find('button', r'^Open Best$').click()
    app.find('label', r'^residual · tuned')
    app.find('label', r'^residual$')
    display.key('alt+1')
    app.find('label', r' → .*checked')   # as the trial was measured
    assert app.close() == 0, app.log()


def test_form(display, build, source):
    """A form names loops by their block, begins with a legal choice and speaks no Python."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    app.find('tree item', r'^block Y$').click()
    display.key('period')
    walk_to(display, app, r'^Compute Y inside i')
    display.key('Right')
    app.find('button', r'^Apply$')
    app.find('label', r'^✓ Compute Y at i$')
    app.find('label', r'^Keep loops of extent 1$')
    assert not app.all('label', r'_(unit|iters|loops)|None'), 'keywords of Python'
    display.key('Tab', 'Tab', 'Return')
    app.find('list item', r'^step 1, Compute Y at i')
    app.find('tree item', r'^loop i,').click()
    display.key('s')
    app.find('button', r'^All Options$').click()
    app.find('label', r'^✓ Split i')
    assert not app.all('label', r'^\[?None'), 'a keyword of Python'
    display.key('Escape')
    assert app.close() == 0, app.log()


def test_form_in_view(display, build, source):
    """The form with most choices shows its last button whole."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('b')
    button = app.find('button', r'^Apply$')
    button.wait_until_idle()
    content = button.accessible
    while content.name != 'GtkPopoverContent':
        content = content.parent
    box = content.ask_box()
    assert button.box[1] + button.box[3] <= box[1] + box[3], (button.box, box)
    display.key('Escape')
    assert app.close() == 0, app.log()


def test_buffers(display, build, source):
    """The page Buffers says when each buffer lives, and a click on a block selects it everywhere."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    app.find('tree item', r'^block ')
    app.find('tab', r'^Buffers$').click()
    view = app.find('image', r'^1 buffer is allocated\. At most 64 KiB live at once, while Y runs\.$')
    display.click(view.box[0] + view.box[2] - 60, view.box[1] + 60)   # in the last column
    app.find('label', r'^A, global, float32\[128, 128\], 64 KiB: an argument$')
    display.key('Left', 'Return')
    app.find('tab', r'^Data$').click()
    app.find('image', r'^One instance of Y: ')
    app.close()


def test_guided_palette(display, build, source):
    """A step under the focus is previewed without being taken; its gain is timed; Return takes it, and one undo takes it back."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,', seconds=15).click()
    app.find('button', r'^Steps Worth Trying$').click()
    walk_to(display, app, r'^Vectorize j by 8\b')
    app.find('tree item', r'^loop j_1, extent 8, vectorized')
    app.find('label', r'^Preview: Vectorize j by 8$')
    app.find('text box', r'^Script after the step$')
    app.gone('list item', r'^step 1,', seconds=1)
    display.key('m')
    app.find('list item', r'^Vectorize j by 8\b.*, measured (=|[+−][\d.]+ %|[×÷] \S+)$', seconds=30)
    display.key('Escape')
    app.find('tree item', r'^loop j, extent 128, serial')
    display.key('period')
    walk_to(display, app, r'^Vectorize j by 8\b')
    display.key('Return')
    app.find('list item', r'^step 1, ')
    display.key('ctrl+z')
    app.find('tree item', r'^loop j, extent 128, serial')
    assert app.close() == 0, app.log()


ITERATIONS = '''\
from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer((17,), "float32"), B: T.Buffer((17,), "float32"), D: T.Buffer((16,), "float32")):
    for t in range(16):
        with T.block("P"):
            vi = T.axis.spatial(16, t)
            T.reads(A[vi])
            T.writes(B[vi + 1])
            B[vi + 1] = A[vi]
        with T.block("D"):
            vj = T.axis.spatial(16, t)
            T.reads(B[vj])
            T.writes(D[vj])
            D[vj] = B[vj]
        with T.block("S"):
            vs = T.axis.spatial(16, t)
            T.reads(A[vs])
            T.writes(A[vs + 1])
            A[vs + 1] = A[vs] + T.float32(1)
'''


def test_violations(display, build, source):
    """N and Shift+N walk the pairs of accesses that a refused step would break; the card names each with its distance."""
    path = os.path.join(display.folder, 'iterations.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(ITERATIONS)
    app = display.launch([build + '/app/tileloom', path], TILELOOM_DATADIR=source + '/data')
    app.find('tree item', r'^loop t,', seconds=15).click()
    display.key('p')
    card = app.find('alert', r'^Why not: Parallelize Loop t$')
    app.find('label', r'^1 of 3$')
    app.find('label', r'^\(1\)$')
    app.find('label', r'^Block S reads A\[vs\], which block S writes as A\[vs \+ 1\] one iteration of t earlier\.$')
    display.key('n')
    app.find('label', r'^Block P reads A\[vi\], which block S writes as A\[vs \+ 1\] one iteration of t earlier\.$')
    assert 'Block P reads' in card.description, card.description
    display.key('n')
    app.find('label', r'^Block D reads B\[vj\], which block P writes as B\[vi \+ 1\] one iteration of t earlier\.$')
    display.key('shift+n')
    app.find('label', r'^2 of 3$')
    app.find('tab', r'^Trace$').click()
    app.find('button', r'^Show in Script$').click()
    app.find('text box', r'^Script$')
    app.find('button', r'^Copy Error$')
    display.key('Escape')
    app.gone('label', r'^Why not: ')
    assert app.close() == 0, app.log()


def test_draft(display, build, source):
    """A refused step is taken as a draft: the window says so, measures and exports nothing, keeps it in the project, and offers the fix."""
    path = os.path.join(display.folder, 'iterations.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(ITERATIONS)
    app = display.launch([build + '/app/tileloom', path], TILELOOM_DATADIR=source + '/data')
    app.find('tree item', r'^loop t,', seconds=15).click()
    display.key('p')
    app.find('button', r'^Allow as Draft$')
    display.key('ctrl+d')
    app.find('tree item', r'^loop t, extent 16, parallel')
    app.gone('label', r'^Why not: ')
    app.find('label', r'^Draft: “Parallelize t” breaks an order')
    app.find('list item', r'^variant start, draft')
    app.find('label', r'^Draft: not measured$')
    app.find('label', r'^1 of 3$')
    display.key('n')
    app.find('label', r'^Block P reads A\[vi\], which block S writes as A\[vs \+ 1\] one iteration of t earlier\.$')
    display.key('F5', 'ctrl+e')
    assert not app.find('button', r'^Measure$').accessible.is_sensitive
    app.find('label', r'^Draft: not measured$')
    display.key('alt+3')
    app.find('label', r'^draft, not measured$')
    assert not app.find('button', r'^Race$').accessible.is_sensitive
    display.key('alt+1')
    app.find('label', r'^Draft: not measured$')
    display.key('ctrl+z')
    app.gone('label', r'^Draft: “Parallelize t”')
    assert app.find('button', r'^Measure$').accessible.is_sensitive
    assert app.close() == 0, app.log()


def test_draft_fix(display, build, source):
    """The bar of a draft offers the steps that make it legal, and takes them as one edit."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'], TILELOOM_DATADIR=source + '/data')
    app.find('tree item', r'^loop k,', seconds=15).click()
    display.key('p')
    app.find('button', r'^Allow as Draft$').click()
    app.find('label', r'^Draft: “Parallelize k” breaks an order')
    fix = app.find('button', r'^Fix Draft$')
    app.wait(lambda: fix.accessible.is_sensitive, 8, 'no fix of the draft')
    assert fix.accessible.description == 'Factor the reduction at k, then Parallelize k', fix.accessible.description
    fix.click()
    app.gone('label', r'^Draft: “Parallelize k”')
    app.find('tree item', r'^loop k, extent 128, parallel')
    assert app.find('button', r'^Measure$').accessible.is_sensitive
    assert app.close() == 0, app.log()


def expect_text(app, is_right):
    view = app.find('text box', r'^Program After the Pass$').accessible
    app.wait(lambda: is_right(view.text), 8, 'another text: the program is not as the pass leaves it')


def test_passes(display, build, source):
    """The page Passes marks what each pass changed; arrows step, typing filters, a pinned pass is compared with others."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,')
    app.find('tab', r'^Passes$').click()
    app.find('list item', r'^find-repeats, no change$', seconds=20)
    app.find('list item', r'^lower-init, changes the program \+\d+ −\d+$').click()
    app.find('label', r'^Initialize reductions before their loops$')
    app.find('label', r'^Compared with find-repeats$')
    expect_text(app, lambda text: '\n− ' in text and '\n+ ' in text)
    app.find('button', r'^Pin for Comparison$').click()
    app.find('list item', r'^lower-init,').click()
    display.key('Down', 'Down')
    app.find('label', r'^Replace blocks by loops and conditions$')
    app.find('label', r'^Compared with lower-init$')
    display.key('ctrl+d')
    expect_text(app, lambda text: '\n− ' not in text and 'T.block' not in text)
    display.type('memory')
    app.gone('list item', r'^convert-blocks,')
    app.find('list item', r'^reuse-buffers, no change$')
    display.key('Escape')
    app.find('list item', r'^convert-blocks,')
    display.type('translate')
    app.gone('list item', r'^convert-blocks,')
    display.key('Return')
    expect_text(app, lambda text: 'define void @tl_kernel' in text)
    assert app.close() == 0, app.log()


def test_hot_loop(display, build, source):
    """Assembly begins at the loop that runs most, with the cycles that llvm-mca predicts; places out of view are counted."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,')
    app.find('tab', r'^Assembly$').click()
    app.find('label', r'^Hot loop k$', seconds=30)
    app.find('label', r'cycles per iteration · \S+ instructions per cycle · |package llvm-19', seconds=15)
    app.find('tree item', r'^block C$').click()
    app.find('label', r'^Loop k of the selection$')
    app.find('label', r'^1 of \d+ places\b')
    app.find('button', r'^Places out of view: 0 above, \d+ below$').click()
    app.find('label', r'^Trace$').click()
    app.find('label', r'^No line info$')
    assert app.close() == 0, app.log()


def test_grid_line(display, build, source):
    """A line that begins several loops leads to each of them, by the name under the caret; so do names in what is inside."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('text box', r'^Script$').click()
    line = next(i for i, text in enumerate(app.find('text box', r'^Script$').accessible.text.split('\n')) if 'T.grid' in text)
    for name, steps in (('j', 3), ('k', 6), ('i', 0)):
        display.key('ctrl+Home', *['Down'] * line, 'Home', *['Right'] * (12 + steps), 'Return')
        app.find('image', r'^One iteration of %s: ' % name)
    assert app.close() == 0, app.log()


def test_places(display, build, source):
    """Places of a vectorized loop are those of what stands inside it, and called so; the block has its own, each of one copy."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    display.key('F7')
    app.find('tree item', r'^block C_update')
    app.find('tab', r'^LLVM IR$').click()
    app.find('tree item', r'^block C_update').click()
    app.find('label', r'^1 of \d+ places, copy \d+/\d+$', seconds=30)
    app.find('button', r'^Next Place of the Selection$').click()
    app.find('label', r'^2 of \d+ places, copy \d+/\d+$')
    app.find('tree item', r'^loop j_2,').click()
    app.find('label', r'^≈ 1 of \d+ places\b')
    assert app.close() == 0, app.log()


def test_marked_names(display, build, source):
    """A name that is marked in one text is marked in all; marked again, it is not."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    script = app.find('text box', r'^Script$')
    script.click()
    line = next(i for i, text in enumerate(script.accessible.text.split('\n')) if 'T.grid' in text)
    for steps, wanted in ((12, 'Marked: i'), (15, 'Marked: i, j'), (12, 'Marked: j')):
        display.key('ctrl+Home', *['Down'] * line, 'Home', *['Right'] * steps, 'ctrl+m')
        app.wait(lambda: script.description == wanted, 8, '%s, not %s' % (script.description, wanted))
    app.find('tab', r'^Lowered$').click()
    app.wait(lambda: app.find('text box', r'^Lowered$').description == 'Marked: j', 8, 'not marked in the lowered program')
    assert app.close() == 0, app.log()


ALONE = [test_suggestion_on_roofline, test_choose_on_roofline, test_counters, test_hot_loop, test_passes, test_buffers, test_memory, test_two_nests,
         test_compute_at, test_functions, test_form, test_form_in_view, test_guided_palette, test_violations, test_advice, test_grid_line,
         test_places, test_draft, test_draft_fix, test_marked_names]
