b = sch.get_block("Y")
sch.reindex_cache_read(b, 0, "shared", lambda n, h, w, co, rh, rw, rc: (n * 36 + h * 6 + w, rh * 12 + rw * 4 + rc))
sch.reindex_cache_read(b, 1, "shared", lambda n, h, w, co, rh, rw, rc: (co, rh * 12 + rw * 4 + rc))
sch.reindex_cache_write(b, 0, "local", lambda n, h, w, co, rh, rw, rc: (n * 36 + h * 6 + w, co))
