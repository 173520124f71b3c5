sch.reorder()
