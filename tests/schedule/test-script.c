/* SPDX-License-Identifier: Apache-2.0 */
/* Schedule scripts: what a script records, and how a wrong one is explained. One row is one script. */
#include <string.h>

#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"

static const char program[] =
  "from tvm.script import tir as T\n"
  "@T.prim_func\n"
  "def main(A: T.Buffer((128, 128), \"float32\"), B: T.Buffer((128, 128), \"float32\"), C: T.Buffer((128, 128), \"float32\")):\n"
  "    for i, j, k in T.grid(128, 128, 128):\n"
  "        with T.block(\"C\"):\n"
  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "            with T.init():\n"
  "                C[vi, vj] = T.float32(0)\n"
  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

#define LOOPS "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nl1, l2, l3 = sch.get_loops(block=b0)\n"
#define SPLIT ", preserve_unit_iters=True, disable_predication=False)\n"

typedef struct
{
  const char *name;
  const char *script;
  const char *function;      /* NULL: chosen by the script */
  const char *arguments;     /* separated by blanks, or NULL */
  const char *expected;      /* the trace, or a part of the error */
} ScriptCase;

static const ScriptCase accepted[] = {
  { "try-in-turn",
    "def f(sch):\n  for name in ['X', 'C']:\n    try:\n      b = sch.get_block(name)\n"
    "    except (KeyError, tvm.tir.ScheduleError) as error:\n      assert 'X' in error\n"
    "    else:\n      i, j, k = sch.get_loops(b)\n    finally:\n      last = name\n  assert last == 'C'\n  sch.unroll(k)\n", NULL, NULL,
    LOOPS "sch.unroll(loop=l3)\n" },
  { "return-from-try", "def g(sch, n):\n  try:\n    sch.get_block(n)\n    return 1\n  except Exception:\n    return 2\n  finally:\n"
                       "    pass\n\ndef f(sch):\n"
    "  assert [g(sch, n) for n in 'XY'] == [2, 2]\n", NULL, NULL, "" },
  { "global-and-nonlocal",
    "n = 0\ndef f(sch):\n  m = 0\n  def g():\n    global n\n    nonlocal m\n    n, m = n + 1, m + 2\n  g()\n  g()\n"
    "  assert (n, m) == (2, 4)\n", NULL, NULL, "" },
  { "decorated",
    "import functools\ndef twice(g):\n  return lambda *a: g(*a) * 2\n\ndef times(n):\n  return lambda g: lambda *a: g(*a) * n\n\n"
    "@functools.lru_cache(maxsize=None)\n@times(3)\n@twice\n"
    "def g(x):\n  return x\n\ndef f(sch):\n  assert g(4) == 24\n", "f", NULL, "" },
  { "machine",
    "from tileloom import machine\ndef f(sch):\n"
    "  assert machine.vector_bits() in (128, 256, 512, 1024, 2048) and machine.vector_registers() in (16, 32)\n"
    "  assert machine.cores() >= 1 and machine.cache_bytes(2, 7) >= 7\n  sch.get_block('C')\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" },
  { "library",
    "import math, itertools, functools\ndef f(sch):\n"
    "  assert math.ceil(7 / 2) == 4 and math.floor(-0.5) == -1 and math.gcd(12, 18, 27) == 3 and math.isqrt(99) == 9\n"
    "  assert math.log(8, 2) == 3 and math.prod([2, 3], start=2) == 12 and 3.14 < math.pi < 3.15 and 1 < math.inf\n"
    "  assert list(itertools.product([1, 2], 'ab')) == [(1, 'a'), (1, 'b'), (2, 'a'), (2, 'b')] and itertools.chain([1], (2,)) == [1, 2]\n"
    "  assert functools.reduce(lambda a, b: a * b, [1, 2, 3], 4) == 24 and functools.partial(max, 3)(2) == 3\n"
    "  assert max([1, -5], key=abs) == -5 and min([], default=7) == 7 and (1, 'b') > (1, 'a') and sorted([(2, 1), (1, 2)])[0] == (1, 2)\n"
    "  assert len({1, 2, 1}) == 2 and 3 in {n + 1 for n in range(3)} and round(2.5) == 2 and divmod(7, 2) == (3, 1) and pow(2, 3) == 8\n"
    "  assert list(filter(None, [0, 1])) == [1] and ' aB '.strip().upper() == 'AB' and 'a-b'.replace('-', '') == 'ab' and '12'.isdigit()\n",
    NULL, NULL, "" },
  { "methods-as-values",
    "def f(sch):\n  loops = []\n  add = loops.extend\n  add(*map(sch.get_loops, ['C']))\n  go = sch.unroll\n  go(loops[-1])\n", NULL, NULL,
    LOOPS "sch.unroll(loop=l3)\n" },
  { "annotated", "from typing import List, Optional\nPair = List[int]\ndef f(sch, x: Optional[list[int]] = None) -> Pair:\n  pass\n", NULL,
    NULL, "" },
  { "bare", "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nl1, l2, l3 = sch.get_loops(block=b0)\n", NULL, NULL, LOOPS },
  { "bare-indented", "    b0 = sch.get_block(name=\"C\", func_name=\"main\")\n\n    l1, l2, l3 = sch.get_loops(block=b0)\n", NULL, NULL,
    LOOPS },
  { "old-split", LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 4], preserve_unit_iters=True)\n", NULL, NULL,
    LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 4]" SPLIT },
  { "newest-dialect", "def apply_trace(sch: s_tir.Schedule) -> None:\n  b0 = sch.get_sblock(name=\"C\", func_name=\"main\")\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" },
  { "empty-trace", "# from tvm import tir\ndef apply_trace(sch: tir.Schedule) -> None:\n  pass\n", NULL, NULL, "" },
  { "index-map", "sch.frobnicate_layout(lambda i, j: (i // 16, j // 16, i % 16, j % 16,))\n", NULL, NULL,
    "sch.frobnicate_layout(lambda i, j: (i // 16, j // 16, i % 16, j % 16,))\n" },
  { "index-map-of-one", "n = 4\nsch.frobnicate_layout(m=lambda i, j: (i - j) * n + -j)\n", NULL, NULL,
    "sch.frobnicate_layout(m=lambda i, j: ((i - j) * 4 + j * -1,))\n" },
  { "index-map-function", "def swap(x, y):\n  return [y, x]\n\ndef apply_trace(sch):\n  sch.frobnicate_layout(swap)\n", NULL, NULL,
    "sch.frobnicate_layout(lambda x, y: (y, x,))\n" },
  { "index-map-inverse",
    "sch.frobnicate_layout(tvm.tir.IndexMap.from_func(lambda i: (i // 4, i % 4,), inverse_index_map=lambda a, b: (a * 4 + b,)))\n", NULL,
    NULL,
    "sch.frobnicate_layout(tvm.tir.IndexMap.from_func(lambda i: (i // 4, i % 4,), inverse_index_map=lambda a, b: (a * 4 + b,)))\n" },
  { "index-map-functions", "sch.frobnicate_layout(lambda i, j: [tvm.tir.floordiv(i, 4), T.if_then_else(j < 3, T.min(i, j), i << 2)])\n",
    NULL, NULL,
    "sch.frobnicate_layout(lambda i, j: (i // 4, T.if_then_else(j < 3, T.min(i, j), i << 2),))\n" },
  { "index-map-separators", "sch.frobnicate_layout(lambda i, j: [i, IndexMap.AXIS_SEPARATOR, j])\n", NULL, NULL,
    "sch.frobnicate_layout(lambda i, j: (i, tvm.tir.IndexMap.AXIS_SEPARATOR, j,))\n" },
  { "block-by-name", "def f(sch):\n  i, j, k = sch.get_loops('C')\n  sch.unroll(k)\n", NULL, NULL, LOOPS "sch.unroll(loop=l3)\n" },
  { "starred", "def f(sch):\n  (*_, li) = sch.get_loops('C')\n  sch.unroll(li)\n", NULL, NULL, LOOPS "sch.unroll(loop=l3)\n" },
  { "slices", "def f(sch):\n  l = sch.get_loops('C')\n  sch.fuse(*l[:2])\n  sch.unroll(l[-1])\n", NULL, NULL,
    LOOPS "l4 = sch.fuse(l1, l2, preserve_unit_iters=True)\nsch.unroll(loop=l3)\n" },
  { "reversed-slice", "def f(sch):\n  l = sch.get_loops('C')[::-1]\n  sch.unroll(l[0])\n", NULL, NULL, LOOPS "sch.unroll(loop=l3)\n" },
  { "helper-and-defaults",
    "def tile(s, loop, size=8):\n  return s.split(loop, [None, size])\n\ndef f(sch, n=2):\n  i, j, k = sch.get_loops('C')\n"
    "  tile(sch, j, size=n * 16)\n  return sch\n", NULL, NULL, LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 32]" SPLIT },
  { "arguments", "def f(sch, n=2):\n  sch.split(sch.get_loops('C')[1], [None, n])\n", NULL, "n=4",
    LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 4]" SPLIT },
  { "argument-expression", "M = 64\ndef f(sch, n):\n  sch.split(sch.get_loops('C')[1], [None, n])\n", NULL, "n=M//2",
    LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 32]" SPLIT },
  { "by-function-name", "def f(sch):\n  sch.unroll(sch.get_loops('C')[0])\ndef g(sch):\n  sch.unroll(sch.get_loops('C')[1])\n", "f", NULL,
    LOOPS "sch.unroll(loop=l1)\n" },
  { "last-function", "def f(sch):\n  sch.unroll(sch.get_loops('C')[0])\ndef g(sch):\n  sch.unroll(sch.get_loops('C')[1])\n", NULL, NULL,
    LOOPS "sch.unroll(loop=l2)\n" },
  { "module-in-module-out",
    "import tvm\ndef t(mod, f):\n  sch = tvm.tir.Schedule(mod)\n  sch.split(sch.get_loops('C')[1], [None, f])\n  return sch.mod\n",
    NULL, "f=8", LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 8]" SPLIT },
  { "own-schedule", "import tvm\nfrom tvm import tir\nfoo = tir.Schedule(Anything, debug_mask=\"all\")\n"
                    "foo.unroll(foo.get_loops('C')[2])\nprint(foo.trace)\nfoo.mod.show()\n",
    NULL, NULL, LOOPS "sch.unroll(loop=l3)\n" },
  { "sampled-recorded",
    "def f(sch):\n  i, j, k = sch.get_loops('C')\n  v = sch.sample_perfect_tile(loop=j, n=2, decision=[32, 4])\n  sch.split(j, v)\n", NULL,
    NULL,
    LOOPS "v4, v5 = sch.sample_perfect_tile(loop=l2, n=2, max_innermost_factor=16, decision=[32, 4])\n"
    "l6, l7 = sch.split(loop=l2, factors=[v4, v5]" SPLIT },
  { "sampled-arithmetic",
    "def f(sch):\n  i, j, k = sch.get_loops('C')\n  v = sch.sample_categorical([2, 8], [0.5, 0.5], decision=1)\n"
    "  sch.split(j, [None, v * 2])\n", NULL, NULL,
    LOOPS "v4 = sch.sample_categorical(candidates=[2, 8], probs=[0.5, 0.5], decision=1)\nl5, l6 = sch.split(loop=l2, factors=[None, 16]"
          SPLIT },
  { "loops-and-lists",
    "def f(sch):\n  outer, inner = [], []\n  for n, l in enumerate(sch.get_loops('C')):\n    if n == 2:\n      continue\n"
    "    a, b = sch.split(l, [None, 4 << n])\n    outer.append(a)\n    inner += [b]\n  sch.reorder(*(outer + inner))\n", NULL, NULL,
    LOOPS "l4, l5 = sch.split(loop=l1, factors=[None, 4]" SPLIT "l6, l7 = sch.split(loop=l2, factors=[None, 8]" SPLIT
    "sch.reorder(l4, l6, l5, l7)\n" },
  { "comprehension", "def f(sch):\n  x = [2 * n for n in range(1, 5) if n % 2 == 0]\n  sch.split(sch.get_loops('C')[0], [None] + x)\n",
    NULL, NULL,
    LOOPS "l4, l5, l6 = sch.split(loop=l1, factors=[None, 4, 8]" SPLIT },
  { "while", "def f(sch):\n  n = 128\n  while n > 8:\n    n //= 2\n  sch.split(sch.get_loops('C')[0], [n, None])\n", NULL, NULL,
    LOOPS "l4, l5 = sch.split(loop=l1, factors=[8, None]" SPLIT },
  { "conditional", "FAST = True\ndef f(sch):\n  n = 4 if FAST and not False else 8\n  sch.split(sch.get_loops('C')[0], (None, n))\n", NULL,
    NULL,
    LOOPS "l4, l5 = sch.split(loop=l1, factors=[None, 4]" SPLIT },
  { "dictionary", "def f(sch):\n  t = {'i': 2, 'j': 4}\n  for n in t:\n    pass\n"
                  "  sch.split(sch.get_loops('C')[0], [None, t['j'] * t.get('x', 3)])\n", NULL, NULL,
    LOOPS "l4, l5 = sch.split(loop=l1, factors=[None, 12]" SPLIT },
  { "extent", "def f(sch):\n  i = sch.get_loops('C')[0]\n  sch.split(i, [None, min(sch.get(i).extent, 16)])\n", NULL, NULL,
    LOOPS "l4, l5 = sch.split(loop=l1, factors=[None, 16]" SPLIT },
  { "names-in-lists-first", "r = sch.cache_read('C', 0, 'local')\nsch.cache_read('C', 0, 'shared', ['C', r])\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nb1 = sch.cache_read(block=b0, read_buffer_index=0, storage_scope=\"local\")\n"
    "b2 = sch.get_block(name=\"C\", func_name=\"main\")\nb3 = sch.get_block(name=\"C\", func_name=\"main\")\n"
    "b4 = sch.cache_read(block=b3, read_buffer_index=0, storage_scope=\"shared\", consumer_blocks=[b2, b1])\n" },
  { "work-on", "def f(sch):\n  sch.work_on('main')\n  sch.get_block('C')\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" },
  { "strings-survive", "b0 = sch.get_block(name=\"C\")\nsch.annotate(b0, \"a\\\"b\\\\c\", \"\\n\")\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nsch.annotate(block_or_loop=b0, ann_key=\"a\\\"b\\\\c\", ann_val=\"\\n\")\n" },
  { "unknown-step", "b0 = sch.get_block(name=\"C\")\nb1, b2 = sch.frobnicate(block=b0, factor=3)\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\nb1, b2 = sch.frobnicate(block=b0, factor=3)\n" },
  { "f-string", "def f(sch):\n  sch.get_block(f\"{'C'}\")\n", NULL, NULL, "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" },
  { "formats", "def f(sch, n=2):\n  s = '%s|%d|%.2f' % ('a', 3, 1.5) + f'|{n:>3}|{[1, (2,)]}|{\"x\"!r}' + '|{}{b}'.format(1, b=2)\n"
    "  assert s == \"a|3|1.50|  2|[1, (2,)]|'x'|12\", s\n  sch.get_block('C')\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" },
  { "comprehensions", "def f(sch):\n  d = {k: v for k, v in zip('ij', range(2)) for _ in range(1)}\n"
                      "  assert d == d and [(a, b) for a in range(2) for b in range(a + 1) if a] == [(1, 0), (1, 1)]\n"
    "  sch.unroll(sch.get_loops('C')[d['j']])\n", NULL, NULL, LOOPS "sch.unroll(loop=l2)\n" },
  { "double-star", "def t(s, loop, *, factor=2, **rest):\n  s.split(loop, factors=[None, factor], **rest)\n\ndef f(sch):\n"
                   "  i, j, k = sch.get_loops('C')\n"
    "  t(sch, j, factor=4, preserve_unit_iters=True)\n", "f", NULL, LOOPS "l4, l5 = sch.split(loop=l2, factors=[None, 4]" SPLIT },
  { "isinstance", "def f(sch):\n  l = sch.get_loops('C')\n"
                  "  assert isinstance(l, list) and isinstance(3, (str, int)) and not isinstance(sch, list)\n"
    "  assert isinstance(sch, tvm.tir.Schedule)\n  sch.unroll(l[0])\n", NULL, NULL, LOOPS "sch.unroll(loop=l1)\n" },
  { "sorted-by-extent",
    "def f(sch):\n  l = sorted(sch.get_loops('C'), key=lambda x: sch.get(x).extent, reverse=True)\n  sch.unroll(l[0])\n", NULL, NULL,
    LOOPS "sch.unroll(loop=l1)\n" },
  { "tutorial", "import numpy as np\nimport tvm\nsch = tvm.tir.Schedule(MyModule, debug_mask='all')\n"
                "a = np.random.rand(4, 4).astype('float32')\n"
    "i, j, k = sch.get_loops('C')\nsch.unroll(i)\nlib = tvm.build(sch.mod, target='llvm')\nt = lib.time_evaluator('main', tvm.cpu())\n"
    "print('%.3f ms' % (t(a, a).mean * 1000))\nprint(f'{t(a).mean:.2f}')\nsch.mod.show()\nsch.mod['main'].show()\nsch.trace.show()\n"
    "sch.show()\n", NULL, NULL,
    LOOPS "sch.unroll(loop=l1)\n" },
  { "steps-beside-function",
    "def f(s):\n  s.unroll(s.get_loops('C')[0])\n\nmine = tvm.tir.Schedule(M)\ni, j = mine.get_loops('D')\nmine.fuse(i, j)\n", "f", NULL,
    LOOPS "sch.unroll(loop=l1)\n" },
  { "programs-beside", "import tvm\nfrom tvm.script import tir as T\n@T.prim_func\ndef g(a: T.handle):\n  pass\n\ndef f(sch):\n"
                       "  sch.get_block('C')\n", NULL, NULL,
    "b0 = sch.get_block(name=\"C\", func_name=\"main\")\n" },
};

