/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts that would run for hours or take all memory inside one function of the library: each ends with an error, within two gigabytes. */
#include <sys/resource.h>

#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/te/te.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/program-text.h"

#define MAX_BYTES (2u * 1024u * 1024u * 1024u - 1u)

static const char program[] =
  "from tvm.script import tir as T\n"
  "@T.prim_func\n"
  "def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
  BLOCK_S ("B", "8", "B[vi] = A[vi]");

/* Two lists, equal, of 2^60 elements by way of each other; two that hold themselves. */
#define TWINS "a, b = [], []\nfor i in range(60):\n  a, b = [a, a], [b, b]\n"
#define SELF  "a = []\na.append(a)\na.append(a)\nb = []\nb.append(b)\nb.append(b)\n"
#define LONG  "n = list(range(300000))\n"
#define TEXT  "s = 'abcdefgh'\nfor i in range(16):\n  s = s + s\n"

static const char *const scripts[] = {
  TWINS "a == b\n",
  TWINS "a != b\n",
  TWINS "a is b\n",
  TWINS "a < b\n",
  TWINS "[a] < [b]\n",
  TWINS "a in [b]\n",
  TWINS "[b].index(a)\n",
  TWINS "[b].count(a)\n",
  TWINS "(b,).index(a)\n",
  TWINS "{(1, b): 2}.get((1, a))\n",
  TWINS "d = {(1, b): 2}\nd[(1, a)]\n",
  TWINS "d = {}\nd[(1, b)] = 1\nd[(1, a)] = 1\n",
  TWINS "set([a, b])\n",
  TWINS "max([a, b])\n",
  TWINS "sorted([a, b])\n",
  TWINS "x = [a, b]\nx.sort()\n",
  TWINS "str(a)\n",
  TWINS "'%s' % [a]\n",
  TWINS "f'{a}'\n",
  TWINS "'{}'.format(a)\n",
  TWINS "sch.annotate(sch.get_block('B'), 'k', a)\n",
  TWINS "sch.frobnicate(a)\n",
  TWINS "T.prim_func(main).with_attr('k', a)\n",
  SELF "str(a)\n",
  SELF "a < b\n",
  SELF "sch.annotate(sch.get_block('B'), 'k', a)\n",
  SELF "sch.frobnicate(a)\n",
  SELF "T.prim_func(main).with_attr('k', a)\n",
  LONG "x = [any(n[1:] + [i]) for i in range(100000000)]\n",
  LONG "for i in range(100000):\n  any(n)\n",
  LONG "for i in range(100000):\n  all(n)\n",
  LONG "for i in range(100000):\n  -1 in n\n",
  LONG "for i in range(100000):\n  n.index(299999)\n",
  LONG "for i in range(100000):\n  n.count(7)\n",
  LONG "for i in range(100000):\n  n.reverse()\n",
  LONG "for i in range(100000):\n  n.append(n.pop(0))\n",
  LONG "for i in range(100000):\n  n.insert(0, n.pop())\n",
  LONG "for i in range(100000):\n  len(n) + min(n)\n",
  LONG "for i in range(100000):\n  max(n)\n",
  LONG "for i in range(100000):\n  n == n[:]\n",
  LONG "list(map(max, [n] * 100000))\n",
  LONG "list(map(min, [n] * 100000))\n",
  LONG "list(map(any, [n] * 100000))\n",
  LONG "list(map(sorted, [n] * 100000))\n",
  LONG "list(filter(len, [n] * 1000000))\nlist(map(all, [n] * 100000))\n",
  LONG "n.extend(n)\nn.extend(n)\nn.extend(n)\n",
  LONG "list(zip(*[n] * 1000))\n",
  LONG "import functools\nfunctools.reduce(max, [n] * 100000)\n",
  LONG "import itertools\nlist(itertools.product(n, n))\n",
  LONG "import itertools\nlist(itertools.chain(*[n] * 1000))\n",
  LONG "any(range(4000000000))\n",
  "any(range(2000000000))\n",
  "len(range(4294967295))\n",
  "sum(range(1000000), 0)\nsum(range(1000000), 0)\nsum(range(1000000), 0)\n",
  "[1 for i in range(1000000) for j in range(1000000)]\n",
  TEXT "','.join([s] * 1000000)\n",
  TEXT "s.join([s] * 1000)\n",
  TEXT "for i in range(10000000):\n  s == s[:-1] + 'h'\n",
  TEXT "t = s[:-1] + 'h'\nlist(map(lambda x: x == t, [s] * 1000000))\n",
  TEXT "t = s[:-1] + 'h'\n[t].count(s)\n([t] * 1000000).count(s)\n",
  TEXT "for i in range(1000000):\n  'z' in s\n",
  TEXT "for i in range(1000000):\n  s.startswith(s)\n",
  TEXT "for i in range(1000000):\n  s.isdigit()\n",
  TEXT "for i in range(1000000):\n  s.upper()\n",
  TEXT "for i in range(1000000):\n  len(s)\n",
  TEXT "for i in range(1000000):\n  s[-1]\n",
  TEXT "for i in range(1000000):\n  s.replace('a', 'a')\n",
  TEXT "for i in range(1000000):\n  s.split('a')\n",
  TEXT "('%1000d' * 1)\nf = '%1000d'\nfor i in range(16):\n  f = f + f\nf % tuple([1] * 65536)\n",
  TEXT "f = '{0:1000d}'\nfor i in range(16):\n  f = f + f\nf.format(1)\n",
  TEXT "for i in range(20):\n  s = f'{s}{s}{s}{s}'\n",
  TEXT "str([s] * 1000000)\n",
  TEXT "repr([s] * 1000000)\n",
  "def f(x):\n  return f(x) + f(x)\nf(1)\n",
  "def f(g):\n  return list(map(g, [g] * 1000))\nf(f)\n",
};

