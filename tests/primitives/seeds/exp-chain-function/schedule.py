# interpret: no
def schedule_mm(tir_sch: tvm.tir.Schedule, jfactor=4):
    m, l, k = tir_sch.get_loops('C')
    mo, mi = tir_sch.split(m, [None, 16])
    ko, ki = tir_sch.split(k, [None, 8])
    lo, li = tir_sch.split(l, [None, 8])
    tir_sch.reorder(mo, lo, ko, mi, ki, li)
    return tir_sch
