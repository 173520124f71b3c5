from tvm import tir

M, K = 128, [4, 8]


def tile(s, loop, size=8, *rest):
    a, b = s.split(loop, [None, size])
    return [a, b]


def main(sch: tir.Schedule, n=2):
    (*outer, k) = sch.get_loops('C')
    x = {'a': 1, 'b': [1, 2.5, "s"]}
    while n < 10 and not n == 11:
        n += 3 if n % 2 else 1
        if n in K:
            continue
    for i, l in enumerate(outer[::-1]):
        p, q = tile(sch, l, size=K[i % 2] << 1)
        sch.annotate(p, "k", x)
    y = [2 * z for z in range(3) if z > 1]
    sch.split(k, [None, max(y)])
    assert len(y) == 1, 'one'
    return sch
