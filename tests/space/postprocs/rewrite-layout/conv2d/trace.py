# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="Y", func_name="main")
  l1, l2, l3, l4, l5, l6, l7 = sch.get_loops(block=b0)
  l8, l9 = sch.split(loop=l4, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
  l10, l11 = sch.split(loop=l7, factors=[None, 4], preserve_unit_iters=True, disable_predication=False)
  sch.reorder(l1, l8, l2, l3, l10, l5, l6, l11, l9)
  sch.enter_postproc()
  b12 = sch.get_sblock(name="Y", func_name="main")
  b13 = sch.cache_read(block=b12, read_buffer_index=1, storage_scope="global")
  sch.annotate(block_or_loop=b13, ann_key="meta_schedule.layout_rewrite_preproc", ann_val=1)
  sch.transform_layout(block=b12, buffer=("read", 1), index_map=tvm.tirx.IndexMap.from_func(lambda i0, i1, i2, i3: (i3 // 8, i2 // 4, i0, i1, i2 % 4, i3 % 8,), inverse_index_map=lambda i0, i1, i2, i3, i4, i5: (i2, i3, i1 * 4 + i4, i0 * 8 + i5,)), pad_value=None, assume_injective_transform=False)
