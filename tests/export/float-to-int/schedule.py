def schedule(sch):
    pass
