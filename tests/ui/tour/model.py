# SPDX-License-Identifier: Apache-2.0
"""The page Model."""
import os

from driver import Display

SIZED = '''from tvm.script import ir as I, relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 16), dtype="float32"), w: R.Tensor((16, 16), dtype="float32")):
        with R.dataflow():
            a = R.nn.relu(R.matmul(x, w))
            b = R.nn.relu(R.matmul(a, w))
            R.output(b)
        return b
'''


def open_model(display, build, path):
    """The page, once the model has been timed."""
    app = display.launch([build + '/app/tileloom', path])
    app.find('image', r'^Graph: \d+ calls? of \d+ kernels?', seconds=20)
    app.find('label', r'^\S+ .s end to end · ', seconds=60)
    return app


def test_model(display, build, source):
    """A model opens on its page; a kernel is selected in graph, table and memory plan, and opens as a program of its own."""
    app = open_model(display, build, source + '/tests/graph/models/cnn-fashion.py')
    app.find('label', r'^conv2d1_add1_relu1$').click()
    app.find('label', r'^fused_conv2d1_add1_relu1: 1 call, ')
    app.find('image', r'^Graph: .*fused_conv2d1_add1_relu1: ')
    app.find('image', r'^Memory plan\. fused_conv2d1_add1_relu1: ').click()
    display.key('Home')
    app.find('image', r'^Memory plan\. \w+ = fused_conv2d_add_relu: float32\[1, 8, 28, 28\], ')
    display.key('Right')
    app.find('label', r'^\w+ = max_pool2d: ')
    app.find('label', r'^Graph$')
    display.key('Escape')
    app.find('label', r'^One box is one call of a kernel')
    app.find('label', r'^conv2d_add_relu$').click()
    app.find('button', r'^Open on Explore$').click()
    app.find('tree item', r'^loop ', seconds=15)
    app.find('label', r'^fused_conv2d_add_relu · cnn-fashion$')
    display.key('alt+0')
    app.find('image', r'^Graph: .*fused_conv2d_add_relu: 1 call, ')
    display.key('alt+1')
    app.find('tree item', r'^loop ')
    assert app.close() == 0, app.log()


def test_model_keys(display, build, source):
    """Arrows go along the lines of the graph; Enter opens the kernel's loops."""
    app = open_model(display, build, source + '/tests/graph/models/cnn-fashion.py')
    display.key('End')
    app.find('image', r'^Graph: .*= softmax: ')
    display.key('Left')
    app.find('image', r'^Graph: .*= fused_matmul_add2: ')
    display.key('plus')
    app.find('button', r'^Zoom 1\d\d %$')
    display.key('m')
    app.find('label', r'^shade: share of the FLOP; ')
    display.key('m', 'm', 'm')
    app.find('label', r'^height and shade: share of the time; ')
    display.key('Return')
    app.find('tree item', r'^loop ', seconds=15)
    assert app.close() == 0, app.log()


def test_model_passes(display, build, source):
    """The graph's text after each pass, and what the pass changed, in the place of the picture."""
    app = open_model(display, build, source + '/tests/graph/models/cnn-fashion.py')
    app.find('label', r'^Passes$').click()
    app.find('list item', r'^import, changes the program', seconds=20)
    app.find('list item', r'^FuseOps, changes the program \+\d').click()
    app.find('label', r'^Compared with ')
    app.find('label', r'^Passes$').click()
    app.find('image', r'^Graph: ')
    assert app.close() == 0, app.log()


def test_model_variant(display, build, source):
    """A kernel opens, its variant is timed and goes back with a click: the model is timed with it, and shows its page."""
    app = open_model(display, build, source + '/tests/graph/models/mlp-calls.py')
    app.find('label', r'^linear0_relu$').click()
    app.find('button', r'^Open on Explore$').click()
    app.find('tree item', r'^loop ', seconds=15)
    use = app.find('button', r'^Use in the Model$').accessible
    assert not use.is_sensitive, 'a variant without a time can be used'
    display.key('F5')
    app.wait(lambda: use.is_sensitive, 60, 'the variant was not timed')
    app.find('button', r'^Use in the Model$').click()
    app.find('label', r'by rules(: no record| → .* with records of 1 of 2 kernels, [+−×÷=])', seconds=60)
    app.find('label', r'^\S+ .s end to end · ', seconds=20)
    assert app.close() == 0, app.log()


def test_model_repeats(display, build, source):
    """Layers that are alike are shown once, with their number and share; a button and a key show all. A call of a later one has its box there."""
    app = open_model(display, build, source + '/tests/graph/models/layers.py')
    app.find('image', r'^Graph: 17 calls of \d kernels, repeated layers shown once\.')
    display.key('End', 'Left')
    app.find('image', r'^Graph: .* = fused_matmul_add: .*, one of 8 alike$')
    app.find('label', r'^Collapse$').click()
    app.find('image', r'^Graph: 17 calls of \d kernels\. \w+ = fused_matmul_add: .* GFLOP/s$')
    app.find('image', r'^Graph: ').click()
    display.key('c')
    app.find('image', r'^Graph: .*, repeated layers shown once\.')
    assert app.close() == 0, app.log()


