# SPDX-License-Identifier: Apache-2.0
"""The canvas of a nest: parts of the time, overview, columns."""
import os


def test_time_shares(display, build, source):
    """Once the rates of this machine are known, each loop says its part of the time; the product takes nearly all of it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    app.find('tree item', r'^loop k,')

    def shares_of_rows():
        said = [row.description for row in app.all('tree item', r'^(loop|block)')]
        shares = [text.split(' of ')[0] for text in said if text.endswith('of the time, estimated')]
        return shares if len(shares) == 7 else None

    shares = app.wait(shares_of_rows, 30, 'not each of seven rows says its part of the time')
    assert len(set(shares[:4])) == 1, shares
    assert float(shares[0].split()[0]) > 60, shares
    assert app.close() == 0, app.log()


def chain(n):
    """Nests of two loops, each of which reads the result of the one before."""
    text = '@T.prim_func\ndef chain(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):\n'
    buffers = ['A'] + ['T%d' % i for i in range(n - 1)] + ['C']
    text += ''.join('    %s = T.alloc_buffer((64, 64))\n' % name for name in buffers[1:-1])
    for i in range(n):
        text += ('    for i%d, j%d in T.grid(64, 64):\n        with T.block("S%d"):\n'
                 '            vi, vj = T.axis.remap("SS", [i%d, j%d])\n            %s[vi, vj] = %s[vi, vj] * T.float32(2)\n'
                 % (i, i, i, i, i, buffers[i + 1], buffers[i]))
    return text


def test_large_nest(display, build, source):
    """The overview scrolls; lines are folded until they fit, but for the selected loop; boxes stand in columns without the memory."""
    path = os.path.join(display.folder, 'chain.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(chain(20))
    app = display.launch([build + '/app/tileloom', path])
    app.find('tree item', r'^loop i0,').click()
    overview = app.find('image', r'^Overview of the nest$')
    overview.wait_until_idle()
    x, y, width, height = overview.box
    top = app.find('tree item', r'^loop i0,').box[1]
    display.drag(x + width // 2, y + 10, x + width // 2, y + height - 10)
    app.wait(lambda: app.all('tree item', r'^loop i0,')[0].box[1] < top - 100, 8, 'the overview scrolled nothing')
    app.find('button', r'^Zoom to Fit$').click()
    app.find('label', r'^40 loops, 20 blocks; 3[0-9] folded$')
    app.find('tree item', r'^loop i0, extent 64, serial$')
    app.find('button', r'^Memory$').click()
    app.find('button', r'^Boxes$').click()
    display.key('0')
    lefts = app.wait(lambda: sorted({row.box[0] for row in app.all('tree item', r'^loop i[0-9]+,')})[1:], 8, 'there is one column')
    assert lefts, lefts
    assert app.close() == 0, app.log()


def test_thousand_blocks(display, build, source):
    """Only items near the view have rows: keys go to the last block, a step is made there, and one at the other end of the program."""
    path = os.path.join(display.folder, 'thousand.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(chain(1000))
    app = display.launch([build + '/app/tileloom', path])
    app.find('label', r'^2000 loops, 1000 blocks$', 20)
    app.find('tree item', r'^loop i0,').click()
    display.key('End')
    block, overview = app.find('tree item', r'^block S999$'), app.find('image', r'^Overview of the nest$')
    assert overview.box[1] < block.middle()[1] < overview.box[1] + overview.box[3], (block.box, overview.box)
    display.key('Up', 'v')
    app.find('tree item', r'^loop j999, extent 64, vectorized$')
    names = {row.name for row in app.all('tree item', r'^(loop|block) ')}
    assert 'block S990' in names and 'block S0' not in names and len(names) < 250, names
    display.key('Home', 'Page_Down', 'Page_Up', 'Down', 'v')
    app.find('tree item', r'^loop j0, extent 64, vectorized$')
    assert app.close() == 0, app.log()


def test_canvas_stays(display, build, source):
    """The canvas is scrolled to its middle and has the focus, as a click beside the loops selected nothing: it is so when shown again."""
    path = os.path.join(display.folder, 'chain.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(chain(20))
    app = display.launch([build + '/app/tileloom', path])
    app.find('tree item', r'^loop i0,')
    overview = app.find('image', r'^Overview of the nest$')
    overview.wait_until_idle()
    x, y, width, height = overview.box
    display.click(x + width // 2, y + height // 2)
    row = app.find('tree item', r'^loop i10,')
    row.wait_until_idle()
    display.click(row.box[0] - 6, row.middle()[1])
    top = row.box[1]
    for _ in range(2):
        display.key('alt+2')
        app.find('button', r'^Results$|^Start Tuning$')
        display.key('alt+1')
        row = app.find('tree item', r'^loop i10,')
        row.wait_until_idle()
        assert row.box[1] == top, (row.box, top)
    assert app.close() == 0, app.log()


def test_follow_selection(display, build, source):
    """The canvas scrolls to what is selected in the script, also where it is folded; a selection on the canvas scrolls nothing."""
    path = os.path.join(display.folder, 'chain.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(chain(20))
    app = display.launch([build + '/app/tileloom', path])
    app.find('tree item', r'^loop i0,')
    app.find('button', r'^Boxes$').click()
    first = app.find('tree item', r'^loop i0,')
    first.click()
    top = first.box[1]
    app.find('text box', r'^Script$').click()
    display.key('ctrl+End', 'Up', 'Return')
    overview = app.find('image', r'^Overview of the nest$')

    def is_in_view():
        rows = app.all('tree item', r'^block S19$')
        return rows and overview.box[1] < rows[0].middle()[1] < overview.box[1] + overview.box[3]

    app.wait(is_in_view, 8, 'the canvas does not follow the script')
    line = next(i for i, text in enumerate(app.find('text box', r'^Script$').accessible.text.split('\n')) if 'T.grid' in text)
    display.key('ctrl+Home', *['Down'] * line, 'Return')
    app.wait(lambda: abs(app.find('tree item', r'^loop i0,').box[1] - top) < 60, 8, 'the canvas does not go back')
    assert app.close() == 0, app.log()


ALONE = [test_time_shares, test_large_nest, test_thousand_blocks, test_canvas_stays, test_follow_selection]
