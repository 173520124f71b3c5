# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="B", func_name="main")
  l1, l2 = sch.get_loops(block=b0)
  l3, l4 = sch.split(loop=l2, factors=[None, 4], preserve_unit_iters=True, disable_predication=False)
  sch.vectorize(loop=l4)
  sch.enter_postproc()
  b5 = sch.get_sblock(name="B", func_name="main")
  l6, l7, l8 = sch.get_loops(block=b5)
  l9 = sch.fuse(l6, l7, preserve_unit_iters=True)
  l10, l11 = sch.split(loop=l9, factors=[None, 1024], preserve_unit_iters=True, disable_predication=False)
  sch.bind(loop=l10, thread_axis="blockIdx.x")
  sch.bind(loop=l11, thread_axis="threadIdx.x")
