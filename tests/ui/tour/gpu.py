# SPDX-License-Identifier: Apache-2.0
"""GPUs as targets: what runs here, and what is shown of their kernels without one."""
import os
import tempfile
import time

from tour.steps import newest_draft, set_trials

# tests/seeds/gpu-blocking-shared.py, scheduled, of 256 x 256.
TILES = '''from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32"), C: T.Buffer((256, 256), "float32")):
    T.func_attr({"tir.noalias": T.bool(True)})
    C_local = T.alloc_buffer((256, 256), scope="local")
    A_shared = T.alloc_buffer((256, 256), scope="shared")
    B_shared = T.alloc_buffer((256, 256), scope="shared")
    for i_0 in T.thread_binding(4, thread="blockIdx.y"):
        for j_0 in T.thread_binding(4, thread="blockIdx.x"):
            for i_1_j_1_fused in T.thread_binding(64, thread="threadIdx.x"):
                for i_2_init, j_2_init in T.grid(8, 8):
                    with T.block("C_init"):
                        vi = T.axis.spatial(256, i_0 * 64 + i_1_j_1_fused // 8 * 8 + i_2_init)
                        vj = T.axis.spatial(256, j_0 * 64 + i_1_j_1_fused % 8 * 8 + j_2_init)
                        T.reads()
                        T.writes(C_local[vi, vj])
                        C_local[vi, vj] = T.float32(0.0)
                for k_0 in range(32):
                    for ax0_ax1_fused_0 in range(2):
                        for ax0_ax1_fused_1 in T.thread_binding(64, thread="threadIdx.x"):
                            for ax0_ax1_fused_2 in T.vectorized(4):
                                with T.block("A_shared"):
                                    v0 = T.axis.spatial(256, i_0 * 64 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 8)
                                    v1 = T.axis.spatial(256, k_0 * 8 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 8)
                                    T.reads(A[v0, v1])
                                    T.writes(A_shared[v0, v1])
                                    A_shared[v0, v1] = A[v0, v1]
                    for ax0_ax1_fused_0 in range(2):
                        for ax0_ax1_fused_1 in T.thread_binding(64, thread="threadIdx.x"):
                            for ax0_ax1_fused_2 in T.vectorized(4):
                                with T.block("B_shared"):
                                    v0 = T.axis.spatial(256, k_0 * 8 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 64)
                                    v1 = T.axis.spatial(256, j_0 * 64 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 64)
                                    T.reads(B[v0, v1])
                                    T.writes(B_shared[v0, v1])
                                    B_shared[v0, v1] = B[v0, v1]
                    for k_1, i_2, j_2 in T.grid(8, 8, 8):
                        with T.block("C_update"):
                            vi = T.axis.spatial(256, i_0 * 64 + i_1_j_1_fused // 8 * 8 + i_2)
                            vj = T.axis.spatial(256, j_0 * 64 + i_1_j_1_fused % 8 * 8 + j_2)
                            vk = T.axis.reduce(256, k_0 * 8 + k_1)
                            T.reads(C_local[vi, vj], A_shared[vi, vk], B_shared[vk, vj])
                            T.writes(C_local[vi, vj])
                            C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
                for ax0, ax1 in T.grid(8, 8):
                    with T.block("C_local"):
                        v0 = T.axis.spatial(256, i_0 * 64 + i_1_j_1_fused // 8 * 8 + ax0)
                        v1 = T.axis.spatial(256, j_0 * 64 + i_1_j_1_fused % 8 * 8 + ax1)
                        T.reads(C_local[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_local[v0, v1]
'''


def choose_target(display, app, words):
    """Searches for it in the popover of the status bar, and takes the first one."""
    button = app.find('button', r'^Target$')
    button.click()
    try:
        app.find('list', r'^Targets$')
    except AssertionError:   # a window that becomes active only then closes its popovers
        button.click()
        app.find('list', r'^Targets$')
    display.type(words)
    display.key('Return')


def leave_targets(display, app):
    """Keys are the window's again: not before the popover is gone, which may take a while."""
    display.key('Escape', 'Escape')
    app.gone('list', r'^Targets$')


