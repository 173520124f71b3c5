# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="C", func_name="main")
  sch.annotate(block_or_loop=b0, ann_key="meta_schedule.auto_tensorize", ann_val="update_intrin")
  sch.annotate(block_or_loop=b0, ann_key="meta_schedule.auto_tensorize_init", ann_val="init_intrin")
  sch.enter_postproc()
  b1 = sch.get_sblock(name="C", func_name="main")
  l2, l3, l4 = sch.get_loops(block=b1)
  b5 = sch.decompose_reduction(block=b1, loop=l4)
  sch.unannotate(block_or_loop=b5, ann_key="meta_schedule.auto_tensorize")
  sch.annotate(block_or_loop=b5, ann_key="meta_schedule.auto_tensorize", ann_val="init_intrin")
  sch.unannotate(block_or_loop=b1, ann_key="meta_schedule.auto_tensorize_init")
  sch.unannotate(block_or_loop=b5, ann_key="meta_schedule.auto_tensorize_init")
