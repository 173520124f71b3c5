# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="B", func_name="main")
  l1, = sch.get_loops(block=b0)
  l2, l3 = sch.split(loop=l1, factors=[4, 4], preserve_unit_iters=True, disable_predication=False)
  sch.reorder(l3, l2)
  sch.enter_postproc()
  b4 = sch.get_sblock(name="B", func_name="main")
