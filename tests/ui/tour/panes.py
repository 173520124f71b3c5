# SPDX-License-Identifier: Apache-2.0
"""Several code panes: their views, links, keys, and what is kept of them."""
import os
import re
import subprocess

from driver import Display


def places(app):
    """What panes say of the places of the selection, from left to right."""
    return [thing.name for thing in sorted(app.all('label', r'^(≈ )?\d+ of \d+ places'), key=lambda thing: thing.box[0])]


def test_code_panes(display, build, source):
    """Each pane shows its view and marks the selection of all; one that is not linked has its own."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$').click()
    app.find('button', r'^Add Pane$').click()
    assembly = app.find('text box', r'^Assembly$')
    assert assembly.box[0] > app.find('text box', r'^Script$').box[0] + 300, 'not side by side'
    app.wait(lambda: re.match(r'1 of \d+ places', (places(app) or [''])[-1]), 30, 'no places in assembly: %s' % places(app))
    before = places(app)
    app.find('button', r'^Add Pane$').click()
    app.wait(lambda: len(app.all('button', r'^Linked$')) == 3, 8, 'no third pane')
    app.find('tree item', r'^loop i,').click()
    app.wait(lambda: places(app) and places(app) != before, 8, 'the assembly does not follow: %s' % places(app))
    sorted(app.all('button', r'^Linked$'), key=lambda thing: thing.box[0])[-1].click()
    before = places(app)
    app.find('tree item', r'^block C$').click()
    app.find('label', r'^Data of C$')
    app.gone('image', r'^One iteration of i: ')
    assert places(app)[-1] == before[-1], 'a pane without a link follows: %s, %s' % (before, places(app))
    sorted(app.all('text box', r'^Assembly$'), key=lambda thing: thing.box[0])[-1].click()
    display.key('ctrl+Home', 'Return')
    app.wait(lambda: len(places(app)) < 2 or places(app)[-1] != before[-1], 8, 'a pane without a link selects nothing')
    assert not app.all('image', r'^One iteration of [ij]: '), 'a pane without a link selects elsewhere'
    app.all('button', r'^Close Pane$')[0].click()
    app.wait(lambda: len(app.all('button', r'^Close Pane$')) == 1, 8, 'the pane is not closed')
    assert app.close() == 0, app.log()


def test_panes_kept(display, build, source):
    """Keys add, walk and close panes; the next window has the same. A small one shows one at a time, with a button for each."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('text box', r'^Script$').click()
    display.key('ctrl+backslash')
    app.wait(lambda: app.find('text box', r'^Assembly$').accessible.is_focused, 8, 'the new pane has not the keyboard')
    display.key('ctrl+l', 'ctrl+Page_Up')
    app.wait(lambda: app.find('text box', r'^Script$').accessible.is_focused, 8, 'the first pane has not the keyboard')
    assert app.close() == 0, app.log()
    with open(os.path.join(display.env['XDG_CONFIG_HOME'], 'tileloom', 'settings.ini'), encoding='utf-8') as file:
        kept = file.read()
    assert 'code-panes=script,asm:unlinked\n' in kept, kept
    with Display(720, 560) as small:
        path = os.path.join(small.env['XDG_CONFIG_HOME'], 'tileloom', 'settings.ini')
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write('[layout]\ncode-panes=script,asm:unlinked\n')
        app = small.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
        app.find('button', r'^Code$').click()
        app.find('text box', r'^Script$')
        app.gone('text box', r'^Assembly$')
        app.find('button', r'^Pane 2 of 2: Assembly$').click()
        app.find('text box', r'^Assembly$').click()
        app.gone('text box', r'^Script$')
        assert not app.find('button', r'^Linked$').is_checked
        small.key('ctrl+Page_Down')
        app.find('text box', r'^Script$')
        small.key('ctrl+F4')
        app.find('text box', r'^Assembly$')
        app.gone('button', r'^Pane \d of ')
        assert app.close() == 0, app.log()


def test_command(display, build, source):
    """The command of a pane prints the text of the pane."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    display.key('F7')
    app.find('tree item', r'^block C_update')
    script = app.find('text box', r'^Script$').accessible.text
    with open(os.path.join(display.folder, 'script.py'), 'w', encoding='utf-8') as file:
        file.write(script)
    app.find('tab', r'^Assembly$').click()
    command = app.find('button', r'^Copy the Command: tileloom-cli show script\.py --as asm --target ').name.partition(': ')[2]
    app.find('label', r'^Hot loop ', seconds=30)
    printed = subprocess.run(['sh', '-c', '%s/app/%s' % (build, command)], cwd=display.folder, capture_output=True, text=True, check=True)
    assert printed.stdout == app.find('text box', r'^Assembly$').accessible.text
    assert app.close() == 0, app.log()


ALONE = [test_code_panes, test_panes_kept, test_command]
