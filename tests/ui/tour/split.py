# SPDX-License-Identifier: Apache-2.0
"""The ruler on which the factors of a split are chosen."""
from tour.steps import loops, loops_in_order, expect_loops


def extents(app):
    return dict(loops_in_order(app))


def test_split_ruler(display, build, source):
    """Keys walk the divisors, a star is inferred, + makes a third factor; the consequences follow; refused text says the rule."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    app.find('spin button', r'^Factor j_1$')
    spin = app.find('spin button', r'^Factor j_1$')
    spin.wait_until_idle()
    display.click(spin.box[0] + spin.box[2] - 10, spin.middle()[1])   # its +, to the next divisor as the arrow key does
    app.find('label', r'^16 divides 128: no tail$')
    display.key('Up')
    app.find('label', r'^32 divides 128: no tail$')
    app.find('label', r'^16\.6 KiB$')
    display.key('ctrl+a')
    display.type('6')
    app.find('label', r'^last tile: 2 of 6 iterations \(where\)$')
    app.find('label', r'^2 of 6$')
    display.key('ctrl+a')
    display.type('500')
    app.find('label', r'^⊘ 500 exceeds the 128 iterations')
    display.key('Escape')
    app.gone('spin button', r'^Factor j_1$')
    assert 'j' in extents(app)
    display.key('s')
    app.find('slider', r'^Ruler of j_1, 1 to 128').click()
    display.key('Home', 'Right', 'Right', 'plus', 'Up')
    app.find('spin button', r'^Factor j_2$')
    display.key('Return')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '4'), ('j_2', '2'), ('k', '128')])
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    assert app.close() == 0, app.log()


def test_split_edge(display, build, source):
    """The right edge of a header is dragged to a factor; with Shift two loops are tiled, which is one step of the history."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('label', r' FMA, ', seconds=20)   # rows are as wide as they will be
    row = app.find('tree item', r'^loop j,')
    row.wait_until_idle()
    x, y = row.box[0] + row.box[2], row.box[1] + row.box[3] // 2
    display.drag(x, y, x - 60, y)
    app.wait(lambda: 'j_1' in extents(app), 8, 'the edge split nothing: %s' % loops(app))
    found = extents(app)
    assert int(found['j_0']) * int(found['j_1']) >= 128 and found['j_1'] != '8', found
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    app.find('tree item', r'^loop i,').click()
    display.key('shift+Down')
    row = app.find('tree item', r'^loop j,')
    row.wait_until_idle()
    x, y = row.box[0] + row.box[2], row.box[1] + row.box[3] // 2
    display.xdotool('keydown', 'Shift_L')
    display.drag(x, y, x - 20, y + 20)
    display.xdotool('keyup', 'Shift_L')
    tiled = app.wait(lambda: len(loops(app)) == 5 and extents(app), 8, 'Shift tiled nothing: %s' % loops(app))
    assert int(tiled['i_1']) > 8 and int(tiled['j_1']) < 8, tiled
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    app.find('tree item', r'^loop i,').click()
    display.key('shift+Down')
    display.key('shift+s')
    app.find('spin button', r'^Factor i_1$')
    app.find('spin button', r'^Factor j_1$')
    display.key('Up')
    display.key('Return')
    expect_loops(app, [('i_0', '16'), ('j_0', '8'), ('i_1', '8'), ('j_1', '16'), ('k', '128')])
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    assert app.close() == 0, app.log()


def test_split_times(display, build, source):
    """A factor is measured where the handle rests, and then its neighbors; the latency is said beside the present one."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    app.find('label', r'^j_1 = 8: ')   # not measured, measuring, or soon a time
    app.find('label', r'^j_1 = 8: [\d.]+ [nµm]s(, \d+ spills)?$', seconds=20)
    app.find('label', r'^Latency$')
    app.find('label', r', \d+ samples, interleaved$')
    app.find('slider', r'^Ruler of j_1, 1 to 128; [2-5] measured, fastest at \d+: ', seconds=20)
    display.key('Escape')
    assert app.close() == 0, app.log()


def test_change_factors(display, build, source):
    """A split of the past takes other factors; the steps after it are replayed, as one step of the history."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    app.find('spin button', r'^Factor j_1$')
    display.key('Return')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '8'), ('k', '128')])
    display.key('alt+Down')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('k', '128'), ('j_1', '8')])
    app.find('tab', r'^Properties$').click()
    app.find('button', r'^Change Factors…$').click()
    app.find('dialog', r'^Editing step \d+, Split j$')
    app.find('label', r'^1 later step is replayed$')
    display.key('Up')
    app.find('label', r'^16 divides 128: no tail$')
    display.key('Return')
    expect_loops(app, [('i', '128'), ('j_0', '8'), ('k', '128'), ('j_1', '16')])
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('k', '128'), ('j_1', '8')])
    assert app.close() == 0, app.log()


def test_split_preview(display, build, source):
    """The nest and the script show the split that is being chosen; Change of a split's menu opens its ruler, with the old extents."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '8'), ('k', '128')])
    app.find('text box', r'^Script after the step$')
    display.key('Up')
    expect_loops(app, [('i', '128'), ('j_0', '8'), ('j_1', '16'), ('k', '128')])
    display.key('Escape')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    app.find('spin button', r'^Factor j_1$')
    display.key('Return')
    app.find('list item', r'^step 1, Split').click(3)
    app.find('button', r'^Change…$')
    display.key('Return')
    app.find('dialog', r'^Editing step 1, Split j$')
    display.key('Up')
    app.find('label', r'^×8$')
    expect_loops(app, [('i', '128'), ('j_0', '8'), ('j_1', '16'), ('k', '128')])
    display.key('Escape')
    expect_loops(app, [('i', '128'), ('j_0', '16'), ('j_1', '8'), ('k', '128')])
    assert app.close() == 0, app.log()


def test_tile_grid(display, build, source):
    """The corner of the tile of two loops is dragged over the divisors of both; keys do the same; Shift drags it from a header's edge."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('label', r' FMA, ', seconds=20)
    app.find('tree item', r'^loop i,').click()
    display.key('shift+Down')
    display.key('shift+s')
    grid = app.find('image', r'^Tile of 8 i_1 by 8 j_1$')
    grid.wait_until_idle()
    x, y, width, height = grid.box
    left, top, right, bottom = x + 34, y + 24, x + width - 12, y + height - 10
    display.drag(left + (right - left) * 3 // 7, top + (bottom - top) * 3 // 7, left + (right - left) * 5 // 7, top + (bottom - top) * 2 // 7)
    app.find('image', r'^Tile of 4 i_1 by 32 j_1$')
    display.key('Left')
    app.find('image', r'^Tile of 4 i_1 by 16 j_1$')
    display.key('Return')
    expect_loops(app, [('i_0', '32'), ('j_0', '8'), ('i_1', '4'), ('j_1', '16'), ('k', '128')])
    assert app.close() == 0, app.log()


ALONE = [test_split_preview, test_tile_grid, test_split_times, test_change_factors, test_split_ruler, test_split_edge]
