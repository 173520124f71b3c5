def schedule(sch):
    sch.transform_block_layout("C", lambda n, h, w, f, rh, rw, rc: (n * 16 + h * 4 + w, f, rh * 9 + rw * 3 + rc))
