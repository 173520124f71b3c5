# SPDX-License-Identifier: Apache-2.0
"""The command palette and the window of shortcuts."""
import os
import re


def open_palette(display, app, query):
    display.key('ctrl+k')
    app.find('search box', r'^Find a Command$')
    display.type(query)


def chosen(app):
    """What Return would do, as a screen reader hears it."""
    return app.find('search box', r'^Find a Command$').description


def expect_chosen(app, wanted):
    app.wait(lambda: chosen(app) == wanted, 8, 'the choice is not %s' % wanted)


def test_commands(display, build, source):
    """Ctrl+K finds loops, steps of the selection, pages and variants by some of their letters; Escape closes it and nothing else."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,')
    open_palette(display, app, 'lj')
    app.find('list item', r'^Go to loop j of C, ×128$')
    expect_chosen(app, 'Go to loop j of C')
    display.key('Return')
    app.gone('search box', r'^Find a Command$')
    app.wait(lambda: app.find('tree item', r'^loop j,').accessible.is_focused, 8, 'loop j is not focused')

    open_palette(display, app, 'vj16')
    expect_chosen(app, 'Vectorize j by 16')
    display.key('Return')
    app.find('tree item', r'^loop j_1, extent 16, vectorized')

    open_palette(display, app, 'bindl')
    app.find('list item', r'^Bind Loop to Threads, the target llvm has no GPU threads')
    display.key('ctrl+a')
    display.type('redo')
    app.find('list item', r'^Redo, No change was undone, Shift\+Ctrl\+Z$')
    expect_chosen(app, 'Redo')
    display.key('Return')
    app.find('search box', r'^Find a Command$')
    display.key('Escape')
    app.gone('search box', r'^Find a Command$')
    app.find('tree item', r'^loop j_1, extent 16, vectorized')

    open_palette(display, app, 'compare')
    display.key('Down', 'Up', 'Return')
    app.find('button', r'^Add Variant|^Add$')
    open_palette(display, app, 'qqqq')
    app.find('label', r'^No matching command')
    display.key('Escape')
    assert app.close() == 0, app.log()


def test_commands_complete(display, build, source):
    """Every action of the window that needs no parameter is in the main menu or the table of the palette."""
    def texts(*names):
        return [open(os.path.join(source, name), encoding='utf-8').read() for name in names]
    files = sorted('ui/' + name for name in os.listdir(source + '/ui') if re.match(r'window.*\.c$', name))
    installed = set(re.findall(r'install_action \(widget_class, "(win\.[a-z-]+)", NULL', ''.join(texts(*files))))
    listed = re.findall(r'"action">((?:win|app)\.[a-z-]+)<', texts('resources/ui/window.ui')[0])
    listed += re.findall(r'\{ "((?:win|app|window)\.[a-z-]+)(?:::[a-z]+)?", N_', texts('ui/window-commands.c')[0])
    assert len(installed) > 15 and not installed - set(listed), 'not listed: %s' % sorted(installed - set(listed))
    assert len([name for name in listed if name != 'win.page']) == len(set(listed) - {'win.page'}), 'listed twice'


def test_shortcuts(display, build, source):
    """Ctrl+? lists the keys, those of the page first; they are found by name and by key."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,')
    display.key('alt+2')
    display.key('ctrl+question')
    search = app.find('search box', r'^Search Shortcuts$')
    app.find('list item', r'^Next failure, E$')
    assert app.find('label', r'^Plots of Trials$').box[1] < search.box[1] + 100, 'the keys of Tune are not first'
    for query, found in (('swap', r'^Swap the columns, S$'), ('undo', r'^Undo, Ctrl\+Z$'),
                         ('ctrl+shift+t', r'^Start tuning from the current variant, Shift\+Ctrl\+T$')):
        display.key('ctrl+a')
        display.type(query)
        app.gone('list item', r'^Next failure')
        app.find('list item', found)
    display.type('x')
    app.find('label', r'^No matching shortcut$')
    display.key('Escape')
    app.gone('search box', r'^Search Shortcuts$')
    assert app.close() == 0, app.log()


ALONE = [test_commands, test_commands_complete, test_shortcuts]
