# SPDX-License-Identifier: Apache-2.0
"""The page Tune."""
import os
import re
import sqlite3
import subprocess
import tempfile

from driver import Display
from tour.steps import set_trials


def test_tune(display, app):
    display.key('alt+2')
    set_trials(display, app, 16)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Done.*16 of 16', seconds=120)


def test_tune_variant(display, app):
    """A run from the variant shown says where it began, and what search and workers did."""
    display.key('alt+1')
    app.find('tree item', r'^loop i,').click()
    display.key('p')
    app.find('tree item', r'^loop i, extent 128, parallel')
    display.key('ctrl+shift+t')
    app.find('label', r'^Done.*16 of 16.*from variant start', seconds=120)
    assert any('runner' in thing.description for thing in app.all('image', r'^Search and workers$'))
    display.key('alt+1')
    app.find('tree item', r'^loop i,').click()
    display.key('ctrl+z')
    display.key('alt+2')


def plot(app):
    return app.find('image', r'^Latency over trials$')


def test_pick_trial(display, app):
    """A click on a point selects its trial, and stays; a double click opens it as a variant."""
    variants = len(app.all('list item', r'^variant '))
    x, y, width, height = plot(app).box
    column = x + 76 + int((width - 160) * 4.5 / (17 * 1.01))   # of trial 4 of 0 … 16
    for row in range(y + height - 12, y, -16):
        display.click(column, row)
        if plot(app).description:
            break
    assert re.match(r'Trial 4\b', plot(app).description), plot(app).description
    display.key('Right')
    app.wait(lambda: re.match(r'Trial 5\b', plot(app).description), 8, plot(app).description)
    display.key('alt+1')
    app.find('tree item', r'^loop i,')
    assert len(app.all('list item', r'^variant ')) == variants, 'a click added a variant'
    display.key('alt+2')


def test_predicted(display, app):
    """The second plot says what was expected; 16 trials are too few for a cost model, and it says so."""
    app.find('tab', r'^Predicted$').click()
    app.find('image', r'^Predicted against measured$')
    app.wait(lambda: any('No trial selected by the cost model' in thing.description for thing in app.all('image', r'^Predicted against')),
             8, 'no description')
    app.find('tab', r'^Latency$').click()
    app.find('image', r'^Latency over trials$')


def test_open_best(display, app):
    app.find('button', r'^Open Best$').click()
    app.find('list item', r'^variant tuned', seconds=10)


def open_run(display, build, source, *settings):
    """A window with a run of 16 trials of a small program, on the page Tune."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    app.find('tree item', r'^loop ', seconds=20)
    display.key('alt+2')
    set_trials(display, app, 16)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Done.*16 of 16', seconds=120)
    return app


def test_select_trial(display, build, source):
    """A row and a point are one selection: keys on the plot move it, and the row follows."""
    app = open_run(display, build, source)
    row(app, 3).click()
    app.wait(lambda: re.match(r'Trial 3\b', plot(app).description), 8, plot(app).description)
    x, y, width, height = plot(app).box
    display.click(x + width // 2, y + 20)   # no trial is there: only the focus changes
    display.key('Right')
    app.wait(lambda: re.match(r'Trial 4\b', plot(app).description), 8, plot(app).description)
    display.key('bracketleft')
    app.wait(lambda: re.match(r'Trial [0-3]\b', plot(app).description), 8, plot(app).description)
    app.close()


def test_groups(display, build, source):
    """A click on a group in the legend dims the others, G goes through the groups; the plot says which is left."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_project(display, build, make_project(build, source, folder))
        x, y, width, height = plot(app).box
        display.click(x + 96, y + 19)
        app.wait(lambda: re.search(r'^All but these are dim: random$', plot(app).description, re.M), 8, 'the legend was not clicked')
        display.key('g')
        app.wait(lambda: 'dim' not in plot(app).description, 8, 'G did not go on to all')
        display.key('g')
        app.wait(lambda: plot(app).description.endswith('dim: random'), 8, 'G did not go on to the first group')
        assert app.close() == 0, app.log()


