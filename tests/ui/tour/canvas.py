# SPDX-License-Identifier: Apache-2.0
"""The canvas of a nest: parts of the time, overview, columns."""


def test_time_shares(display, build, source):
    """Once the rates of this machine are known, each loop says its part of the time; the product takes nearly all of it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    app.find('tree item', r'^loop k,')
    rows = app.wait(lambda: [row for row in app.all('tree item', r'^(loop|block)') if row.description.endswith('of the time, estimated')],
                    30, 'no row says its part of the time')
    shares = [row.description.split(' of ')[0] for row in rows]
    assert len(rows) == 7 and len(set(shares[:4])) == 1, shares
    assert float(shares[0].split()[0]) > 60, shares
    assert app.close() == 0, app.log()


ALONE = [test_time_shares]
