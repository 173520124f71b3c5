# SPDX-License-Identifier: Apache-2.0
"""The data of a block on the page Explore: copies, threads, edges of tiles, elements."""
import os
import re
import tempfile
import time

from tour.steps import expect_loops

# Lanes are rows of A and columns of B.
COLUMNS = '''from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((64, 128), "float32"), B: T.Buffer((128, 64), "float32")):
    for b in T.thread_binding(16, thread="blockIdx.x"):
        for x in T.thread_binding(64, thread="threadIdx.x"):
            for k in range(8):
                with T.block("B"):
                    vi = T.axis.spatial(64, x)
                    vj = T.axis.spatial(128, b * 8 + k)
                    B[vj, vi] = A[vi, vj]
'''

# The consumer reads a part of what one iteration of i_0 makes.
FUSED = '''from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((128, 128), "float32"), W: T.Buffer((128, 128), "float32"), D: T.Buffer((128, 128), "float32")):
    C = T.alloc_buffer((128, 128))
    for i_0 in range(8):
        for i_1, j, k in T.grid(16, 128, 128):
            with T.block("C"):
                vi = T.axis.spatial(128, i_0 * 16 + i_1)
                vj, vk = T.axis.remap("SR", [j, k])
                T.reads(A[vi, vk], W[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]
        for i_1, j in T.grid(14, 128):
            with T.block("D"):
                vi = T.axis.spatial(128, i_0 * 16 + i_1)
                vj = T.axis.spatial(128, j)
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0))
'''


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


def test_threads(display, build, source):
    """Threads show where a loop runs in parallel; the picture of a kernel's threads counts the requests of a warp."""
    app = open_matmul(display, build, source)
    app.find('button', r'^Threads$').click()
    app.find('image', r'^Iterations of j_0: thread 0: 0–\d+')
    assert app.close() == 0, app.log()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'columns.py')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(COLUMNS)
        app = display.launch([build + '/app/tileloom', path])
        app.find('button', r'^Threads$').click()
        view = app.find('image', r'^Grid of 16 blocks, each of 64 threads in 2 warps\. Block 0, warp 0, lane 0\..* A: read, 32 sectors, 4 at best')
        assert re.search(r'B: written, 4 sectors, 4 at best', view.name), view.name
        assert re.search(r'Occupancy 100 %, estimated: 32 × 2 of 64 warps at once on a multiprocessor of sm_80, assumed; bound by the limit '
                         'of 64 warps', view.name), view.name


def test_tile_edge(display, build, source):
    """The edge of a tile selects its loop; dragged, it splits the loop by a divisor, as one step that undo takes back."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,').click()
    view = app.find('image', r'^One iteration of i: ')
    view.wait_until_idle()
    edge = view.box[0] + 220, view.box[1] + 100   # of the column of B that j reads; boxes leave the window's frame out
    display.click(*edge)
    app.find('image', r'^One iteration of j: ')
    display.drag(edge[0], edge[1], edge[0] + 12, edge[1])
    expect_loops(app, [('i', '128'), ('j_0', '8'), ('j_1', '16'), ('k', '128')])
    assert len(app.all('list item', r'^step ')) == 2
    display.key('ctrl+z')
    expect_loops(app, [('i', '128'), ('j', '128'), ('k', '128')])


def test_value_range(display, build, source):
    """A range of the histogram tells how many elements have these values; keys move it, Escape takes it back; scales can be apart."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,').click()
    app.find('button', r'^Misses$').click()
    brush = app.find('image', r'^Range of L1 misses of an element: 0 to 1, 16.640 elements$')
    app.find('label', r'^Simulated: one iteration of i, LRU, 64 B lines$')
    brush.wait_until_idle()
    display.click(brush.box[0] + 20, brush.box[1] + 30)
    app.find('image', r'^Only L1 misses of an element: 0, 15.600 of 16.640 elements$')
    app.find('image', r'^L1 misses of an element in one iteration of i: 0, 15.600 of 16.640 elements\.')
    display.key('Right')
    app.find('image', r'^Only L1 misses of an element: 1, 1040 of 16.640 elements$')
    display.key('shift+Left')
    app.find('image', r'^Only L1 misses of an element: 0 to 1, 16.640 of 16.640 elements$')
    display.key('Escape')
    app.find('image', r'^Range of L1 misses')
    app.find('button', r'^Accesses$').click()
    app.find('image', r'^Range of Accesses to an element: 1 to 257, 16.640 elements$')
    app.find('checkbox', r'^Same scale for all$').click()
    app.find('image', r'^Range of Accesses to an element: 257, 128 elements$')