def test_gpu_target(display, build, source):
    """A GPU is found by a part of its name. Nothing is measured without it, schedules are for it, and the draft keeps it."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-1024.py'])
    choose_target(display, app, 'rtx 40')
    app.find('label', r'^RTX 4090: 128 multiprocessors, L2 72 MiB, 1008 GB/s · up to 1024 threads and 48 KiB of shared memory in a block$')
    app.find('label', r'^No device here runs it .* Code, checks in the emulator and predictions work without one\.$', seconds=10)
    app.gone('spin button', r'^Threads$')
    leave_targets(display, app)
    app.find('label', r'^nvidia/geforce-rtx-4090$')
    measure = app.find('button', r'^Measure$').accessible
    app.wait(lambda: not measure.is_sensitive, 8, 'programs for a GPU that is not here can be measured')
    app.find('label', r'^Not measured: no device here runs it$')
    display.key('F7')
    app.find('label', r'^Bind .* to blockIdx.x$', seconds=15)
    assert app.close() == 0, app.log()


def test_gpu_space(display, build, source):
    """The rule sets to choose from are those for the target: the one made for GPUs takes the place of that for CPUs."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-1024.py'])
    app.find('tree item', r'^loop i,')
    display.key('alt+2')
    app.find('combo box', r'^Design Space$').click()
    time.sleep(0.3)   # the list opens
    display.key('Down', 'Return')
    app.find('label', r'^Vector register rules$')
    display.key('alt+1')
    choose_target(display, app, 'nvidia h100')
    leave_targets(display, app)
    display.key('alt+2')
    app.find('label', r'^Thread tile rules$')
    app.gone('label', r'^Vector register rules$')
    assert app.close() == 0, app.log()


