# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="B", func_name="main")
  l1, l2 = sch.get_loops(block=b0)
  sch.bind(loop=l2, thread_axis="threadIdx.x")
  sch.enter_postproc()
  b3 = sch.get_sblock(name="B", func_name="main")
  l4, l5 = sch.get_loops(block=b3)
  l6, l7 = sch.get_loops(block=b3)
  l8 = sch.fuse(l6, preserve_unit_iters=True)
  sch.bind(loop=l8, thread_axis="blockIdx.x")
