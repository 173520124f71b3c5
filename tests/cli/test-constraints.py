#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tune --decisions, --pin and --forbid. usage: test-constraints.py CLI TOP; prints TAP."""
import json
import os
import re

from harness import cli, run_tests, workload

# Which values a decision may have goes by registers and caches.
OF_ONE_CPU = {**os.environ, 'TL_HOST': 'haswell'}


def tiles(folder):
    """For each record of a folder: the tiles of i and of j, of four parts each."""
    with open(os.path.join(folder, 'database_tuning_record.json'), encoding='utf-8') as file:
        for line in file:
            decisions = json.loads(line)[1][0][1]
            yield [decision for _, decision in decisions if isinstance(decision, list) and len(decision) == 4]


def test_decisions(_):
    """The list names each decision, says what it is and which values were drawn."""
    text = cli('tune', workload('matmul-128'), '--decisions', '--seed', '1', env=OF_ONE_CPU).stdout
    assert re.search(r'^main: \d+ decisions; values among 128 samples$', text, re.M), text
    assert re.search(r'^  C/i/2/1 +Extent of i_1 of block C: factor 2 of 2 of loop i: 3, 4, 5, 6$', text, re.M), text


def test_errors(_):
    """Syntax, names and values that cannot be, each with the reason, and nothing is measured."""
    for arguments, said in ((('--pin', 'C/i/2/1'), 'pin and forbid must be DECISION=VALUES, for example C/i/4/2=8'),
                            (('--pin', 'C/nope=3'), 'pin C/nope=3: the design space has no decision C/nope; it has C/'),
                            (('--pin', 'C/i/2/1=7'), 'main: no schedule of the design space is left: pin C/i/2/1=7: no value that is '
                                                     'possible is allowed (Extent of i_1 of block C'),
                            (('--pin', 'C/i/2/1=4', '--forbid', 'C/i/2/1=3..6'), 'no schedule of the design space is left')):
        shown = cli('tune', workload('matmul-128'), '--seed', '1', *arguments, status=2, env=OF_ONE_CPU)
        assert said in shown.stderr, shown.stderr
        assert shown.stdout == '', shown.stdout


def test_obeyed(folder):
    """Every trial obeys, and those of the run when it is resumed without the options."""
    project, records = os.path.join(folder, 'pinned.tileloom'), os.path.join(folder, 'records')
    where = ('--db', project, '--work-dir', records)
    first = cli('tune', workload('matmul-128'), '--trials', '10', '--seed', '4', *where, '--pin', 'C/i/4/2=2,4', '--forbid', 'C/j/4/3=1')
    assert re.search(r'main: \d+ of \d+ sampled candidates satisfy the constraints', first.stderr), first.stderr
    cli('tune', workload('matmul-128'), '--trials', '18', *where, '--resume')
    chosen = list(tiles(records))
    assert len(chosen) >= 18, chosen
    for i, j in chosen:
        assert i[2] in (2, 4) and j[3] != 1, (i, j)


run_tests(globals())
