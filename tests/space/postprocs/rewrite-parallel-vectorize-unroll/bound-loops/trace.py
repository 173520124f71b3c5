# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="B", func_name="main")
  l1, l2 = sch.get_loops(block=b0)
  sch.bind(loop=l1, thread_axis="blockIdx.x")
  sch.enter_postproc()
  b3 = sch.get_sblock(name="root", func_name="main")
  sch.unannotate(block_or_loop=b3, ann_key="meta_schedule.parallel")
  sch.unannotate(block_or_loop=b3, ann_key="meta_schedule.vectorize")
  sch.unannotate(block_or_loop=b3, ann_key="meta_schedule.unroll_explicit")
  b4, = sch.get_child_blocks(b3)
  l5, l6 = sch.get_loops(block=b4)
  l7 = sch.fuse(l6, preserve_unit_iters=True)
  sch.vectorize(loop=l7)