def write_kernel(folder):
    """A kernel in register tiles with copies in shared memory."""
    path = os.path.join(folder, 'tiles.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(TILES)
    return path


def test_gpu_code(display, build, source):
    """The code panes of a GPU: CUDA, PTX with the instructions of its hot loop, no assembly; of OpenCL its source alone."""
    folder = tempfile.mkdtemp(dir=display.folder)
    app = display.launch([build + '/app/tileloom', write_kernel(folder)])
    app.find('tab', r'^Assembly$').click()
    choose_target(display, app, 'nvidia a100')
    leave_targets(display, app)
    app.find('text box', r'^PTX$')   # in the place of assembly
    app.find('label', r'^Hot loop of C_update$', seconds=15)
    app.find('label', r'^64 multiply-add \(\d+ %\) · .*shared memory \(')
    app.gone('tab', r'^Assembly$')
    app.find('tree item', r'^block C_update$').click()
    app.find('label', r'^Selected: loop of C_update$')
    loop = app.find('tree item', r'^loop k_1,')
    assert loop.description == 'Threads wait for each other before it', loop.description
    app.find('image', r'^Memory columns\. ')
    loop.click()
    app.find('label', r'^Loop k_1: one iteration touches \d+ B, which fit in registers\.')
    app.find('tree item', r'^block C_update$').click()
    app.find('label', r'^≈?\d+ of \d+ places$')
    app.find('tab', r'^CUDA$').click()
    app.wait(lambda: '__shared__ __align__' in app.find('text box', r'^Source$').accessible.text, 15, 'no CUDA')
    app.find('tab', r'^SASS$').click()
    sass = app.find('text box', r'^SASS$').accessible
    app.wait(lambda: 'FFMA' in sass.text or 'Install it: pip install nvidia-cuda-' in sass.text, 15, 'neither SASS nor the way to it')
    choose_target(display, app, 'any gpu')
    leave_targets(display, app)
    app.find('tab', r'^OpenCL$')
    app.wait(lambda: '__kernel' in app.find('text box', r'^Source$').accessible.text, 15, 'no OpenCL')
    app.gone('tab', r'^PTX$')
    assert app.close() == 0, app.log()


def test_gpu_pane(display, build, source):
    """Occupancy, banks, sectors and phases of the kernel without a GPU; a phase selects its statement. The project opens there again."""
    app = display.launch([build + '/app/tileloom', write_kernel(tempfile.mkdtemp(dir=display.folder))])
    assert not app.all('tab', r'^GPU$'), 'a CPU has a GPU pane'
    choose_target(display, app, 'nvidia a100')
    leave_targets(display, app)
    app.find('tab', r'^GPU$').click()
    app.find('label', r'^C_update: 16 blocks of 64 threads, 2 warps$')
    app.find('label', r'^Limited by [\w ]+ \(\d+ % of the time\): ')
    app.find('label', r'^Predicted for A100 SXM 80 GB: [\d.]+ µs, limited by latency · not measured$')
    app.find('image', r'^latency [\d.]+ µs, .*shared memory [\d.]+ µs')
    app.find('image', r'^shared memory: 50 MiB, [\d.]+ µs; L2: ')
    app.find('label', r'^\d+ of 64 warps on a multiprocessor of sm_80, bound by registers; registers (by ptxas|estimated)$')
    app.find('image', r'^registers: \d+ blocks, \d+ × 64 of 65536 \(bound\); shared memory: 32 blocks')
    app.find('label', r'^16 blocks for 108 multiprocessors: 1 wave, [12] % of its places used$')
    app.find('image', r'^A_shared: 4 passes: 4 different words of one bank; 1 at best$')
    for _ in range(16):   # the wheel
        display.click(1000, 300, 5)
    app.find('list item', r'^A_shared, B_shared, 64 of 64 threads, k_0 × 32, writes A_shared, B_shared$').click()
    app.find('label', r'^A_shared: 16 blocks of 64 threads, 2 warps$')
    app.find('image', r'^A: 16 sectors in 16 lines: no more than the bytes fill$')
    app.find('tab', r'^Properties$').click()
    app.find('label', r' · fits in registers$')
    app.find('tab', r'^GPU$').click()
    assert app.close() == 0, app.log()
    app = display.launch([build + '/app/tileloom', newest_draft(display)])
    app.find('label', r'^\w+: 16 blocks of 64 threads, 2 warps$', seconds=10)
    assert app.close() == 0, app.log()


def click_cell(display, cells, column, row, side):
    """A cell of a grid of blocks or threads."""
    cells.wait_until_idle()
    x, y = cells.box[:2]
    display.click(int(x + 2 + (column + 0.5) * side), int(y + 2 + (row + 0.5) * side))


def test_gpu_levels(display, build, source):
    """From the grid to one thread, by the pointer and by keys; its warp's requests follow, the data view too; loops are tied to the nest."""
    app = display.launch([build + '/app/tileloom', write_kernel(tempfile.mkdtemp(dir=display.folder))])
    choose_target(display, app, 'nvidia a100')
    leave_targets(display, app)
    app.find('tab', r'^GPU$').click()
    app.find('label', r'^Grid of 4 × 4$')
    app.find('label', r'^One wave: 16 of \d+ places$')
    app.find('label', r'^Lane 0 of warp 0: 16.384 iterations of C_update\nreads and writes C_local\[0:8, 0:8\]\nreads A_shared\[0:8, 0:256\]')
    click_cell(display, app.find('image', r'^Block \(0, 0\): 64 threads in 2 warps\. '), 2, 1, 16)
    app.find('label', r'^Block \(2, 1\): 64 threads in 2 warps$')
    display.key('Right', 'Down')
    app.find('label', r'^Block \(3, 2\): ')
    click_cell(display, app.find('image', r'^Thread 0\. Warp 0: threads 0 to 31$'), 5, 0, 11)
    app.find('label', r'^Thread 5$')
    display.key('Down', 'Left')
    app.find('label', r'^Lane 4 of warp 1: 16.384 iterations of C_update\nreads and writes C_local\[160:168, 224:232\]')
    app.find('label', r'^Warp 1 in one iteration of C_update: words in 32 banks')
    app.find('tab', r'^Data$').click()
    app.find('button', r'^Threads$').click()
    app.find('image', r'Block 11, warp 1, lane 4\.')
    app.find('button', r'^Iteration of i_0: 2 of 0 to 3$')
    app.find('tab', r'^GPU$').click()
    app.find('button', r'^Loop j_0 ×4, blockIdx\.x$').click()
    app.find('tab', r'^Properties$').click()
    app.find('label', r'^Loop j_0')
    assert app.close() == 0, app.log()


OUTSIDE = '''from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.thread_binding(64, thread="threadIdx.x"):
        with T.block("copy"):
            v = T.axis.spatial(64, i)
            B[v] = A[v + 1]
        with T.block("last"):
            w = T.axis.spatial(64, i)
            B[w] = B[w] + T.float32(1)
'''


def test_gpu_check(display, build, source):
    """The emulator runs the kernels: a problem selects its statement, tiles have none, a long check can be stopped."""
    path = os.path.join(tempfile.mkdtemp(dir=display.folder), 'outside.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(OUTSIDE)
    app = display.launch([build + '/app/tileloom', path])
    choose_target(display, app, 'nvidia a100')
    leave_targets(display, app)
    display.key('ctrl+F5')
    app.find('label', r'^[1-9] problems? in ', seconds=15)
    app.find('list item', r'^out of bounds[^:]*: .*"copy"').click()
    app.find('label', r'^copy: 1 block of 64 threads, 2 warps$')
    assert app.close() == 0, app.log()
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-1024.py'])
    choose_target(display, app, 'nvidia a100')
    leave_targets(display, app)
    display.key('F7')
    app.find('label', r'^Bind .* to blockIdx.x$', seconds=15)
    display.key('ctrl+F5')
    app.find('label', r'^In the emulator for [1-9] s$', seconds=15)
    app.find('button', r'^Stop Check$').click()
    app.find('label', r'^Races, barriers, bounds and results, without a GPU$')
    assert app.close() == 0, app.log()


def test_gpu_script(display, build, source):
    """A script that schedules its program opens with these steps, which one undo takes back."""
    app = display.launch([build + '/app/tileloom', source + '/tests/seeds/gpu-vector-add.py'])
    app.find('list item', r'^step 1, Split ')
    app.find('tree item', r'^loop i_0, extent 8, GPU block')
    display.key('ctrl+z')
    app.find('tree item', r'^loop i, extent 1.?024')
    app.gone('list item', r'^step 1, ')
    assert app.close() == 0, app.log()


def test_gpu_tune(display, build, source):
    """Without the GPU a run is dry: its times are said to be predicted, the best opens without one, measured ones stand apart."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    choose_target(display, app, 'nvidia a100')
    leave_targets(display, app)
    app.find('button', r'^Tune by Model$')
    display.key('alt+2')
    set_trials(display, app, 8)
    app.find('button', r'^Tune by Model$').click()
    app.find('label', r'^Predicted by a model of A100 SXM 80 GB, not measured$')
    app.find('label', r'^Done · 8 of 8 trials · best predicted .* · \d predicted', seconds=120)
    assert not app.all('label', r'\d measured'), 'predicted times are said to be measured'
    app.gone('button', r'^Show Measured$')
    app.find('button', r'^Open Best$').click()
    app.find('list item', r'^variant tuned #\d+')
    app.find('label', r'not measured', seconds=15)
    assert app.close() == 0, app.log()
    app = display.launch([build + '/app/tileloom', newest_draft(display)])
    display.key('alt+2')
    app.find('label', r'^Predicted by a model of A100 SXM 80 GB, not measured$')
    display.key('alt+1')
    choose_target(display, app, 'machine')
    leave_targets(display, app)
    display.key('alt+2')
    set_trials(display, app, 4)
    app.find('button', r'^Start Tuning$').click()
    app.find('label', r'^Done · 4 of 4 trials · best \d.* · \d measured', seconds=120)
    app.find('label', r'^Measured; other trials have predicted times$')
    app.find('button', r'^Show Predicted$').click()
    app.find('label', r'^Done .* · best predicted .* · \d predicted')
    assert not app.all('label', r'\d measured'), 'predicted times stand among measured ones'
    app.find('button', r'^Show Measured$')
    assert app.close() == 0, app.log()


ALONE = [test_gpu_target, test_gpu_space, test_gpu_code, test_gpu_pane, test_gpu_levels, test_gpu_check, test_gpu_script, test_gpu_tune]
