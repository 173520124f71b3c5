def schedule(sch):
    o, i = sch.split(sch.get_loops("y")[0], [3, 4])
    sch.compute_at("pad", o)
    sch.decompose_padding("pad", o)
