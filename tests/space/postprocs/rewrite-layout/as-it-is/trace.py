# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  sch.enter_postproc()
  b0 = sch.get_sblock(name="C", func_name="main")
  b1 = sch.cache_read(block=b0, read_buffer_index=1, storage_scope="global")
  sch.annotate(block_or_loop=b1, ann_key="meta_schedule.layout_rewrite_preproc", ann_val=1)
  sch.transform_layout(block=b0, buffer=("read", 1), index_map=tvm.tirx.IndexMap.from_func(lambda i0, i1: (i1, i0,), inverse_index_map=lambda i0, i1: (i1, i0,)), pad_value=None, assume_injective_transform=False)
