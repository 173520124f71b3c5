# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="C", func_name="main")
  l1, l2, l3 = sch.get_loops(block=b0)
  l4 = sch.fuse(l1, l2, preserve_unit_iters=True)
  l5, l6 = sch.split(loop=l4, factors=[None, 1024], preserve_unit_iters=True, disable_predication=False)
  sch.bind(loop=l5, thread_axis="blockIdx.x")
  sch.bind(loop=l6, thread_axis="threadIdx.x")