def test_pin(display, build, source):
    """A click pins an element and tells which iterations of the nest touch it; a drag pins a part; keys move them; Escape unpins."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/mm-relu-128.py'])
    app.find('tree item', r'^block Y$').click()
    view = app.find('image', r'^One instance of Y: writes Y')
    view.wait_until_idle()
    display.click(view.box[0] + 20, view.box[1] + 20)   # beside all buffers: the view takes the keys
    display.key('Right')
    app.find('button', r'^Unpin Y\[0, 0\]$')
    display.key('Right', 'Right', 'Down')
    app.find('button', r'^Unpin Y\[1, 2\]$')
    app.find('label', r'^Y reads and writes it at i = 1, j = 2 and all of k: 128 of ')
    app.find('label', r'^C reads it at i = 1, j = 2: 1 of ')
    app.find('label', r'^= 2$')       # beside the loop j
    app.find('label', r'^reads and writes$')
    display.key('shift+Right', 'shift+Down')
    app.find('button', r'^Unpin Y\[1:3, 2:4\]$')
    app.find('label', r'^= 2–3$')
    display.key('ctrl+Right')
    app.find('button', r'^Unpin A\[0, 0\]$')
    display.key('Escape')
    app.gone('button', r'^Unpin')
    app.gone('label', r'^reads$')
    view = app.find('image', r'^One instance of Y: writes Y')
    x, y = view.box[0] + 250, view.box[1] + 60      # in B
    display.drag(x, y, x + 30, y + 20)
    app.find('button', r'^Unpin B\[\d+:\d+, \d+:\d+\]$').click()
    app.gone('button', r'^Unpin')


def test_slices(display, build, source):
    """Slices of a third dimension are chosen one by one and by pages; any two dimensions can be rows and columns."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/bmm-relu-16x128.py'])
    app.find('tree item', r'^block Y$').click()
    app.find('image', r'^One instance of Y: writes Y\[0, 0, 0\]')
    app.find('button', r'^Slice 0 of b 16, shown, in the marked iteration$')
    app.find('button', r'^Slice 3 of b 16$').click()
    app.find('button', r'^Slice 3 of b 16, shown, in the marked iteration$')
    app.find('image', r'^One instance of Y: writes Y\[3, 0, 0\]')
    app.find('button', r'^Later Slices$').click()
    app.find('button', r'^Slice 8 of b 16$').click()
    app.find('button', r'^Iteration of b: 8 of 0 to 15$')
    rows = app.find('list', r'^Rows$')
    app.find('list item', r'^Dimension b 16, Slices$').drag_to(rows.middle()[0], rows.middle()[1])   # onto the chip of i
    app.find('list item', r'^Dimension b 16, Rows$')
    app.find('button', r'^Slice 0 of i 128, shown, in the marked iteration$')
    app.find('label', r'^0–7 of 128$')
    app.find('list item', r'^Dimension b 16, Rows$').click()
    display.key('Right', 'Right')     # past the columns: j, which comes to the rows, stays there
    app.find('list item', r'^Dimension b 16, Slices$')
    app.find('list item', r'^Dimension j 128, Rows$')
    app.find('button', r'^Slice 8 of b 16, shown, in the marked iteration$')


