# from tvm import s_tir
def apply_trace(sch: s_tir.Schedule) -> None:
  b0 = sch.get_sblock(name="C", func_name="main")
  l1, l2, l3 = sch.get_loops(block=b0)
  b4 = sch.cache_read(block=b0, read_buffer_index=0, storage_scope="global.vtcm")
  sch.compute_at(block=b4, loop=l2, preserve_unit_loops=False, index=-1)
  sch.annotate(block_or_loop=l2, ann_key="software_pipeline_stage", ann_val=[0, 1])
  sch.annotate(block_or_loop=l2, ann_key="software_pipeline_order", ann_val=[0, 1])
  sch.annotate(block_or_loop=l2, ann_key="software_pipeline_async_stages", ann_val=[0])
  sch.enter_postproc()
