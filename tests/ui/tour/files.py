# SPDX-License-Identifier: Apache-2.0
"""Files of others, broken ones, a full disk."""
import os

from tour.steps import choose_folder, leave_draft, newest_draft, set_trials

BROKEN = '''from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((8,), "float32")):
    for i in range(8)
        A[i] = 0.0
'''


def test_broken_file(display, build, source):
    """A broken file says where it is broken; the window stays as it was."""
    path = os.path.join(display.folder, 'broken.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(BROKEN)
    app = display.launch([build + '/app/tileloom', path], TILELOOM_DATADIR=source + '/data')
    app.find('label', r'broken\.py:5:', seconds=15)
    display.key('Escape')
    app.find('label', r'^Examples$')
    assert app.close() == 0, app.log()


def test_broken_gains(display, build, source):
    """Without the table of usual gains, steps are offered without them; a damaged one is reported."""
    folder = os.path.join(display.folder, 'data')
    for text in (None, '{"steps": [{"primitive": "unroll", "n": -1}]}'):
        os.makedirs(folder + '/benchmarks', exist_ok=True)
        if text is not None:
            with open(folder + '/benchmarks/step-gains.json', 'w', encoding='utf-8') as file:
                file.write(text)
        app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'], TILELOOM_DATADIR=folder)
        app.find('tree item', r'^loop k,').click()
        display.key('period')
        app.find('list item', r'^Unroll k by \d+, no prediction$|^Unroll k by \d+$')
        display.key('Escape')
        assert app.close() == 0, app.log()
        assert ('step-gains.json: step 0: "n" is missing or out of range' in app.log()) == (text is not None), app.log()


def test_work_dir(display, build, source):
    """A folder of TVM's tuning opens as a program with trials, whose best becomes a variant."""
    app = display.launch([build + '/app/tileloom', source + '/tests/records/work-dirs/tvm-0.27'])
    app.find('label', r'^4 of 4 trials', seconds=15)
    app.find('button', r'^Open Best$').click()
    app.find('list item', r'^variant tuned', seconds=10)
    assert app.close() == 0, app.log()


def test_records_folder(display, build, source):
    """A run is kept in TVM's format, too, where a folder is chosen."""
    folder = os.path.join(display.folder, 'records')
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^block C$')
    display.key('alt+2')
    set_trials(display, app, 8)
    choose_folder(display, app, folder)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Done.*8 of 8', seconds=120)
    app.wait(lambda: 'database_tuning_record.json' in os.listdir(folder), 8, 'no records in the folder')
    assert app.close() == 0, app.log()


def test_full_disk(display, build, source):
    """No room for the project: one message, the run goes on in memory, and closing asks before anything is lost."""
    leave_draft(display, build, source)
    app = display.launch(['sh', '-c', "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$1\"", build + '/app/tileloom', newest_draft(display)])
    app.find('label', r'^Not saved: .*in memory', seconds=15)
    app.find('button', r'^Try Again$').click()
    display.key('alt+2')
    set_trials(display, app, 8)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Done.*8 of 8', seconds=120)
    assert len(app.all('label', r'^Not saved: ')) == 1
    display.key('ctrl+q')
    app.find('label', r'Not Saved to Disk', seconds=15)
    display.key('alt+w')
    assert app.process.wait(120) == 0, app.log()


ALONE = [test_broken_file, test_broken_gains, test_work_dir, test_records_folder, test_full_disk]
