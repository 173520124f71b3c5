# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="B", func_name="main")
  l1, l2 = sch.get_loops(block=b0)
  l3, l4, l5 = sch.split(loop=l2, factors=[None, 32, 4], preserve_unit_iters=True, disable_predication=False)
  sch.bind(loop=l1, thread_axis="blockIdx.x")
  sch.bind(loop=l4, thread_axis="threadIdx.x")
  sch.vectorize(loop=l5)
  sch.enter_postproc()
