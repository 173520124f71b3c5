sch.enter_postproc()