static void
check_ends (const char *text)
{
  g_autoptr (TlModule)         module = must (tl_script_read_text (program, &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 0), end = NULL;
  g_autoptr (TlSource)         source = tl_source_new ("script.py", text, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (GError)           error = NULL;

  end = tl_schedule_script_run (script, start, NULL, NULL, &error);
  if (end != NULL)
    g_test_fail_printf ("this ends by itself:\n%s", text);
}

/* The budget runs out in time, whatever the function: with one million evaluations none of them gets further than a second's work. */
static void
test_scripts (gconstpointer text)
{
  g_autofree char *with_schedule = g_strconcat ("sch.get_block('B')\n", text, NULL);

  check_ends (with_schedule);
}

/* No error can be caught that says that the budget is spent. */
static void
test_caught (void)
{
  check_ends ("sch.get_block('B')\nn = list(range(1000000))\nwhile True:\n  try:\n    for i in range(100000):\n      any(n)\n"
              "  except Exception:\n    pass\n");
}

/* The long lists of ordinary scripts fit into the budget. */
static void
test_ordinary (void)
{
  static const char text[] =
    "sch.get_block('B')\nn = list(range(10000))\nassert any(n) and not all(n) and 9999 in n and n.index(9999) == 9999 and n.count(3) == 1\n"
    "assert max(n) == 9999 and sum(n) == 49995000 and n == list(range(10000)) and len(set(n[:300])) == 300\n"
    "d = {i: i * i for i in range(1000)}\nassert all([d[i] == i * i for i in range(1000)])\n"
    "s = ','.join([str(i) for i in range(1000)])\nassert len(s.split(',')) == 1000 and s[0] == '0'\n";
  g_autoptr (TlModule)         module = must (tl_script_read_text (program, &failure));
  g_autoptr (TlState)          start = tl_state_new (module, 0), end = NULL;
  g_autoptr (TlSource)         source = tl_source_new ("script.py", text, -1);
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));

  end = must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
}

int
main (int argc, char **argv)
{
  struct rlimit limit = { MAX_BYTES, MAX_BYTES };

  g_test_init (&argc, &argv, NULL);
#ifndef __SANITIZE_ADDRESS__
  setrlimit (RLIMIT_AS, &limit);
#else
  (void) limit;
#endif
  /* Each costs as much as the budget allows; with TL_FEWER each third is run. */
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i += g_getenv ("TL_FEWER") != NULL ? 3 : 1)
    add_test (test_scripts, scripts[i], "/script-budget/endless/%u", i + 1);
  g_test_add_func ("/script-budget/caught", test_caught);
  g_test_add_func ("/script-budget/ordinary", test_ordinary);
  return g_test_run ();
}