def test_counts_of_slices(display, build, source):
    """Each slice shows the counts of its elements; what one iteration does not reach was not counted."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/bmm-relu-16x128.py'])
    app.find('tree item', r'^loop b,').click()
    app.find('button', r'^Slice 0 of b 16, shown, in the marked iteration$')
    app.find('button', r'^Accesses$').click()
    app.find('button', r'^Slice 0 of b 16, shown, in the marked iteration, Accesses to an element: 25[67]$', seconds=30)
    app.find('button', r'^Slice 3 of b 16, not counted in this iteration$').click()
    app.find('button', r'^Slice 3 of b 16, shown, in the marked iteration, Accesses to an element: 25[67]$', seconds=30)
    app.find('button', r'^Rewrites$').click()
    app.find('button', r'^Slice 3 of b 16, shown, in the marked iteration, Writes that nothing reads: [01]$')
    app.find('button', r'^Region$').click()
    app.find('button', r'^Slice 3 of b 16, shown, in the marked iteration$')


def test_reuses_of_element(display, build, source):
    """The legend shows the reuse distances of all elements, or of the one that is pinned."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,').click()
    app.find('button', r'^Reuse$').click()
    app.find('image', r'^Reuses by distance: ')
    view = app.find('image', r'^Mean reuse distance in one iteration of i: ')
    view.wait_until_idle()
    display.click(view.box[0] + 20, view.box[1] + 20)   # beside all buffers: the view takes the keys
    display.key('Right', 'ctrl+Right')
    app.find('image', r'^Reuses of A\[0, 0\]: 127 after ')   # read for each j
    display.key('Escape')
    app.find('image', r'^Reuses by distance: ')
    display.key('Right')
    app.find('image', r'^Reuses of C\[0, 0\]: ')
    display.key('F7')                 # another program: nothing is pinned
    app.find('tree item', r'^loop i_0,', seconds=20)
    app.gone('button', r'^Unpin')
    app.find('image', r'^Reuses by distance: ')


def test_numbers(display, build, source):
    """The numbers of a buffer tell how large it is, what one iteration accesses of it and how often; those of the whole program too."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,').click()
    numbers = (r'C: 128 × 128 float32, 64 KiB\none iteration of i reads and writes 1 × 128, 512 B\neach element 128 times\n'
               r'A: 128 × 128 float32, 64 KiB\none iteration of i reads 1 × 128, 512 B\neach element 128 times\n'
               r'B: 128 × 128 float32, 64 KiB\none iteration of i reads 128 × 128, 64 KiB\neach element once$')
    app.wait(lambda: re.match(numbers, app.find('image', r'^One iteration of i: ').description), 8, 'the numbers of i are not told')
    app.find('tree item', r'^loop k,').click()
    app.wait(lambda: 'A: 128 × 128 float32, 64 KiB\none iteration of k reads 1 × 1, 4 B\neach element once'
             in app.find('image', r'^One iteration of k: ').description, 8, 'the numbers of k are not told')


def test_all_blocks(display, build, source):
    """The list has all blocks of the selected loop: each with its buffers, one that they share drawn once; a click picks a block."""
    path = os.path.join(display.folder, 'fused.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(FUSED)
    app = display.launch([build + '/app/tileloom', path])
    app.find('tree item', r'^loop i_0,').click()
    app.find('image', r'^One iteration of i_0: writes C')
    app.find('combo box', r'^Block$').click()
    time.sleep(0.3)   # the list opens
    display.key('Down', 'Down', 'Return')
    app.find('image', r'^C: One iteration of i_0: writes C\[0:16, 0:128\].*\nD: One iteration of i_0: writes D\[0:14, 0:128\]')
    app.find('button', r'^Iteration of i_0: 0 of').click()
    display.key('Up')
    view = app.find('image', r'^C: One iteration of i_0: writes C\[16:32, 0:128\].*\nD: .*; reads C\[16:30, 0:128\]')
    app.find('tree item', r'^loop i_1,').click()       # one block alone is in it
    app.find('image', r'^One iteration of i_1: writes C')
    app.find('tree item', r'^loop i_0,').click()
    view = app.find('image', r'^C: One iteration of i_0: ')
    view.wait_until_idle()
    display.click(view.box[0] + 250, view.box[1] + 70)   # in W
    app.find('image', r'^One instance of C: writes C')


def test_lane(display, build, source):
    """The picture of threads lists the phases of a block, and tells what the chosen thread accesses; its loops choose another one."""
    path = os.path.join(display.folder, 'columns.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(COLUMNS)
    app = display.launch([build + '/app/tileloom', path])
    app.find('button', r'^Threads$').click()
    app.find('image', r'^Grid of 16 blocks.*\. Phases: B, 64 of 64 threads$')
    lane = r'Thread %d: warp 0, lane %d\nwrites B\[0, %d\]: its sector serves 8 lanes\nreads A\[%d, 0\]: a sector of its own$'
    app.wait(lambda: re.match(lane % (0, 0, 0, 0), app.find('image', r'^Grid of').description), 8, 'lane 0 is not told')
    app.find('button', r'^Iteration of x: 0 of').click()
    display.key('Up', 'Up')
    app.wait(lambda: re.match(lane % (2, 2, 2, 2), app.find('image', r'^Grid of').description), 8, 'lane 2 is not told')


def test_wheel_on_header(display, build, source):
    """With Alt the wheel over a loop's header moves its iteration, alone it scrolls."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('button', r'^Iteration of j: 0 of 0 to 127$')
    header = app.find('tree item', r'^loop j,')
    header.wait_until_idle()
    display.xdotool('mousemove', *header.middle())
    time.sleep(0.3)
    display.xdotool('keydown', 'alt', 'click', '--repeat', 3, '--delay', 80, 5, 'keyup', 'alt')
    app.find('button', r'^Iteration of j: 3 of 0 to 127$')
    display.xdotool('keydown', 'alt', 'click', 4, 'keyup', 'alt')
    app.find('button', r'^Iteration of j: 2 of 0 to 127$')
    display.xdotool('click', '--repeat', 3, '--delay', 80, 5)
    time.sleep(0.5)
    app.find('button', r'^Iteration of j: 2 of 0 to 127$')
    app.find('button', r'^Iteration of i: 0 of 0 to 127$')


