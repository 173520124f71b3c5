# interpret: no
def stochastic_schedule_mm(s: tvm.tir.Schedule):
  m, l, k = s.get_loops('C')
  m_factors = s.sample_perfect_tile(loop=m, n=2)
  mo, mi = s.split(m, m_factors)
  k_factors = s.sample_perfect_tile(loop=k, n=2)
  ko, ki = s.split(k, k_factors)
  l_factors = s.sample_perfect_tile(loop=l, n=2)
  lo, li = s.split(l, l_factors)
  s.reorder(mo, lo, ko, mi, ki, li)
  return s
