/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs of steps of which one order is refused and the other is not: the refusal names the order that works. All ordered pairs of the table
 * below are tried, on one program.
 */
#include <string.h>

#include "core/schedule/refusal.h"
#include "core/schedule/schedule-script.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char program[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\"), D: T.Buffer((64, 64), \"float32\")):\n"
    "    P = T.alloc_buffer((64, 64), \"float32\")\n"
    "    C = T.alloc_buffer((64, 64), \"float32\")\n"
    BLOCK_SS ("P", "64, 64", "P[vi, vj] = A[vi, vj] * T.float32(2)")
    BLOCK_SSR ("C", "64, 64, 64", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + P[vi, vk] * B[vk, vj]")
    BLOCK_SS ("D", "64, 64", "D[vi, vj] = T.max(C[vi, vj], T.float32(0))");

static const char handles[]
  = "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\np = sch.get_block(\"P\")\nd = sch.get_block(\"D\")\n"
    "pi, pj = sch.get_loops(p)\ndi, dj = sch.get_loops(d)\n";

static const char *const steps[] = {
  "sch.parallel(i)", "sch.vectorize(j)", "sch.unroll(k)", "sch.bind(i, \"blockIdx.x\")", "sch.bind(j, \"threadIdx.x\")",
  "sch.parallel(di)", "sch.vectorize(dj)", "sch.parallel(pi)", "sch.vectorize(pj)",
  "sch.decompose_reduction(b, i)", "sch.decompose_reduction(b, j)", "sch.decompose_reduction(b, k)",
  "sch.reorder(k, j)", "sch.reorder(k, i)", "sch.split(k, [None, 8])", "sch.split(i, [None, 8])", "sch.fuse(i, j)",
  "sch.rfactor(k, 0)", "sch.compute_inline(p)", "sch.compute_at(p, i)", "sch.compute_at(p, k)", "sch.compute_at(b, di)",
  "sch.reverse_compute_at(d, i)", "sch.reverse_compute_at(d, j)", "sch.cache_write(b, 0, \"local\")", "sch.cache_read(b, 0, \"local\")",
  "sch.blockize(j)", "sch.pad_einsum(b, [8, 8, 8])", "sch.transform_layout(b, (\"write\", 0), lambda i, j: (j, i))",
  "sch.transform_block_layout(b, lambda i, j, k: (j, i, k))", "sch.reorder_block_iter_var(b, [1, 0, 2])", "sch.set_scope(b, 0, \"local\")",
};

static TlState *
apply (TlState *start, const char *first, const char *second, GError **error)
{
  g_autofree char  *text = g_strdup_printf ("%s%s\n%s\n", handles, first, second);
  g_autoptr (TlSource) source = tl_source_new ("steps.py", text, -1);
  g_autoptr (TlScheduleScript) script = tl_schedule_script_parse (source, error);

  return script != NULL ? tl_schedule_script_run (script, start, NULL, NULL, error) : NULL;
}

/* "parallel" of "sch.parallel(i)". */
static char *
name_of (const char *step)
{
  const char *name = step + strlen ("sch.");

  return g_strndup (name, strcspn (name, "("));
}

/* Whether the refusal says to fetch handles again, or why no order would help. */
static gboolean
is_of_handles (const GError *error)
{
  return tl_refusal_hint (error) != NULL && g_str_has_prefix (tl_refusal_hint (error), "get_");
}

static void
test_pairs (void)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  guint                n_refused = 0;
  g_autoptr (TlState)  start = tl_state_new (module, 0);

  for (guint x = 0; x < G_N_ELEMENTS (steps); x++)
    for (guint y = 0; y < G_N_ELEMENTS (steps); y++)
      {
        g_autoptr (GError)  refusal = NULL;
        g_autoptr (TlState) one = x != y ? apply (start, steps[x], steps[y], &refusal) : NULL;
        g_autoptr (TlState) other = NULL;
        g_autofree char    *first = name_of (steps[y]), *second = name_of (steps[x]);
        g_autofree char    *wanted = g_strdup_printf ("%s first, then %s (", first, second);
        gboolean            is_named;

        if (one != NULL || x == y || is_of_handles (refusal))
          continue;
        other = apply (start, steps[y], steps[x], NULL);
        is_named = tl_refusal_hint (refusal) != NULL && strstr (tl_refusal_hint (refusal), wanted) != NULL;
        n_refused += is_named;
        if (is_named != (other != NULL) && tl_refusal_primitive (refusal) != NULL && strcmp (tl_refusal_primitive (refusal), first) == 0)
          g_error ("%s; %s is refused, the other order is %s: %s\nhint: %s", steps[x], steps[y], other != NULL ? "not" : "refused, too",
                   refusal->message, tl_refusal_hint (refusal));
      }
  g_assert_cmpuint (n_refused, >, 40);
}

/* Common ones by name; the order that is named is that of the last step which is in the way. */
static void
test_named_order (void)
{
  static const struct { const char *first, *second, *hint; } rows[] = {
    { "sch.decompose_reduction(b, k)", "sch.parallel(i)", "parallel first, then decompose_reduction (" },
    { "sch.decompose_reduction(b, k)\nsch.annotate(k, \"pragma_x\", 1)", "sch.rfactor(k, 0)", "rfactor first, then decompose_reduction (" },
    { "sch.reorder(k, j)\nsch.unroll(i)", "sch.decompose_reduction(b, j)", "decompose_reduction first, then reorder (" },
  };
  g_autoptr (TlModule) module = must (tl_script_read_text (program, &failure));
  g_autoptr (TlState)  start = NULL;

  start = tl_state_new (module, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError)  refusal = NULL;
      g_autoptr (TlState) state = apply (start, rows[i].first, rows[i].second, &refusal);

      g_assert_null (state);
      if (tl_refusal_hint (refusal) == NULL || strstr (tl_refusal_hint (refusal), rows[i].hint) == NULL)
        g_error ("%s; %s: %s, not %s", rows[i].first, rows[i].second, tl_refusal_hint (refusal), rows[i].hint);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/order/pairs", test_pairs);
  g_test_add_func ("/schedule/order/named", test_named_order);
  return g_test_run ();
}
