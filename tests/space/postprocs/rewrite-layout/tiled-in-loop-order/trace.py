# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="C", func_name="main")
  l1, l2, l3 = sch.get_loops(block=b0)
  l4, l5 = sch.split(loop=l1, factors=[None, 4], preserve_unit_iters=True, disable_predication=False)
  l6, l7, l8 = sch.split(loop=l2, factors=[2, 2, None], preserve_unit_iters=True, disable_predication=False)
  l9, l10 = sch.split(loop=l3, factors=[None, 2], preserve_unit_iters=True, disable_predication=False)
  sch.reorder(l6, l4, l9, l7, l5, l10, l8)
  sch.enter_postproc()
  b11 = sch.get_sblock(name="C", func_name="main")
  b12 = sch.cache_read(block=b11, read_buffer_index=1, storage_scope="global")
  sch.annotate(block_or_loop=b12, ann_key="meta_schedule.layout_rewrite_preproc", ann_val=1)
  sch.transform_layout(block=b11, buffer=("read", 1), index_map=tvm.tirx.IndexMap.from_func(lambda i0, i1: (i1 // 8, i0 // 2, i1 % 8 // 4, i0 % 2, i1 % 4,), inverse_index_map=lambda i0, i1, i2, i3, i4: (i1 * 2 + i3, i0 * 8 + i2 * 4 + i4,)), pad_value=None, assume_injective_transform=False)
