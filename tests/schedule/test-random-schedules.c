/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random schedules over small programs: whatever the primitives accept must leave a well-formed program that computes the same, prints
 * and reads back, and whose trace replays. TL_RANDOM_SCHEDULES and TL_RANDOM_SEED say how many and from where.
 */
#include <stdlib.h>

#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"

#define DEFAULT_COUNT 2000
#define MAX_STEPS 9

#define HEADER "from tvm.script import tir as T\n\n@T.prim_func\n"

static const struct { const char *name, *text; } programs[] = {
  { "matmul",
    HEADER
    "def main(A: T.Buffer((6, 10), \"float32\"), B: T.Buffer((10, 8), \"float32\"), C: T.Buffer((6, 8), \"float32\")):\n"
    "    for i, j, k in T.grid(6, 8, 10):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "matmul-relu",
    HEADER
    "def main(A: T.Buffer((7, 9), \"float32\"), B: T.Buffer((9, 6), \"float32\"), D: T.Buffer((7, 6), \"float32\")):\n"
    "    C = T.alloc_buffer((7, 6))\n"
    "    for i, j, k in T.grid(7, 6, 9):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"
    "    for i, j in T.grid(7, 6):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            D[vi, vj] = T.max(C[vi, vj], T.float32(0))\n" },
  { "pad-and-blur",
    HEADER
    "def main(A: T.Buffer((11,), \"float32\"), C: T.Buffer((11,), \"float32\")):\n"
    "    P = T.alloc_buffer((13,))\n"
    "    for i in range(13):\n"
    "        with T.block(\"P\"):\n"
    "            vi = T.axis.spatial(13, i)\n"
    "            P[vi] = T.if_then_else(1 <= vi and vi < 12, A[vi - 1], T.float32(0))\n"
    "    for i, r in T.grid(11, 3):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vr = T.axis.remap(\"SR\", [i, r])\n"
    "            with T.init():\n"
    "                C[vi] = T.float32(0)\n"
    "            C[vi] = C[vi] + P[vi + vr]\n" },
  { "chain",
    HEADER
    "def main(A: T.Buffer((4, 6), \"float32\"), D: T.Buffer((6, 4), \"float32\")):\n"
    "    B = T.alloc_buffer((4, 6))\n"
    "    C = T.alloc_buffer((4, 6))\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] + T.float32(1)\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = B[vi, vj] * B[vi, 5 - vj]\n"
    "    for j, i in T.grid(6, 4):\n"
    "        with T.block(\"D\"):\n"
    "            vj, vi = T.axis.remap(\"SS\", [j, i])\n"
    "            D[vj, vi] = C[vi, vj] - T.float32(2)\n" },
  { "row-norm",
    HEADER
    "def main(A: T.Buffer((5, 12), \"float32\"), B: T.Buffer((5, 12), \"float32\")):\n"
    "    S = T.alloc_buffer((5,))\n"
    "    for i, k in T.grid(5, 12):\n"
    "        with T.block(\"S\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                S[vi] = T.float32(0)\n"
    "            S[vi] = S[vi] + A[vi, vk] * A[vi, vk]\n"
    "    for i, j in T.grid(5, 12):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))\n" },
};

/* These may change what is computed, or what later steps believe of a block: the person who takes them vouches for the result. */
static const char *const vouched_for[] = { "fuse_reduction_epilogue", "unsafe_set_dtype", "unsafe_hide_buffer_access",
                                           "annotate_buffer_access", NULL };

static void
report (const TlState *state, const char *program, guint64 seed, char *problem)
{
  g_autofree char *owned = problem;
  g_autofree char *trace = NULL, *script = NULL;

  if (problem == NULL)
    return;
  trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  script = tl_script_print (tl_state_module (state), TL_DIALECT_CLASSIC, NULL);
  g_test_fail_printf ("%s, seed %" G_GUINT64_FORMAT ": %s\n%s\n%s", program, seed, problem, trace, script);
}

static void
play_once (guint64 seed, RandomTally *tally)
{
  guint                which = (guint) (seed % G_N_ELEMENTS (programs));
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) module = tl_script_read_text (programs[which].text, &error);
  g_autoptr (TlState)  state = NULL;

  g_assert_no_error (error);
  state = random_schedule (module, seed, MAX_STEPS, vouched_for, tally);
  report (state, programs[which].name, seed, check_same_result (module, tl_state_module (state), seed));
  report (state, programs[which].name, seed, check_program_round_trip (tl_state_module (state)));
  report (state, programs[which].name, seed, check_trace_round_trip (state));
}

static void
test_random (void)
{
  const char *count = g_getenv ("TL_RANDOM_SCHEDULES"), *from = g_getenv ("TL_RANDOM_SEED");
  guint       n = count != NULL ? (guint) atoi (count) : DEFAULT_COUNT;
  guint64     first = from != NULL ? g_ascii_strtoull (from, NULL, 10) : 1;
  RandomTally tally = { 0 };

  for (guint i = 0; i < n && !g_test_failed (); i++)
    play_once (first + i, &tally);
  g_test_message ("%u schedules, %u steps taken, %u refused", n, tally.n_taken, tally.n_refused);
  if (!g_test_failed ())
    g_assert_cmpuint (tally.n_taken, >, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule/random", test_random);
  return g_test_run ();
}
