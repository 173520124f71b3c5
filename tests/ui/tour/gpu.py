# SPDX-License-Identifier: Apache-2.0
"""GPUs as targets: what runs here, and what is shown of their kernels without one."""


def choose_target(display, app, words):
    """Searches for it in the popover of the status bar, and takes the first one."""
    app.find('button', r'^Target$').click()
    app.find('list', r'^Targets$')
    display.type(words)
    display.key('Return')


def test_gpu_target(display, build, source):
    """A GPU is found by a part of its name. Nothing is measured without it, schedules are for it, and the draft keeps it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-1024.py'])
    choose_target(display, app, 'rtx 40')
    app.find('label', r'^RTX 4090: 128 multiprocessors, L2 72 MiB, 1008 GB/s · up to 1024 threads and 48 KiB of shared memory in a block$')
    app.find('label', r'^No device here runs it .* Code, checks in the emulator and predictions work without one\.$', seconds=10)
    app.gone('spin button', r'^Threads$')
    display.key('Escape', 'Escape')
    app.find('label', r'^nvidia/geforce-rtx-4090$')
    measure = app.find('button', r'^Measure$').accessible
    app.wait(lambda: not measure.is_sensitive, 8, 'programs for a GPU that is not here can be measured')
    app.find('label', r'^Not measured: no device here runs it$')
    display.key('F7')
    app.find('label', r'^Bind .* to blockIdx.x$', seconds=15)
    assert app.close() == 0, app.log()


ALONE = [test_gpu_target]