def test_follow(display, build, source):
    """Zooming by hand turns the switch Follow off; the key F turns it on again, and off."""
    app = open_run(display, build, source)
    follows = app.find('switch', r'^Follow$')
    assert follows.is_checked, 'it does not follow at first'
    x, y, width, height = plot(app).box
    display.drag(x + width // 2, y + height // 2, x + width // 2 - 60, y + height // 2)
    app.wait(lambda: not follows.is_checked, 8, 'a drag did not turn it off')
    display.key('f')
    app.wait(lambda: follows.is_checked, 8, 'the key did not turn it on')
    display.key('f')
    app.wait(lambda: not follows.is_checked, 8, 'the key did not turn it off')
    app.close()


def test_budget(display, build, source):
    """A run under way is paused by Space, and goes on by it. Its budget, lowered meanwhile, ends it there."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    display.key('alt+2')
    set_trials(display, app, 4000)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^\d+ of 4000 trials$', seconds=20)
    plot(app).click()
    display.key('space')
    app.find('label', r'^paused$')
    so_far = int(app.find('label', r'^\d+ of 4000 trials$').name.split()[0])
    budget = so_far + 80   # more than a batch: what is under way does not reach it
    set_trials(display, app, budget)
    app.find('label', r'^\d+ of %d trials$' % budget)
    app.find('label', r'^paused$')
    plot(app).click()
    display.key('space')
    done = app.find('label', r'^Done · (\d+) of \1 trials', seconds=120).name
    n = int(re.search(r'of (\d+) trials', done).group(1))
    assert budget <= n < 4000, done
    app.close()


def test_add_to_search(display, build, source):
    """A variant made by hand joins the search that runs; the plot says so."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,', seconds=20).click()
    display.key('p')
    app.find('tree item', r'^loop i, extent 128, parallel')
    display.key('alt+2')
    set_trials(display, app, 4000)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^\d+ of 4000 trials$', seconds=20)
    app.find('button', r'^Add to Search$').click()
    app.find('label', r'joins the next batch of the search$', seconds=10)
    app.close()


def test_parallel(display, build, source):
    """A line has the menu of its trial. A brush by key and one by drag let fewer trials pass, and chips take them away again."""
    app = open_run(display, build, source)
    app.find('tab', r'^Parallel$').click()
    measured = int(app.find('label', r'^\d+ measured trials$').name.split()[0])
    x, y, width, height = app.find('image', r'^Decisions of trials$').box
    display.drag(x + width - 64, y + 60, x + width - 64, y + 60 + (height - 104) // 3)   # the fast end of the last axis
    text = app.find('label', r'^\d+ of %d measured trials pass 1 brush$' % measured).name
    assert 0 < int(text.split()[0]) < measured, text
    display.key('shift+Tab', 'shift+Tab', 'Down')   # the drag gave its axis the focus; from there to the build times
    app.find('label', r'^\d+ of %d measured trials pass 2 brushes$' % measured)
    app.find('button', r'^Remove Brush measured').click()
    app.find('label', r'^\d+ of %d measured trials pass 1 brush$' % measured)
    app.find('button', r'^Remove Brush').click()
    app.find('label', r'^%d measured trials$' % measured)
    app.find('image', r'^Decisions of trials$').click()
    display.key('Right')   # picks one, whatever was below the pointer
    app.find('label', r'^Trial \d+$')
    display.key('shift+F10')
    app.find('menu item', r'^Star$')
    display.key('Escape')
    app.gone('menu item', r'^Star$')
    app.close()


def test_forbid(display, build, source):
    """A value forbidden while the search runs: it says from which trial on it holds, and goes on; removed, nothing is left of it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'], TL_HOST='haswell')   # for its values
    app.find('tree item', r'^block C$')
    display.key('alt+2')
    set_trials(display, app, 4000)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^\d+ of 4000 trials$', seconds=20)
    app.find('button', r'^Pin or Forbid a Decision$').click()
    app.find('button', r'^3$', seconds=20)
    display.key('Tab', 'Tab', 'space', *['Tab'] * 4, 'space')   # the value 3, then Forbid
    remove = app.find('button', r'^Remove Constraint forbid C/i/2/1=3$', seconds=20)
    facts = app.find('label', r'^\d+ of \d+ sampled candidates satisfy the constraints · from trial \d+ on$', seconds=20).name
    first = int(re.search(r'from trial (\d+) on', facts).group(1))
    app.wait(lambda: int(re.match(r'\d+', app.find('label', r'^\d+ of 4000 trials$').name).group()) > first, 30, 'no trial after it')
    remove.click()
    app.gone('button', r'^Remove Constraint', seconds=10)
    app.close()


def test_runs(display, build, source):
    """A second run keeps the first one, and is shown alone; the list of runs has both, and all together."""
    app = open_run(display, build, source)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Run 2 · trials 17–33$', seconds=60)
    app.find('label', r'^Done.*16 of 16', seconds=120)
    app.find('label', r'^17$')
    left = row(app, 17).box[0]
    assert not [label for label in app.all('label', r'^3$') if label.box[0] < left + 40], 'a trial of the first run is in the table'
    app.close()


def row(app, number):
    """The number of a trial in the first column."""
    return app.wait(lambda: min(app.all('label', '^%d$' % number), key=lambda label: label.box[0], default=None), 8, 'no trial %d' % number)


def test_one_best(display, build, source):
    """While a run goes on, one row is the best: it says so in place of those before it. The first rows are in view."""
    with Display(1280, 1500) as tall:
        app = tall.launch([build + '/app/tileloom', source + '/data/workloads/softmax.py'])
        app.find('tree item', r'^loop ')
        tall.xdotool('getactivewindow', 'windowmove', 0, 0, 'windowsize', *tall.size)
        tall.key('alt+2')
        set_trials(tall, app, 4000)
        app.find('button', r'^Start Tuning$').click()
        app.find('label', r'^([3-9]\d|\d{3,}) of 4000 trials', seconds=30)
        app.find('button', r'^Pause').click()
        app.find('button', r'^Resume', seconds=30)
        row(app, 20)
        best = app.all('label', r'^best$')
        assert len(best) < 2, '%u rows are the best' % len(best)
        app.close()


def open_project(display, build, path):
    app = display.launch([build + '/app/tileloom', path])
    app.find('tree item', r'^loop ', seconds=20)
    display.key('alt+2')
    row(app, 3)
    return app


def make_project(build, source, folder):
    """A project with 10 trials, made without a window."""
    path = os.path.join(folder, 'run.tileloom')
    subprocess.run([build + '/app/tileloom-cli', 'tune', source + '/data/workloads/mm-relu-128.py', '--trials', '10', '--seed', '1',
                    '--db', path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    return path


def repeat_trials(path, times):
    """The trials of a project's run again and again, with numbers of their own."""
    database = sqlite3.connect(path)
    columns = [row[1] for row in database.execute('PRAGMA table_info(trial)') if row[1] not in ('id', 'number')]
    count, last = database.execute('SELECT count(*), max(number) FROM trial').fetchone()
    database.execute('WITH RECURSIVE round(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM round WHERE k < ?) '
                     'INSERT INTO trial (number, %s) SELECT number + k * ?, %s FROM trial, round' % (', '.join(columns), ', '.join(columns)),
                     (times - 1, last + 1))
    database.commit()
    database.close()
    return count * times


def click_trial(display, app, x):
    """The number of a trial in a pixel column of the plot, clicked."""
    _, y, _, height = plot(app).box
    before = plot(app).description
    for row_y in range(y + height - 90, y + 40, -12):
        display.click(x, row_y)
        if plot(app).description != before:
            return int(re.match(r'Trial (\d+)', plot(app).description).group(1))
    return int(re.match(r'Trial (\d+)', before).group(1))


def test_move_view(display, build, source):
    """Another view of more trials than a frame paints: what is clicked is what the new picture shows there."""
    with tempfile.TemporaryDirectory() as folder:
        path = make_project(build, source, folder)
        n = repeat_trials(path, 2500)
        app = open_project(display, build, path)
        x, y, width, _ = plot(app).box
        click_trial(display, app, x + width // 2)   # opens the pane of the trial: the plot becomes narrower
        app.find('label', r'^Trial \d+$')
        column = plot(app).box[0] + 300
        first = click_trial(display, app, column)
        assert 0 < first < n // 2, (first, n)
        display.drag(column + 200, y + 50, column, y + 50)
        app.wait(lambda: click_trial(display, app, column) > first + n // 8, 20, 'the view did not move')
        app.close()


def test_filter_trials(display, build, source):
    """The filter counts its hits, completes names, and says what is wrong and where; Ctrl+G goes to a number."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_project(display, build, make_project(build, source, folder))
        app.find('label', r'^11 trials$')
        app.find('text box', r'^Filter$').click()
        display.type('lta < 2ms')
        place = plot(app).box
        app.find('label', r'^Character 1: No column is named “lta”. Try: lat$')
        display.key('Escape')
        app.find('label', r'^11 trials$')
        assert plot(app).box == place, 'the plot has moved from %s to %s' % (place, plot(app).box)
        display.type('tri')
        display.key('Tab')
        display.type('< 4')
        app.find('label', r'^4 of 11$')
        display.key('Escape')
        display.type('lat > 100s')
        app.find('label', r'^0 of 11$')
        app.find('button', r'^Clear Filter$').click()
        app.find('label', r'^11 trials$')
        display.key('ctrl+g')
        app.find('text box', r'^Trial number$')
        display.type('7')
        display.key('Return')
        app.find('label', r'^Trial 7$')
        app.close()


def drag_with_shift(display, *corners):
    display.xdotool('keydown', 'shift')
    display.drag(*corners)
    display.xdotool('keyup', 'shift')


def test_choose_trials(display, build, source):
    """A rectangle that is dragged over the plot with Shift is written as a filter of the table, which can be changed."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_project(display, build, make_project(build, source, folder))
        app.find('label', r'^11 trials$')
        plot = app.find('image', r'^Latency over trials$')
        plot.wait_until_idle()
        left, top, width, height = plot.box
        drag_with_shift(display, left + 70, top + 24, left + width // 2, top + height - 4)
        n = int(app.find('label', r'^[2-9] of 11$').name[0])
        app.find('text box', r'^Filter$').click()
        display.key('End')
        display.type(' && trial != 1')
        app.find('label', r'^%d of 11$' % (n - 1))
        display.key('Escape')
        app.find('label', r'^11 trials$')
        drag_with_shift(display, left + 90, top + 30, left + 100, top + 40)   # nothing is there
        display.rest(0.5)
        app.find('label', r'^11 trials$')
        app.close()


def test_failure_groups(display, build, source):
    """Trials without a time are listed by cause; a group shows its trials alone, and the first of them."""
    with tempfile.TemporaryDirectory() as folder:
        path = make_project(build, source, folder)
        database = sqlite3.connect(path)
        with database:
            database.execute("UPDATE trial SET outcome = 'crash', samples = NULL, median_s = NULL, comparison = 0,"
                             " message = 'signal ' || number || ' while running' WHERE number IN (3, 5)")
        database.close()
        app = open_project(display, build, path)
        app.find('button', r'^2 without a Time$').click()
        app.find('button', r'^2 × .*signal 3 while running$')
        display.key('space')
        app.find('label', r'^2 of 11$')
        app.find('label', r'^Trial 3$')
        app.find('button', r'^2 without a Time$').click()
        app.find('button', r'^Show All Trials$')
        display.key('Tab', 'space')
        app.find('label', r'^11 trials$')
        app.close()


def click_last_row(display, app):
    """The glyph of the lowest row of the plot, above its axis."""
    view = app.find('image', r'^Latency over trials$')
    view.wait_until_idle()
    display.click(view.box[0] + 50, view.box[1] + view.box[3] - 38 - 9)


def test_failure_kinds(display, build, source):
    """One kind of trials without a time alone, by the glyph of its row, by Shift+E, or from the detail of a trial."""
    with tempfile.TemporaryDirectory() as folder:
        path = make_project(build, source, folder)
        database = sqlite3.connect(path)
        with database:
            database.execute("UPDATE trial SET outcome = CASE number WHEN 7 THEN 'timeout' ELSE 'crash' END, samples = NULL,"
                             " median_s = NULL, comparison = 0, message = 'signal ' || number WHERE number IN (3, 5, 7)")
        database.close()
        app = open_project(display, build, path)
        click_last_row(display, app)
        app.find('label', r'^2 of 11$')
        app.find('label', r'^Trial 3$')
        app.wait(lambda: app.find('image', r'^Latency over trials$').description.endswith('All but these are dim: Crashed'), 8, 'not told')
        display.key('e')
        app.find('label', r'^Trial 5$')
        click_last_row(display, app)
        app.find('label', r'^11 trials$')
        display.key('shift+e')
        app.find('label', r'^1 of 11$')
        app.find('label', r'^Trial 7$')
        app.find('button', r'^Show Only “Timed out” \(1\)$').click()
        app.find('label', r'^11 trials$')
        app.close()


def trial_menu(display, app, number, item):
    """The item of the menu of a trial's row."""
    row(app, number).click(3)
    return app.find('menu item', '^%s$' % item)


def test_trial_menu(display, build, source):
    """The menu of a trial by pointer and by key: star, tags, copies, a comparison, and a search that goes on from it."""
    with tempfile.TemporaryDirectory() as folder:
        path = make_project(build, source, folder)
        app = open_project(display, build, path)
        trial_menu(display, app, 3, 'Tag…').click()
        app.find('text box', r'^Tags of trial 3$')
        display.type('narrow')
        display.key('Return')
        app.find('label', r'^narrow$')
        app.gone('text box', r'^Tags of trial 3$')
        row(app, 4).click()
        app.find('label', r'^Trial 4$')
        display.key('shift+F10')
        app.find('menu item', r'^Star$').click()
        trial_menu(display, app, 4, 'Remove Star')
        display.key('Escape')
        app.gone('menu item', r'^Remove Star$')
        display.key('shift+F10')   # the list has the focus again
        app.find('menu item', r'^Remove Star$')
        display.key('Escape')
        app.gone('menu item', r'^Remove Star$')   # the click below would close it instead
        trial_menu(display, app, 4, 'Add to Compare').click()
        app.find('label', r'^tuned #4 was added to Compare$')
        trial_menu(display, app, 4, 'Copy Trace as JSON').click()
        app.find('label', r'^Trace copied as JSON$', seconds=20)
        set_trials(display, app, 4)
        trial_menu(display, app, 4, 'Tune from Here').click()
        app.find('label', r'^Done.*4 of 4', seconds=60)
        assert app.close() == 0, app.log()
        database = sqlite3.connect(path)
        assert database.execute("SELECT count(*) FROM trial WHERE origin LIKE 'added%'").fetchone() == (1,), 'trial 4 did not take part'
        database.close()


def test_compare_trials(display, build, source):
    """The pane of a trial compares it with the best one; a row is dragged over the tab Compare and dropped on its page, or on the tab."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_project(display, build, make_project(build, source, folder))
        for number in (2, 3):
            row(app, number).click()
            app.find('label', r'^Trial %d$' % number)
            if not app.all('label', r'^The best trial$'):
                break
        app.find('button', r'^Compare with Best$').click()
        best = app.find('button', r'^tuned #\d+, .*, baseline$').accessible.name
        app.find('button', r'^tuned #%d, \d+ steps' % number)
        other = next(n for n in (6, 5) if not best.startswith('tuned #%d,' % n))
        assert len(app.all('button', r'^(tuned #\d+|as written|start), .*steps?,')) == 2
        display.key('alt+2')
        x, y = row(app, other).middle()
        tab = app.find('tab', r'^Compare$').middle()
        display.drag(x, y, *tab)
        app.find('label', r'^tuned #%d was added to Compare$' % other)
        display.key('alt+3')
        app.find('button', r'^tuned #%d, \d+ steps' % other)
        assert app.close() == 0, app.log()


def test_wide_table(display, build, source):
    """In a wide window the last column of the table takes the room that is left."""
    with Display(1920, 1080) as wide:
        app = wide.launch([build + '/app/tileloom', source + '/tests/records/work-dirs/tvm-0.27'])
        app.find('label', r'^Note$', seconds=15)

        def end():
            return max(thing.box[0] + thing.box[2] for thing in wide.bus.tree(app.root) if thing.role == 'column header')

        wide.xdotool('getactivewindow', 'windowmove', 0, 0, 'windowsize', *wide.size)
        app.wait(lambda: end() > wide.size[0] - 24, 8, 'the table ends before the window does')
        assert app.close() == 0, app.log()


def test_close_sorted(display, build, source):
    """The last tab, whose trials are sorted by a column, is closed, and with it the program."""
    with tempfile.TemporaryDirectory() as folder:
        app = open_project(display, build, make_project(build, source, folder))
        app.find('label', r'^vs Best$').click()
        display.key('ctrl+w')
        assert app.process.wait(20) == 0 and not app.complaints(), app.log()


ALONE = [test_one_best, test_groups, test_trial_menu, test_compare_trials, test_select_trial, test_follow, test_add_to_search, test_budget,
         test_parallel, test_forbid, test_runs, test_move_view, test_filter_trials, test_choose_trials, test_failure_groups,
         test_failure_kinds, test_wide_table, test_close_sorted]
