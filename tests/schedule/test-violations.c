/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses because of which the last line of each case is refused, in words, with their distances. */
#include "core/schedule/schedule-script.h"
#include "core/schedule/violations.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char program[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\"), D: T.Buffer((8, 8), \"float32\")):\n"
    "    P = T.alloc_buffer((8, 8), \"float32\")\n"
    "    C = T.alloc_buffer((8, 8), \"float32\")\n"
    BLOCK_SS ("P", "8, 8", "P[vi, vj] = A[vi, vj] * T.float32(2)")
    BLOCK_SSR ("C", "8, 8, 8", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + P[vi, vk] * B[vk, vj]")
    BLOCK_SS ("D", "8, 8", "D[vi, vj] = T.max(C[vi, vj], T.float32(0))");

/* A block with an order, and two whose iterations hand on a value. */
static const char scan[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((16,), \"float32\"), B: T.Buffer((16,), \"float32\"), D: T.Buffer((16,), \"float32\")):\n"
    "    for t in range(15):\n"
    "        with T.block(\"P\"):\n"
    "            vi = T.axis.spatial(15, t)\n            T.reads(A[vi])\n            T.writes(B[vi + 1])\n            B[vi + 1] = A[vi]\n"
    "        with T.block(\"D\"):\n"
    "            vj = T.axis.spatial(15, t)\n            T.reads(B[vj])\n            T.writes(D[vj])\n            D[vj] = B[vj]\n"
    "    for u in range(15):\n"
    "        with T.block(\"S\"):\n"
    "            vs = T.axis.spatial(15, u)\n            T.reads(A[vs])\n            T.writes(A[vs + 1])\n"
    "            A[vs + 1] = A[vs] + T.float32(1)\n";

/* Iterations hand on values in three ways; X belongs to an iteration. */
static const char several[]
  = "from tvm.script import tir as T\n"
    "@T.prim_func\n"
    "def main(A: T.Buffer((17,), \"float32\"), B: T.Buffer((17,), \"float32\"), D: T.Buffer((16,), \"float32\")):\n"
    "    X = T.alloc_buffer((1,), \"float32\")\n"
    "    for t in range(16):\n"
    "        with T.block(\"X\"):\n"
    "            vx = T.axis.spatial(16, t)\n            T.reads(A[vx])\n            T.writes(X[0])\n            X[0] = A[vx]\n"
    "        with T.block(\"P\"):\n"
    "            vi = T.axis.spatial(16, t)\n            T.reads(X[0])\n            T.writes(B[vi + 1])\n            B[vi + 1] = X[0]\n"
    "        with T.block(\"D\"):\n"
    "            vj = T.axis.spatial(16, t)\n            T.reads(B[vj])\n            T.writes(D[vj])\n            D[vj] = B[vj]\n"
    "        with T.block(\"S\"):\n"
    "            vs = T.axis.spatial(16, t)\n            T.reads(A[vs])\n            T.writes(A[vs + 1])\n"
    "            A[vs + 1] = A[vs] + T.float32(1)\n";

#define HANDLES \
  "b = sch.get_block(\"C\")\ni, j, k = sch.get_loops(b)\np = sch.get_block(\"P\")\nd = sch.get_block(\"D\")\n" \
  "pi, pj = sch.get_loops(p)\ndi, dj = sch.get_loops(d)\n"
#define SCAN_HANDLES "t, = sch.get_loops(sch.get_block(\"P\"))\nu, = sch.get_loops(sch.get_block(\"S\"))\n"

static const struct
{
  const char *program, *steps;
  const char *expected;   /* label and sentence of each, in lines */
} cases[] = {
  { program, HANDLES "sch.parallel(k)", "(0, 0, 1) Block C reads C[vi, vj], which block C writes one iteration of k earlier.\n" },
  { program, HANDLES "k0, k1 = sch.split(k, [None, 4])\nsch.parallel(k0)",
    "(0, 0, 1, *) Block C reads C[vi, vj], which block C writes one iteration of k_0 earlier.\n" },
  { program, HANDLES "f = sch.fuse(j, k)\nsch.reverse_compute_at(d, f)",
    "(0, -1) Block D would read C[vi, vj], which block C still writes one iteration of j_k_fused later.\n" },
  { program, HANDLES "sch.compute_at(p, dj)",
    "P Block C reads P[vi, vk], which block P writes as P[vi, vj] in another nest.\n" },
  { program, HANDLES "sch.reorder(k, j)\nsch.decompose_reduction(b, j)",
    "(0, 1, 0) Block C reads C[vi, vj], which block C writes one iteration of k earlier.\n" },
  { program, HANDLES "sch.merge(pj, j)", "P Block C reads P[vi, vk], which block P writes as P[vi, vj] in another nest.\n" },
  { program, HANDLES "sch.compute_inline(d)", "" },
  { program, HANDLES "sch.rfactor(i, 0)", "" },
  { program, HANDLES "sch.split(i, [3, 1])", "" },
  { scan, SCAN_HANDLES "sch.parallel(t)",
    "(1) Block D reads B[vj], which block P writes as B[vi + 1] one iteration of t earlier.\n" },
  { program, HANDLES "sch.compute_at(p, k)\nsch.parallel(k)",
    "(0, 0, 1) Block C reads C[vi, vj], which block C writes one iteration of k earlier.\n" },
  { several, "t, = sch.get_loops(sch.get_block(\"P\"))\nsch.parallel(t)",
    "(1) Block S reads A[vs], which block S writes as A[vs + 1] one iteration of t earlier.\n"
    "(1) Block X reads A[vx], which block S writes as A[vs + 1] one iteration of t earlier.\n"
    "(1) Block D reads B[vj], which block P writes as B[vi + 1] one iteration of t earlier.\n" },
  { scan, SCAN_HANDLES "sch.vectorize(u)",
    "(1) Block S reads A[vs], which block S writes as A[vs + 1] one iteration of u earlier.\n" },
};

static TlState *
note_violations (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data)
{
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) found = tl_find_violations (arena, state, refused, refusal);
  GString              *text = user_data;

  g_string_truncate (text, 0);
  for (guint i = 0; i < found->len; i++)
    {
      const TlDependence *violation = g_ptr_array_index (found, i);
      g_autofree char    *label = tl_violation_label (violation), *sentence = tl_violation_sentence (violation);

      g_string_append_printf (text, "%s %s\n", label, sentence);
    }
  return NULL;
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError)           error = NULL;
      g_autoptr (TlSource)         source = tl_source_new ("case", cases[i].steps, -1);
      g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
      g_autoptr (TlModule)         module = must (tl_script_read_text (cases[i].program, &failure));
      g_autoptr (TlState)          start = tl_state_new (module, 0);
      g_autoptr (GString)          text = g_string_new ("nothing was refused");
      g_autoptr (TlState)          end = tl_schedule_script_run_with (script, start, NULL, NULL, note_violations, text, &error);

      if (!g_str_equal (text->str, cases[i].expected))
        g_error ("%s\nrefused: %s\n%s\nexpected:\n%s", cases[i].steps, error != NULL ? error->message : "", text->str, cases[i].expected);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/violations/cases", test_cases);
  return g_test_run ();
}