static const ScriptCase refused[] = {
  { "catches-no-mistake", "try:\n  sch.split(1, 2, 3, unknown)\nexcept Exception:\n  pass\n", NULL, NULL, "name 'unknown' is not defined" },
  { "catches-no-assertion", "try:\n  assert 1 > 2, 'no'\nexcept:\n  pass\nsch.get_block('C')\n", NULL, NULL,
    "the assertion does not hold: no" },
  { "catches-something-else", "try:\n  sch.get_block('X')\nexcept ValueError:\n  pass\n", NULL, NULL, "no block named 'X'" },
  { "fails-in-handler", "try:\n  sch.get_block('X')\nexcept Exception as e:\n  sch.get_block('Y')\n", NULL, NULL, "no block named 'Y'" },
  { "nothing-nonlocal", "x = 1\ndef f(sch):\n  nonlocal x\n  x = 2\n", NULL, NULL, "no function around this one has a 'x'" },
  { "own-class", "class Config:\n  tile = 8\n\ndef f(sch):\n  sch.split(sch.get_loops('C')[1], [None, Config().tile])\n", NULL, NULL,
    "class Config" },
  { "log-of-nothing", "import math\nsch.get_block(math.log2(0))\n", NULL, NULL, "this function has no value here" },
  { "cache-of-no-level", "from tileloom import machine\nsch.get_block(machine.cache_bytes(4))\n", NULL, NULL,
    "cache_bytes takes a level, 1, 2 or 3" },
  { "partial-of-nothing", "import functools\nsch.get_block(functools.partial())\n", NULL, NULL,
    "partial takes a function and some of its arguments" },
  { "no-such-method", "f = 'C'.lover\nsch.get_block(f())\n", NULL, NULL, "str has no method 'lover' here" },
  { "endless-order", "a = []\na.append(a)\nb = []\nb.append(b)\nsch.get_block(sorted([a, 1])[0])\n", NULL, NULL, "have no order" },
  { "syntax", "def f(sch):\n  sch.split(\n", NULL, NULL, "script.py:" },
  { "unknown-name", "def f(sch):\n  sch.split(loop, [None, 4])\n", NULL, NULL,
    "script.py:2:13: name 'loop' is not defined\n    sch.split(loop, [None, 4])\n              ^^^^" },
  { "typing-error", "b0 = sch.get_blok(\"C\")\n", NULL, NULL,
    "script.py:1:6: a schedule has no method 'get_blok'; did you mean 'get_block'?" },
  { "unknown-method", "def f(sch):\n  sch.frobnicate()\n", NULL, NULL, "script.py:2:3: a schedule has no method 'frobnicate'" },
  { "refusal-with-place", "def f(sch):\n  i, j, k = sch.get_loops('C')\n  sch.split(j, [4, 8])\n", NULL, NULL,
    "script.py:3:3: split: the product of the factors, 32, does not cover the extent 128 of loop j" },
  { "in-a-helper", "def h(sch, l):\n  sch.parallel(l)\n\ndef f(sch):\n  i, j, k = sch.get_loops('C')\n  h(sch, k)\n", "f", NULL,
    "script.py:2:3: parallel:" },
  { "used-unknown-output", "b0 = sch.get_block(name=\"C\")\nl1 = sch.frobnicate(block=b0)\nsch.unroll(l1)\n", NULL, NULL,
    "script.py:3:1: unroll: l1 comes from an unknown step" },
  { "dead-loop", "l = sch.get_loops(sch.get_block('C'))\nsch.split(l[0], [None, 4])\nsch.unroll(l[0])\n", NULL, NULL,
    "loop l1 is no longer in the program" },
  { "missing-argument", "def f(sch):\n  sch.split(sch.get_loops('C')[0])\n", NULL, NULL,
    "script.py:2:3: split needs its argument 'factors'" },
  { "unknown-argument", "def f(sch):\n  sch.split(sch.get_loops('C')[0], [None, 4], size=3)\n", NULL, NULL,
    "split has no argument 'size'" },
  { "twice", "def f(sch):\n  sch.get_block('C', name='C')\n", NULL, NULL, "argument 'name' of get_block is given twice" },
  { "wrong-kind", "def f(sch):\n  sch.split('C', [None, 4])\n", NULL, NULL, "argument 'loop' must be a loop" },
  { "block-for-loop", "def f(sch):\n  sch.split(sch.get_block('C'), [None, 4])\n", NULL, NULL,
    "argument 'loop' must be a loop, b0 is a block" },
  { "float-factor", "def f(sch):\n  sch.split(sch.get_loops('C')[0], [None, 128 / 4])\n", NULL, NULL, "must be an integer" },
  { "unpack", "def f(sch):\n  i, j = sch.get_loops('C')\n", NULL, NULL, "3 values cannot be unpacked into 2 names" },
  { "index", "def f(sch):\n  sch.get_loops('C')[3]\n", NULL, NULL, "index 3 is out of range: there are 3 elements" },
  { "index-map-condition", "def apply_trace(sch):\n  sch.frobnicate_layout(lambda i: i if i < 3 else 0)\n", NULL, NULL,
    "neither true nor false here" },
  { "index-map-and", "def apply_trace(sch):\n  sch.frobnicate_layout(lambda i: T.if_then_else(i < 3 and i > 1, i, 0))\n", NULL, NULL,
    "neither true nor false here" },
  { "index-map-grows", "def g(i):\n  for k in range(40):\n    i = i + i\n  return [i]\n\ndef apply_trace(sch):\n"
                       "  sch.frobnicate_layout(g)\n", NULL, NULL,
    "this expression is too large" },
  { "index-map-star", "def apply_trace(sch):\n  sch.frobnicate_layout(lambda *i: i)\n", NULL, NULL,
    "the number of indices of *i is unknown here" },
  { "index-map-zero", "def apply_trace(sch):\n  sch.frobnicate_layout(lambda i: i // 0)\n", NULL, NULL, "division by zero" },
  { "index-map-string", "def apply_trace(sch):\n  sch.frobnicate_layout(lambda i: ['a', i])\n", NULL, NULL,
    "a str cannot be part of an expression" },
  { "endless", "def f(sch):\n  while True:\n    pass\n", NULL, NULL, "the script runs too long" },
  { "endless-recursion", "def f(sch):\n  f(sch)\n", NULL, NULL, "nested too deeply" },
  { "endless-steps", "def f(sch):\n  while True:\n    sch.get_block('C')\n", NULL, NULL, "too many steps" },
  { "memory", "def f(sch):\n  x = [0] * 1000\n  while True:\n    x = x + x\n", NULL, NULL, "too much memory" },
  { "memory-string", "def f(sch):\n  x = 'abc'\n  while True:\n    x = x + x\n", NULL, NULL, "this text becomes too long" },
  { "huge-list", "def f(sch):\n  x = [0] * 9223372036854775807\n", NULL, NULL, "too much memory" },
  { "huge-range", "def f(sch):\n  range(-9223372036854775807, 9223372036854775807)\n", NULL, NULL, "this range is too long" },
  { "division", "def f(sch):\n  1 // 0\n", NULL, NULL, "script.py:2:3: division by zero" },
  { "overflow", "def f(sch):\n  2 ** 63\n", NULL, NULL, "does not fit 64 bits" },
  { "assertion", "def f(sch):\n  assert 1 == 2, 'no'\n", NULL, NULL, "the assertion does not hold: no" },
  { "no-function", "x = 3\n", NULL, NULL, "contains neither steps nor a function that takes a schedule" },
  { "wrong-function", "def f(sch):\n  pass\n", "g", NULL, "has no function 'g'" },
  { "missing-parameter", "def f(sch, n):\n  pass\n", NULL, NULL, "f needs its argument 'n'" },
  { "unknown-parameter", "def f(sch):\n  pass\n", NULL, "n=3", "f has no argument 'n'" },
  { "broken-parameter", "def f(sch, n):\n  pass\n", NULL, "n=", "" },
  { "self-nested-list", "def f(sch):\n  x = []\n  x.append(x)\n  sch.annotate(sch.get_block('C'), 'k', x)\n", NULL, NULL,
    "nested too deeply" },
  { "not-here", "import tvm\ndef f(sch):\n  tvm.tir.transform.Simplify()(sch.mod)\n", NULL, NULL,
    "script.py:3:3: tvm.tir.transform.Simplify is not available here" },
  { "measured-elsewhere", "import tvm\ndef f(sch):\n  t = tvm.build(sch.mod).time()\n  if t < 3:\n    pass\n", NULL, NULL,
    "script.py:4:6: < does not compare a result of tvm.build with a int" },
  { "measured-factor", "import numpy as np\ndef f(sch):\n  sch.split(sch.get_loops('C')[0], [None, np.argmax([1])])\n", NULL, NULL,
    "a result of numpy.argmax cannot be an argument of a step" },
  { "program-of-its-own",
    "@T.prim_func\ndef g(a: T.Buffer((4,), \"float32\")):\n  for i in range(4):\n    with T.block(\"x\"):\n"
    "      v = T.axis.spatial(4, i)\n      a[v] = a[v] + 1.0\n"
    "\nmine = tvm.tir.Schedule(g)\nmine.unroll(mine.get_loops('x')[0])\n", NULL, NULL,
    "the script returns a schedule of another program" },
  { "state", "def f(sch):\n  sch.state.get_sref(1)\n", NULL, NULL, "script.py:2:3: sch.state is not part of schedule scripts" },
  { "wrong-function-of-module", "def f(sch):\n  sch.mod['g']\n", NULL, NULL, "script.py:2:3: the module has no function 'g'" },
  { "wrong-key", "def f(sch):\n  {'a': 1}['b']\n", NULL, NULL, "script.py:2:3: the dictionary has no key 'b'" },
  { "f-string", "def f(sch):\n  sch.get_block(f'C{x}')\n", NULL, NULL, "script.py:2:21: name 'x' is not defined" },
  { "equal-programs", "def f(sch):\n  i, j, k = sch.get_loops('C')\n  before = sch.mod\n  sch.unroll(i)\n"
    "  tvm.ir.assert_structural_equal(sch.mod, before)\n", NULL, NULL, "script.py:5:3: the programs differ: " },
  { "broken-program", "@T.prim_func\ndef g(a: T.handle):\n  x[0] = 1\n\ndef f(sch):\n  tvm.tir.Schedule(g)\n", NULL, NULL,
    "script.py:3:3: x is not defined here" },
  { "huge-expression", "def apply_trace(sch):\n  sch.frobnicate_layout(lambda i, j: (sum([i] * 5000), j))\n", NULL, NULL,
    "this expression is too large" },
  { "unknown-keyword", "def f(sch):\n  dict(a=1, **{'a': 2})\n", NULL, NULL, "argument 'a' is given twice" },
};

