# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="root", func_name="main")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.parallel")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.vectorize")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.unroll_explicit")
  b1, = sch.get_child_blocks(b0)
  l2, l3 = sch.get_loops(block=b1)
  l4 = sch.fuse(l2, l3, preserve_unit_iters=True)
  l5, l6 = sch.split(loop=l4, factors=[None, 64], preserve_unit_iters=True, disable_predication=False)
  sch.parallel(loop=l5)
  sch.vectorize(loop=l6)
