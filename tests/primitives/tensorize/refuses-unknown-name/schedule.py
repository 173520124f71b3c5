def schedule(sch):
    sch.tensorize(sch.get_block("matmul"), "tmm32")
