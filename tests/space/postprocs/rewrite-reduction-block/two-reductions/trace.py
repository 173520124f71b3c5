# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="B", func_name="main")
  l1, l2 = sch.get_loops(block=b0)
  b3 = sch.decompose_reduction(block=b0, loop=l2)
  b4 = sch.get_sblock(name="C", func_name="main")
  l5, l6 = sch.get_loops(block=b4)
  b7 = sch.decompose_reduction(block=b4, loop=l6)
