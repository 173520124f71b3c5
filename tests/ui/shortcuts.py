# SPDX-License-Identifier: Apache-2.0
"""
Whether the window of shortcuts has the keys of the program, in TAP. usage: shortcuts.py SOURCE_DIR

Keys are found where the code compares them: GDK_KEY_… and triggers in the files of ui/, and the table of keys of the application. Each
file belongs to pages of the window; a key must stand in one of them, or be one that has the same meaning everywhere.
"""
import os
import re
import sys

# Path, beginning of the path: the pages whose keys are looked for in it.
PAGES = (('ui/canvas/', ('explore', 'data')),
         ('ui/explore/code-', ('code',)), ('ui/explore/pass-view.c', ('code',)), ('ui/explore/', ('explore', 'data')),
         ('ui/pages/explore-page.c', ('explore', 'window')), ('ui/pages/compare-page.c', ('compare',)),
         ('ui/pages/model-page.c', ('model',)), ('ui/pages/', ('window',)),
         ('ui/compare/', ('compare',)), ('ui/tune/', ('tune',)), ('ui/', ('window',)))
# Of lists, entries, dialogs and menus.
EVERYWHERE = {'Escape', 'Return', 'ISO_Enter', 'Tab', 'space', 'Menu', 'F10', 'Page_Up', 'Page_Down', 'Up', 'Down', 'Left', 'Right', 'Home',
              'End'}
# Not pressed: events, and the F10 of another table.
NOT_KEYS = {'PRESS', 'RELEASE'}


def plain(name):
    """The key without its double on the numeric pad, letters small."""
    name = re.sub(r'^KP_', '', name)
    name = {'Add': 'plus', 'Subtract': 'minus', 'Multiply': 'asterisk', 'Enter': 'Return'}.get(name, name)
    return name.lower() if len(name) == 1 else name


def accelerators(source):
    """By page of the window of shortcuts: the accelerators as they are written."""
    with open(source + '/core/session/commands/shortcut-list.c', encoding='utf-8') as file:
        rows = re.findall(r'\{ \.page = "(\w+)"|\{ N_\("[^"]*"\), "([^"]+)" \}', file.read())
    found, page = {}, None
    for begun, keys in rows:
        page = begun or page
        for part in keys.split():
            first, _, last = part.partition('...')
            found.setdefault(page, set()).update({first, last or first})
    return found


def files(source):
    for folder, _, names in os.walk(source + '/ui'):
        for name in sorted(names):
            if name.endswith('.c'):
                yield os.path.relpath(os.path.join(folder, name), source)


def keys_of(text):
    """Of a table of digits, the first stands for all."""
    triggers = re.findall(r'trigger_parse_string \("(?:<\w+>)*(\w+)"', text)
    return {plain(name) for name in re.findall(r'\bGDK_KEY_(\w+)', text) + triggers} - NOT_KEYS


def check_keys(source, shown):
    missing = []
    for path in files(source):
        with open(os.path.join(source, path), encoding='utf-8') as file:
            keys = keys_of(file.read()) - EVERYWHERE
        pages = next(pages for start, pages in PAGES if path.startswith(start))
        listed = {plain(re.sub(r'<\w+>', '', accelerator)) for page in pages for accelerator in shown[page]}
        missing += ['%s: %s' % (path, key) for key in sorted(keys - listed)]
    return missing


def written(accelerator):
    """With the page's keys Alt+1 to 3 as the window has them: the first and the last."""
    return accelerator.replace('<Alt>2', '<Alt>1').replace('<Alt>3', '<Alt>1')


def check_actions(source, shown):
    with open(source + '/ui/application.c', encoding='utf-8') as file:
        rows = re.findall(r'\{ "((?:app|win|window)\.[\w:-]+)", \{ "([^"]+)"', file.read())
    return ['%s: %s' % (action, key) for action, key in rows if written(key) not in shown['window']], len(rows)


def check_shown_once(source, shown):
    """No accelerator of all pages has another meaning on one of them, but for keys of lists and dialogs."""
    return ['%s: %s' % (page, key) for page in shown if page != 'window'
            for key in sorted(shown[page] & shown['window']) if plain(key) not in EVERYWHERE]


def main():
    source = os.path.abspath(sys.argv[1])
    shown = accelerators(source)
    actions, n_actions = check_actions(source, shown)
    import keys   # which reads the accelerators from here
    assert n_actions > 15, 'the table of keys was not found'
    print('1..4')
    for number, (name, faults) in enumerate((('keys of widgets', check_keys(source, shown)), ('keys of actions', actions),
                                             ('one meaning', check_shown_once(source, shown)),
                                             ('pressed by keys.py', keys.missing_keys(source))), 1):
        print('%sok %d %s' % ('not ' if faults else '', number, name))
        print(''.join('# %s\n' % fault for fault in faults), end='')
    return 0


if __name__ == '__main__':
    sys.exit(main())
