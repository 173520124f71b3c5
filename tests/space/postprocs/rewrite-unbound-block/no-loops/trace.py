# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="B", func_name="main")
  sch.get_loops(block=b0)
  l1 = sch.add_unit_loop(block_or_loop=b0)
  l2 = sch.fuse(l1, preserve_unit_iters=True)
  l3, l4 = sch.split(loop=l2, factors=[None, 1], preserve_unit_iters=True, disable_predication=False)
  sch.bind(loop=l3, thread_axis="blockIdx.x")
  sch.bind(loop=l4, thread_axis="threadIdx.x")
