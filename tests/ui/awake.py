# SPDX-License-Identifier: Apache-2.0
"""
Reads memory until it or its parent ends, where no other process wants the processor.

On a virtual machine the first touch of a page after a rest took 4 to 9 µs where this was measured, and 0.1 to 0.7 µs beside this program:
the path to memory seems to save power at rest. The clock counts the wait as work of whoever touches the page.
"""
import os

READ_BYTES = 64 << 20   # more than caches of one core hold

os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
memory = b'x' * READ_BYTES   # zeros would all be one page
parent = os.getppid()
while os.getppid() == parent:
    memory.count(0)