def test_cache_contents(display, build, source):
    """What a chosen cache holds is told for the position of the scrubber, also while that plays, and only where regions are shown."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,').click()
    app.find('image', r'^One iteration of i: ')
    choice = app.find('combo box', r'^Cache whose contents are outlined$')
    choice.click()
    time.sleep(0.3)   # the list opens
    display.key('Down', 'Down', 'Return')
    app.find('label', r'^L2 holds 65 KiB of .* after this iteration of i: C 512 B, A 512 B, B 64 KiB$')
    app.find('button', r'^Iteration of i: 0 of').click()
    display.key('Up')
    app.find('label', r'^L2 holds .* after this iteration of i: C 1 KiB, A 1 KiB, B 64 KiB$')
    app.find('button', r'^Play Iterations$').click()
    app.find('label', r'^L2 holds .* after this iteration of i: C (?!512 B|1 KiB)')
    app.find('button', r'^Pause$').click()
    app.find('button', r'^First Iteration$').click()
    app.find('button', r'^Iteration of i: 0 of').click()
    display.key('Up')
    app.find('label', r'^L2 holds .* after this iteration of i: C 1 KiB, A 1 KiB, B 64 KiB$')
    app.find('button', r'^Accesses$').click()
    app.gone('label', r'^L2 holds')
    app.gone('combo box', r'^Cache whose contents')
    app.find('button', r'^Region$').click()
    app.find('label', r'^L2 holds .* after this iteration of i: C 1 KiB')
    app.find('combo box', r'^Cache whose contents are outlined$').click()
    time.sleep(0.3)
    display.key('Home', 'Return')
    app.gone('label', r'^L2 holds')


def test_rate(display, build, source):
    """Playing goes at the rate chosen: slow ones leave time to look, fast ones come to the end."""
    app = display.launch([build + '/app/tileloom', source + '/data/workloads/matmul-128.py'])
    app.find('tree item', r'^loop i,').click()
    app.find('label', r'^Iteration 1 of 128 of i$')
    app.find('image', r'^One iteration of i: ')
    app.find('button', r'^Rate of Playing: 1×$').click()
    display.key('greater')
    app.find('button', r'^Rate of Playing: 4×$')
    display.key('less', 'less', 'less', 'less', 'less', 'less')
    app.find('button', r'^Rate of Playing: ⅛×$')
    begun = time.monotonic()
    display.key('k')
    app.find('label', r'^Iteration (?!1 )\d+ of 128 of i$')
    app.find('button', r'^Pause$').click()
    shown = int(app.find('label', r'^Iteration \d+ of 128 of i$').name.split()[1])
    assert shown <= 2 + 2 * (time.monotonic() - begun), 'iteration %d is shown at two a second' % shown
    display.key('greater', 'greater', 'greater', 'greater', 'greater', 'greater', 'greater')
    app.find('button', r'^Rate of Playing: 8×$')
    display.key('k')
    app.find('label', r'^Iteration 128 of 128 of i$')
    app.find('button', r'^Play Iterations$')
    app.find('button', r'^Rate of Playing: 8×$').click()
    app.find('button', r'^Rate of Playing: ⅛×$')


ALONE = [test_numbers, test_all_blocks, test_lane, test_wheel_on_header, test_copies, test_threads, test_tile_edge, test_value_range, test_pin, test_slices, test_counts_of_slices, test_reuses_of_element, test_cache_contents,
         test_rate]
