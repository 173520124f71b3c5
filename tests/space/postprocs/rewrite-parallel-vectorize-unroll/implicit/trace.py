# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="root", func_name="main")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.unroll_implicit")
  b1, = sch.get_child_blocks(b0)
  l2, l3 = sch.get_loops(block=b1)
  sch.annotate(block_or_loop=l2, ann_key="pragma_auto_unroll_max_step", ann_val=64)
  sch.annotate(block_or_loop=l2, ann_key="pragma_unroll_explicit", ann_val=0)
