# SPDX-License-Identifier: Apache-2.0
"""
A tour through the window, reported in TAP. usage: tour.py BUILD_DIR SOURCE_DIR [PICTURE_DIR] [--part K/N] [--only TEST…]

The checks of ON_MATMUL are one sequence in one window, each builds on those before it; those of ALONE open their own: --only takes them.
Parts have displays and homes of their own and may run side by side: the first is ON_MATMUL, the others deal out ALONE.
"""
import argparse
import os
import re
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from driver import Display, Missing
from tour import access, canvas, commands, compare, data, explore, files, gpu, model, names, panes, split, trace, tune, window

ON_MATMUL = [explore.test_open, explore.test_data, explore.test_code_links, explore.test_split, explore.test_reorder_by_key,
             explore.test_reorder_by_drag, explore.test_drag_to_branch, explore.test_drop_outside, explore.test_fold, explore.test_lines,
             explore.test_refusal,
             explore.test_fix, explore.test_no_fix, explore.test_vectorize_and_undo, explore.test_step_menu, explore.test_steps,
             explore.test_time, explore.test_roofline, explore.test_unlimited_undo, explore.test_schedule_by_rules, window.test_header,
             tune.test_tune, tune.test_pick_trial, tune.test_predicted, tune.test_tune_variant, tune.test_open_best, compare.test_compare,
             compare.test_explain, compare.test_explain_steps, window.test_escape, window.test_quit]
ALONE = [test for module in (window, compare, explore, panes, trace, files, tune, split, canvas, data, commands, names, access, gpu, model)
         for test in module.ALONE]


def shown(apps):
    """What the running ones show, in one line: the names of all things, once each."""
    try:
        names = [thing.name.replace('\n', ' ') for app in apps if app.process.poll() is None for thing in app.display.bus.tree(app.root)]
    except Exception as error:   # a program that hangs does not answer, either
        return 'it does not say: %r' % error
    return ' | '.join(name for name in dict.fromkeys(names) if name and not re.match('Gtk|Tl|Adw', name))[:3000]


class Report:
    def __init__(self, pictures):
        self.number = 0
        self.failed = False
        self.pictures = pictures

    def run(self, test, display, *args):
        self.number += 1
        start, n_before = time.monotonic(), max(len(display.apps) - 1, 0)   # the last one may go on
        try:
            test(display, *args)
            for app in display.apps[n_before:]:
                assert not app.complaints(), '\n'.join(app.complaints())
            print('ok %d %s' % (self.number, test.__name__), flush=True)
        except Exception:
            self.failed = True
            print('not ok %d %s' % (self.number, test.__name__), flush=True)
            print('# shown: %s' % shown(display.apps[-1:]), flush=True)
            print('\n'.join('# ' + line for line in traceback.format_exc().splitlines()), flush=True)
            for app in display.apps[-1:]:
                print('# the program %s' % ('runs' if app.process.poll() is None else 'ended with %d' % app.process.returncode))
                print('\n'.join('# ' + line for line in app.log().splitlines()[:60]), flush=True)
            if self.pictures:
                os.makedirs(self.pictures, exist_ok=True)
                display.screenshot(os.path.join(self.pictures, test.__name__ + '.png'))
            for app in display.apps:
                app.end()   # it would lie over the windows of further checks
        print('# %s took %.1f s' % (test.__name__, time.monotonic() - start), flush=True)


def part_of(number, n_parts):
    """The checks (of ON_MATMUL, of ALONE) of a part; parts count from 1."""
    if n_parts == 1:
        return ON_MATMUL, ALONE
    return (ON_MATMUL, []) if number == 1 else ([], ALONE[number - 2::n_parts - 1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build', type=os.path.abspath)
    parser.add_argument('source', type=os.path.abspath)
    parser.add_argument('pictures', nargs='?')
    parser.add_argument('--part', default='1/1', metavar='K/N')
    parser.add_argument('--only', nargs='+', default=[], metavar='TEST', choices=[test.__name__ for test in ALONE])
    args = parser.parse_args()
    build, source, report = args.build, args.source, Report(args.pictures)
    on_matmul, alone = part_of(*map(int, args.part.split('/')))
    if args.only:
        on_matmul, alone = [], [test for test in ALONE if test.__name__ in args.only]
    if not os.path.exists(build + '/app/tileloom'):
        print('1..0 # SKIP the window is not built')
        return 0
    try:
        with Display() as display:
            print('1..%d' % (len(on_matmul) + len(alone)))
            app = on_matmul and display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
            for test in on_matmul:
                report.run(test, display, app)
                if report.failed:
                    print('Bail out! the steps after this one build on it')
                    return 1
            for test in alone:
                display.clear_home()
                report.run(test, display, build, source)
    except Missing as missing:
        print('1..0 # SKIP missing: %s' % missing)
    return 1 if report.failed else 0


if __name__ == '__main__':
    sys.exit(main())
