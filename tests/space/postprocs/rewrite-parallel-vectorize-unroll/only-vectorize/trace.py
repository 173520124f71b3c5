# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="root", func_name="main")
  sch.unannotate(block_or_loop=b0, ann_key="meta_schedule.vectorize")
  b1, = sch.get_child_blocks(b0)
  l2, l3 = sch.get_loops(block=b1)
  l4 = sch.fuse(l3, preserve_unit_iters=True)
  sch.vectorize(loop=l4)
