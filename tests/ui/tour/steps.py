# SPDX-License-Identifier: Apache-2.0
"""Steps that several parts of the tour take."""
import os
import re
import time


def loops(app):
    """Names and extents of the loops on the canvas, from top to bottom."""
    return [re.match(r'loop (\S+), extent (\d+)', thing.name).groups() for thing in app.all('tree item', r'^loop ')]


def loops_in_order(app):
    """As loops, but by the places of a window that has just been opened."""
    app.find('tree item', r'^block ')
    return loops(app)


def expect_loops(app, wanted):
    app.wait(lambda: loops(app) == wanted, 8, 'loops are %s, not %s' % (loops(app), wanted))


def set_trials(display, app, n):
    app.find('spin button', r'^Budget$').click()
    display.key('ctrl+a')
    display.type(str(n))
    display.key('Tab')


def choose_folder(display, app, path):
    """By the keyboard, in the settings, which are shown again afterwards."""
    os.makedirs(path, exist_ok=True)
    app.find('button', r'^Tuning Settings$').click()
    app.find('button', r'^Choose Work Folder$')
    display.key(*['Tab'] * 5, 'Return')
    time.sleep(1)
    display.key('ctrl+l')
    display.type(path)
    display.key('Return')
    app.find('label', '^' + re.escape(path) + '$')
    display.key('Escape')


def newest_draft(display):
    drafts = os.path.join(display.env['XDG_DATA_HOME'], 'tileloom', 'drafts')
    return max((os.path.join(drafts, name) for name in os.listdir(drafts) if name.endswith('.tileloom')), key=os.path.getmtime)


def leave_draft(display, build, source):
    """A program of two variants, one timed, that nobody saved."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('list item', r'^variant start', seconds=15)
    display.key('F7')
    app.find('tree item', r'^loop j_2, extent \d+, vectorized')
    display.key('F5')
    app.find('label', r'(ns|µs|ms) \(.*checked ✓', seconds=60)
    app.find('list item', r'^variant start').click(3)
    app.find('button', r'^New Variant from Here$').click()
    app.find('list item', r'^variant branch')
    display.xdotool('mousemove', 0, 0)   # no card of the next window has its tooltip
    assert app.close() == 0, app.log()