static TlState *
run_row (const ScriptCase *row, GError **error)
{
  g_autoptr (TlSource)          source = tl_source_new ("script.py", row->script, -1);
  g_autoptr (TlModule)          module = tl_script_read_text (program, error);
  g_autoptr (TlState)           start = NULL;
  g_autoptr (TlScheduleScript)  script = NULL;
  g_auto (GStrv)                arguments = row->arguments != NULL ? g_strsplit (row->arguments, " ", -1) : NULL;

  g_assert_nonnull (module);
  start = tl_state_new (module, 1);
  script = tl_schedule_script_parse (source, error);
  return script != NULL ? tl_schedule_script_run (script, start, row->function, (const char *const *) arguments, error) : NULL;
}

static void
test_accepted (gconstpointer data)
{
  const ScriptCase   *row = data;
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) state = run_row (row, &error);
  g_autofree char    *trace = NULL;

  g_assert_no_error (error);
  trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  g_assert_cmpstr (trace, ==, row->expected);
}

static void
test_refused (gconstpointer data)
{
  const ScriptCase   *row = data;
  g_autoptr (GError)  error = NULL;
  g_autoptr (TlState) state = run_row (row, &error);

  g_assert_null (state);
  g_assert_nonnull (error);
  if (strstr (error->message, row->expected) == NULL)
    g_test_fail_printf ("expected \"%s\" in:\n%s", row->expected, error->message);
}

static void
test_functions (void)
{
  g_autoptr (TlSource)         source = tl_source_new ("x.py", "def f(sch):\n  pass\ndef g(mod, a=1):\n  pass\n", -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, NULL);

  g_assert_cmpstr (tl_schedule_script_functions (script)[0], ==, "f");
  g_assert_cmpstr (tl_schedule_script_functions (script)[1], ==, "g");
  g_assert_null (tl_schedule_script_functions (script)[2]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autofree char *path = g_strdup_printf ("/script/accepted/%s", accepted[i].name);

      g_test_add_data_func (path, &accepted[i], test_accepted);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strdup_printf ("/script/refused/%s", refused[i].name);

      g_test_add_data_func (path, &refused[i], test_refused);
    }
  g_test_add_func ("/script/functions", test_functions);
  return g_test_run ();
}
