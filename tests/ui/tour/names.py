# SPDX-License-Identifier: Apache-2.0
"""Everything that a person can act on has a name that a screen reader can say."""
import re
import time

# Roles that a person acts on. Rows and cells are named by the labels in them.
ACTIVE = ('button', 'toggle button', 'check box', 'radio button', 'combo box', 'menu item', 'tab', 'list item', 'spin button', 'text box',
          'search box', 'slider', 'switch', 'link', 'tree item', 'grid cell', 'column header')
FOCUSABLE = 11   # bit of states
CONTAINERS = ('group', 'list', 'row', 'tree grid', 'grid')   # scrolled windows take the focus for their scrollbars
TYPE_NAME = re.compile(r'^(Gtk|Adw|Tl)[A-Z]\w*$')            # GTK's answer for what has no name


def has_name(thing):
    return bool(thing.name) and not TYPE_NAME.match(thing.name)


def is_active(thing):
    if thing.name == 'GtkColumnViewCell':   # without a label inside: an empty cell
        return False
    return thing.role in ACTIVE or (thing.role not in CONTAINERS and thing._has_state(FOCUSABLE))


def is_named_inside(thing):
    return any(has_name(child) or is_named_inside(child) for child in thing.children if child.may_show())


def spoken(thing):
    """Its name, or that of the labels in it."""
    return thing.name if has_name(thing) else ' '.join(filter(None, map(spoken, thing.children)))


def nameless(app):
    """Things shown that have no name, nor stand in a control that has one: (role, box, the roles around). Two buttons of the same name in
    one box, or columns of one table, cannot be told apart either."""
    found = []
    app.display.bus.tree(app.root)
    stack = [(app.root, False, [])]
    while stack:
        thing, inside_named, path = stack.pop()
        if thing is not app.root and not thing.may_show():
            continue
        is_named = has_name(thing)
        if thing is not app.root and not is_named and not inside_named and is_active(thing) and not is_named_inside(thing):
            found.append((thing.role, thing.name, thing.box, ' > '.join(path[-4:])))
        names = [(child.role, spoken(child)) for child in thing.children
                 if child.may_show() and child.role in ('button', 'check box', 'column header')]
        found += [('twice', role, name, ' > '.join(path[-4:])) for role, name in set(names) if names.count((role, name)) > 1]
        inside = inside_named or (is_named and thing.role in ACTIVE)
        stack += [(child, inside, path + ['%s %s' % (thing.role, thing.name)]) for child in thing.children]
    return found


def expect_names(app, place):
    time.sleep(0.5)
    left = nameless(app)
    assert not left, '%s: %s' % (place, left)


def choose(app, name):
    """A tab or a button that chooses a page."""
    app.wait(lambda: [thing for role in ('tab', 'toggle button', 'radio button', 'button') for thing in app.all(role, '^%s$' % name)][:1],
             8, 'nothing to choose %s with' % name)[0].click()


def test_names_explore(display, build, source):
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop j,').click()
    expect_names(app, 'Explore')
    for name in ('Properties', 'Roofline', 'Buffers', 'Data', 'Trace', 'Assembly'):
        choose(app, name)
        expect_names(app, name)
    for name, open_it in (('steps', lambda: (app.find('tree item', r'^loop j,').click(), display.key('period'))),
                          ('ruler', lambda: (app.find('tree item', r'^loop j,').click(), display.key('s'))),
                          ('variant', lambda: app.find('list item', r'^variant start').click(3)),
                          ('target', app.find('button', r'^Target$').click),
                          ('script', lambda: display.key('ctrl+r')),
                          ('commands', lambda: display.key('ctrl+k')),
                          ('preferences', lambda: display.key('ctrl+comma'))):
        open_it()
        expect_names(app, name)
        display.key('Escape')
    assert app.close() == 0, app.log()


def test_names_trials(display, build, source):
    app = display.launch([build + '/app/tileloom', source + '/tests/records/work-dirs/tvm-0.27'])
    app.find('label', r'^4 of 4 trials', seconds=15)
    expect_names(app, 'Tune')
    for name in ('Predicted', 'Parallel'):
        choose(app, name)
        expect_names(app, name)
    app.find('button', r'^Axes$').click()
    expect_names(app, 'axes')
    display.key('Escape')
    app.find('button', r'^Tuning Settings$').click()
    expect_names(app, 'settings')
    display.key('Escape', 'alt+3')
    app.find('button', r'^Add Variant$').click()
    expect_names(app, 'Compare')
    display.key('Escape')
    assert app.close() == 0, app.log()


def test_names_start(display, build, source):
    app = display.launch([build + '/app/tileloom'], TILELOOM_DATADIR=source + '/data')
    app.find('label', r'^Examples$')
    expect_names(app, 'start')
    assert app.close() == 0, app.log()


ALONE = [test_names_start, test_names_explore, test_names_trials]
