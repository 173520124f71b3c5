# SPDX-License-Identifier: Apache-2.0
# Schedules whose traces test-mutators.c mutates.


# --- cpu ---
b = sch.get_block("C", "main")
i, j, k = sch.get_loops(block=b)
i0, i1, i2 = sch.split(loop=i, factors=sch.sample_perfect_tile(loop=i, n=3, max_innermost_factor=4))
j0, j1 = sch.split(loop=j, factors=sch.sample_perfect_tile(loop=j, n=2, max_innermost_factor=8))
sch.reorder(i0, j0, k, i1, i2, j1)
root = sch.get_block("root", "main")
sch.annotate(root, ann_key="meta_schedule.parallel", ann_val=64)
step = sch.sample_categorical(candidates=[0, 16, 64, 512], probs=[0.25, 0.25, 0.25, 0.25])
sch.annotate(root, ann_key="meta_schedule.unroll_explicit", ann_val=step)


# --- place ---
b = sch.get_block("C", "main")
l = sch.sample_compute_location(block=b)
sch.compute_at(block=b, loop=l, preserve_unit_loops=True)


# --- gpu ---
b = sch.get_block("D", "main")
i, j = sch.get_loops(block=b)
f = sch.fuse(i, j)
n = sch.sample_categorical(candidates=[32, 64, 128], probs=[0.5, 0.0, 0.5])
x, t = sch.split(loop=f, factors=[None, n])
sch.bind(loop=x, thread_axis="blockIdx.x")
sch.bind(loop=t, thread_axis="threadIdx.x")
lanes = sch.sample_categorical(candidates=[1, 2, 4], probs=[0.3, 0.3, 0.4])
sch.annotate(b, ann_key="meta_schedule.cooperative_fetch", ann_val=lanes)
