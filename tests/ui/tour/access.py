# SPDX-License-Identifier: Apache-2.0
"""Larger text, and the window without a mouse."""
from driver import Display


def measures(app):
    """The width of the nest, which its texts need, and the height of the figures under it."""
    app.find('label', r'^(Bound by|Compute-bound)')
    return app.find('label', r'^vk . 128$').box[2], app.find('image', r'^Traffic between levels').box[3]


def test_text_scale(display, build, source):
    """Drawn views grow with the text of the desktop. Pages take the layout for a window with less room, and nothing ends outside of it."""
    program, found = [build + '/app/tileloom', source + '/data/workloads/matmul-128.py'], []
    for scale in (1, 1.5):
        with Display(1280, 800, text_scale=scale) as screen:
            app = screen.launch(program)
            found.append(measures(app))
            if scale > 1:
                assert app.find('tab', r'^Explore$').box[1] > 400, 'the pages do not stand at the bottom'
                for pane in (r'^Nest$', r'^Data$', r'^Code$'):
                    app.find('button', pane).click()
                    for thing in screen.bus.tree(app.root):
                        if thing.role in ('button', 'toggle button', 'image', 'tree item') and thing.name:
                            assert thing.box[0] + thing.box[2] <= screen.size[0], (pane, thing.role, thing.name, thing.box)
            assert app.close() == 0, app.log()
    for before, after in zip(*found):
        assert 1.4 * before < after < 1.6 * before, found


ALONE = [test_text_scale]
