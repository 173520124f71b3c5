# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="root", func_name="main")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.parallel")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.vectorize")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.unroll_explicit")
  b1, = sch.get_child_blocks(b0)
  l2, l3, l4 = sch.get_loops(block=b1)
  l5 = sch.fuse(l2, preserve_unit_iters=True)
  sch.parallel(loop=l5)
  sch.annotate(block_or_loop=l5, ann_key="pragma_auto_unroll_max_step", ann_val=16)
  sch.annotate(block_or_loop=l5, ann_key="pragma_unroll_explicit", ann_val=1)