def test_model_sizes(display, build, source):
    """Sizes that are no numbers are asked for, and can be changed. With a button for them the page fits into 900 pixels too."""
    path = os.path.join(display.folder, 'sized.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(SIZED)
    app = display.launch([build + '/app/tileloom', path])
    app.find('label', r'^sized.* leaves a size open', seconds=20)
    app.find('spin button', r'^Value of n\b')
    display.key('ctrl+a')
    display.type('5')
    display.key('Return')
    app.find('image', r'^Graph: 2 calls of 1 kernel', seconds=20)
    app.find('label', r'^\S+ .s end to end · ', seconds=60)
    display.xdotool('getactivewindow', 'windowmove', 0, 0, 'windowsize', 900, 600)
    app.wait(lambda: app.find('button', r'^Tune All$').box[1] > 200, 8, 'the kernels are beside the graph')
    assert app.all('window', r'Tileloom')[0].box[2] <= 900
    app.find('button', r'^n = 5$').click()
    app.find('spin button', r'^Value of n\b')
    assert app.close() == 0, app.log()


def test_model_faults(display, build, source):
    """A node that cannot be read is named; the rest of the model is there. A file that is none opens nothing."""
    app = display.launch([build + '/app/tileloom', source + '/tests/graph/faulty/unknown.onnx'])
    app.find('label', r'Node here \(Unique\): the operator is not supported', seconds=20)
    app.find('image', r'^Graph: ')
    assert app.close() == 0, app.log()
    app = display.launch([build + '/app/tileloom', source + '/tests/graph/faulty/cut.onnx'])
    app.find('label', r'cut\.onnx', seconds=20)
    display.key('Escape')
    app.find('label', r'^Examples$')
    assert app.close() == 0, app.log()


def set_trials(app, display, number):
    app.find('button', r'^Number of Trials$').click()
    app.find('spin button', r'^Trials\b')
    display.key('ctrl+a')
    display.type(str(number))
    display.key('Return')


def test_model_narrow(display, build, source):
    """In a narrow and low window panes stand one below the other, all of them in it; a divider does not cover the buttons below it."""
    with Display(720, 560) as narrow:
        app = narrow.launch([build + '/app/tileloom', source + '/tests/graph/models/mlp-calls.py'])
        narrow.xdotool('getactivewindow', 'windowmove', 0, 0, 'windowsize', *narrow.size)
        app.find('label', r'^\S+ .s end to end · ', seconds=60)
        app.wait(lambda: app.find('button', r'^Tune All$').box[1] > 200, 8, 'the kernels are beside the graph')
        set_trials(app, narrow, 6)
        app.find('button', r'^Tune All$').click()
        app.find('label', r'by rules(: no record| → .* with records of \d of 2 kernels, [+−×÷=])', seconds=60)
        tab = app.find('tab', r'^Compare$').box
        assert tab[1] + tab[3] <= narrow.size[1], 'the pages are below the window'
        assert app.close() == 0, app.log()


def test_model_wide(display, build, source):
    """A wide window has room for all columns of the kernels: before they are tuned, their numbers; then what they were before, too."""
    with Display(1920, 1080) as wide:
        app = open_model(wide, build, source + '/tests/graph/models/mlp-calls.py')
        assert not app.all('label', r'^ID$'), 'all columns are in a window that is not wide'
        wide.xdotool('getactivewindow', 'windowmove', 0, 0, 'windowsize', *wide.size)
        app.find('label', r'^ID$')
        set_trials(app, wide, 4)
        app.find('button', r'^Tune All$').click()
        for title in ('ID', 'Kernel', 'Calls', 'FLOP', 'Time', 'Share', 'GFLOP/s', 'Latency', 'Weighted', 'Trials', 'Done'):
            app.find('label', '^%s$' % title, seconds=60)
        assert app.close() == 0, app.log()


def test_model_tuning(display, build, source):
    """All kernels are tuned: trials arrive in the table, then the model is timed beside that by rules. A run is stopped, another ends with the window."""
    app = open_model(display, build, source + '/tests/graph/models/mlp-calls.py')
    set_trials(app, display, 6)
    app.find('button', r'^Tune All$').click()
    app.find('label', r'^Trials$', seconds=20)
    app.find('label', r'by rules(: no record| → .* with records of \d of 2 kernels, [+−×÷=])', seconds=60)
    app.find('label', r'^\S+ .s end to end · ', seconds=20)
    app.find('label', r'^✓$')
    app.find('label', r'^3$')
    app.find('image', r'^Latency of the model over trials: \S+ .s by rules; after 6 trials about \S+ .s, .*; then timed: \S+ .s$')
    if app.all('label', r' with records of '):
        app.find('image', r'^Before and after: .* by rules, \S+ .s with its record').click()
        app.find('image', r'^Graph: .* kernels?\. \S+: \d calls?')
    set_trials(app, display, 100000)
    app.find('button', r'^Tune All$').click()
    app.find('label', r'^Tuning · \d+ of 100000 trials', seconds=30)
    app.find('button', r'^Stop Tuning$').click()
    app.find('button', r'^Tune All$', seconds=30)
    app.find('label', r'^\S+ .s end to end · ', seconds=60)
    app.find('button', r'^Tune All$').click()
    app.find('label', r'^Tuning · \d+ of 100000 trials', seconds=30)
    assert app.close() == 0, app.log()


ALONE = [test_model, test_model_keys, test_model_passes, test_model_repeats, test_model_variant, test_model_sizes, test_model_faults,
         test_model_narrow, test_model_wide, test_model_tuning]
