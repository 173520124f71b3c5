# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="C", func_name="main")
  l1, l2, l3 = sch.get_loops(block=b0)
  sch.reorder(l3, l1, l2)
  sch.enter_postproc()
  b4 = sch.get_sblock(name="C", func_name="main")
  l5, l6, l7 = sch.get_loops(block=b4)
  l8 = sch.add_unit_loop(block_or_loop=l5)
  l9 = sch.fuse(l8, preserve_unit_iters=True)
  l10, l11 = sch.split(loop=l9, factors=[None, 1], preserve_unit_iters=True, disable_predication=False)
  sch.bind(loop=l10, thread_axis="blockIdx.x")
  sch.bind(loop=l11, thread_axis="threadIdx.x")
