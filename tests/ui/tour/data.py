# SPDX-License-Identifier: Apache-2.0
"""The data of a block on the page Explore: copies, threads, edges of tiles, elements."""


def open_matmul(display, build, source):
    """A matmul after Schedule by Rules: packed panels of B, j_0 in parallel."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-1024.py'])
    app.find('tree item', r'^block C$')
    display.key('F7')
    app.find('tree item', r'^loop i_0,', seconds=20)
    return app


def test_copies(display, build, source):
    """The data view tells which part of the original the panels of an iteration hold."""
    app = open_matmul(display, build, source)
    app.find('image', r'B_global is copy of B per k_0: B\[0:1024, 0:\d+\]')
    app.find('button', r'^Iteration of j_0: 0 of').click()
    app.find('button', r'^Next Iteration$').click()
    app.find('image', r'^One iteration of j_0: .*B_global is copy of B per k_0: B\[0:1024, [1-9]\d*:\d+\]')


ALONE = [test_copies]
