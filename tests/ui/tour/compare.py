# SPDX-License-Identifier: Apache-2.0
"""The page Compare."""
import re
import time


def test_compare(display, app):
    display.key('alt+3')
    app.find('button', r'[Rr]ace')


def scroll_down(display):
    display.xdotool('mousemove', '640', '620')
    display.xdotool('click', '--repeat', '60', '5')
    time.sleep(0.5)


def test_explain(display, app):
    """Each step between the first and the last column is timed, along the way and alone; the picture says in words what each brought."""
    scroll_down(display)
    app.find('button', r'^Explain Difference$').click()
    app.find('button', r'^Measure Again$', seconds=150)
    app.find('label', r'^([\d.]+ times (faster|slower)|equally fast)')
    app.find('label', r'^Steps alone: .*together: .*Interaction: ')
    app.find('label', r'The sum of all steps ')
    picture = app.find('image', r'^Gain of each step$')
    gains = picture.description.split('; ')
    assert len(gains) > 1 and all(re.search(r': ([\d.]+ times (faster|slower)|equally fast|not distinguishable)$', gain) for gain in gains), gains


def test_explain_steps(display, app):
    """The same for the steps of the variant shown, from the program without any."""
    display.key('alt+1')
    app.find('button', r'^Explain$').click()
    app.find('label', r'^No steps → tuned')
    display.key('Escape')
    app.gone('label', r'^No steps → tuned')


def test_columns(display, build, source):
    """Nests stand aligned against the baseline, which a click, S and the choice change; N goes to the next difference."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$', seconds=15)
    display.key('F7')
    app.find('tree item', r'^loop i_0,')
    display.key('alt+3')
    app.find('button', r'^as written, no steps, .*, baseline$')
    app.find('grid cell', r'^k_0, extent \d+, serial, changed: extent 128 → \d+$')
    app.find('grid cell', r'^k_1, extent \d+, unrolled, added$')
    app.find('label', r'^\d+ differences$')
    display.key('n')
    app.wait(lambda: any(cell.accessible.is_focused for cell in app.all('grid cell', r'changed|added')), 8, 'N goes to a difference')
    app.find('button', r'^start, \d+ steps').click()
    app.find('button', r'^start, .*, baseline$')
    app.find('grid cell', r'^k_1, extent \d+, unrolled: missing$')
    app.find('grid cell', r'^Spills, as written: \d+, ', seconds=20)
    app.find('grid cell', r'^L2 → L1, as written: \S+ [KM]iB, × ')
    app.find('grid cell', r'^Cycles, as written: —, —$')
    app.find('tab', r'^Script$').click()
    app.find('text box', r'^Text of as written$')
    app.find('text box', r'^Text of start$')
    assert app.close() == 0, app.log()


def test_add_to_compare(display, build, source):
    """A step goes to Compare by its menu, a variant by a drag over the tab of the page onto it; what is there already is said."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    display.key('s')
    app.find('spin button', r'^Factor j_1$')
    display.key('Return')
    app.find('tree item', r'^loop j_0,')
    display.key('alt+Down')
    app.wait(lambda: app.all('list item', r'^step 2, '), 8, 'the loop was not moved')
    app.find('list item', r'^step 1, Split').click(3)
    app.find('button', r'^Add to Compare$')
    display.key('Down', 'Down', 'Down', 'Down', 'Down', 'Down', 'Return')
    app.find('label', r'was added to Compare')
    x, y = app.find('list item', r'^variant start').middle()
    tab = app.find('tab', r'^Compare$').middle()
    display.xdotool('mousemove', x, y)
    display.xdotool('mousedown', 1)
    for part in range(1, 21):
        display.xdotool('mousemove', x + (tab[0] - x) * part // 20, y + (tab[1] - y) * part // 20)
        time.sleep(0.02)
    app.find('button', r'^as written, no steps')
    display.xdotool('mousemove', 640, 400)
    display.xdotool('mousemove', 641, 401)
    time.sleep(0.3)
    display.xdotool('mouseup', 1)
    app.find('label', r'^Compare has this schedule already$')
    assert len(app.all('button', r'^start, step \d+, \d+ steps?, ')) == 1
    assert app.close() == 0, app.log()


def heads(app):
    """Names of the columns, from left to right."""
    buttons = app.all('button', r'^(as written|start|copy)\b.*, \d+ steps?, |^(as written|start|copy).*, no steps, ')
    return [button.name.split(',')[0] for button in sorted(buttons, key=lambda button: button.box[0])]


def test_move_columns(display, build, source):
    """A column is moved by keys, which keep the focus on it, and by a drag of its head; the baseline stays the same schedule."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$', seconds=15)
    display.key('F7')
    app.find('tree item', r'^loop i_0,')
    display.key('alt+3')
    app.find('button', r'^start, \d+ steps')
    app.wait(lambda: heads(app) == ['as written', 'start'], 8, heads(app))
    app.find('button', r'^as written, no steps').click()
    display.key('ctrl+Right')
    app.wait(lambda: heads(app) == ['start', 'as written'], 8, heads(app))
    app.find('button', r'^as written, .*, baseline$')
    display.key('ctrl+Left')
    app.wait(lambda: heads(app) == ['as written', 'start'], 8, heads(app))
    app.find('button', r'^start, \d+ steps').drag_to(*app.find('button', r'^as written, no steps').middle())
    app.wait(lambda: heads(app) == ['start', 'as written'], 8, heads(app))
    app.find('button', r'^as written, .*, baseline$')
    assert app.close() == 0, app.log()


ALONE = [test_move_columns, test_add_to_compare, test_columns]
