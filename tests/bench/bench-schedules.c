/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code for schedules made by hand, compared with TVM's: each of twelve small programs gets schedules of the kind that people write
 * (hand-schedule.h), which both compile and run (hand-timer.h). A ratio is TVM's time divided by ours: above 1 ours is faster.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/watch.h"
#include "core/base/extremum.h"
#include "core/schedule/trace.h"
#include "tests/bench/bench-steps.h"
#include "tests/bench/hand-schedule.h"
#include "tests/bench/hand-timer.h"

#define N_ROUNDS      9
#define AGAIN_ROUNDS  41     /* of ratios below … */
#define AGAIN_BELOW   0.95
#define SLOW          0.9    /* more than 10 % slower than TVM's */

typedef struct
{
  guint      program;
  guint64    seed;
  guint      kinds;
  HandResult result;
  double     ratio, tvm_s, ours_s;
  char      *entry;     /* of requests */
  char      *trace;
} HandRow;

/* Of the rows that a table's line is about. */
typedef struct
{
  guint  n, n_slow;
  guint  n_result[HAND_N_RESULTS];
  double log_sum, least;
} HandSum;

typedef struct
{
  HandTimer timer;
  GArray   *rows;   /* HandRow */
} Bench;

static void
row_clear (gpointer data)
{
  HandRow *row = data;

  g_free (row->entry);
  g_free (row->trace);
}

/* --- one schedule --- */

static void
time_row (Bench *bench, HandRow *row, guint n_rounds)
{
  HandTimes times;

  hand_timer_ask (&bench->timer, row->program, (const char *const *) &row->entry, 1, n_rounds, &times);
  row->result = times.result;
  row->tvm_s = times.tvm_s;
  row->ours_s = times.ours_s;
  row->ratio = times.result == HAND_TIMED ? times.tvm_s / times.ours_s : 0;
}

static void
measure_one (guint program, guint64 seed, TlState *state, guint kinds, gpointer user_data)
{
  Bench  *bench = user_data;
  HandRow row = { .program = program, .seed = seed, .kinds = kinds, .result = HAND_OURS_FAILS,
                  .trace = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE),
                  .entry = hand_timer_compile (&bench->timer, program, seed, state) };

  if (row.entry != NULL)
    time_row (bench, &row, N_ROUNDS);
  g_array_append_val (bench->rows, row);
}

/* --- tables --- */

static void
sum_add (HandSum *sum, const HandRow *row)
{
  sum->n_result[row->result]++;
  if (row->result != HAND_TIMED)
    return;
  sum->least = sum->n == 0 ? row->ratio : MIN (sum->least, row->ratio);
  sum->n++;
  sum->n_slow += row->ratio < SLOW;
  sum->log_sum += log (row->ratio);
}

static void
sum_print (const HandSum *sum, const char *name)
{
  if (sum->n == 0)
    printf ("  %-20s        —\n", name);
  else
    printf ("  %-20s %8u  %8.2f  %8.3f  %6.1f %%  %8u  %8u\n", name, sum->n, exp (sum->log_sum / sum->n), sum->least,
            100.0 * sum->n_slow / sum->n, sum->n_result[HAND_TVM_WRONG], sum->n_result[HAND_TVM_REFUSES]);
}

static void
print_tables (const Bench *bench)
{
  HandSum all = { 0 }, of_program[HAND_N_PROGRAMS] = { 0 }, of_kind[TL_HAND_N_KINDS] = { 0 };

  for (guint i = 0; i < bench->rows->len; i++)
    {
      const HandRow *row = &g_array_index (bench->rows, HandRow, i);

      sum_add (&all, row);
      sum_add (&of_program[row->program], row);
      for (guint k = 0; k < TL_HAND_N_KINDS; k++)
        if (row->kinds & 1u << k)
          sum_add (&of_kind[k], row);
    }
  printf ("  %-20s %8s  %8s  %8s  %8s  %8s  %8s\n", "program", "timed", "geomean", "least", "< 0.9", "TVM wrong", "refuses");
  for (guint p = 0; p < HAND_N_PROGRAMS; p++)
    if (bench->timer.modules[p] != NULL)
      sum_print (&of_program[p], hand_program_name (p));
  printf ("  with a step of kind\n");
  for (guint k = 0; k < TL_HAND_N_KINDS; k++)
    sum_print (&of_kind[k], hand_kind_name (k));
  sum_print (&all, "all");
  if (all.n_result[HAND_OURS_WRONG] + all.n_result[HAND_OURS_FAILS] > 0)
    printf ("  ours: %u wrong, %u not compiled\n", all.n_result[HAND_OURS_WRONG], all.n_result[HAND_OURS_FAILS]);
}

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const HandRow *x = a, *y = b;
  double         p = x->result == HAND_TIMED ? x->ratio : HUGE_VAL, q = y->result == HAND_TIMED ? y->ratio : HUGE_VAL;

  return p < q ? -1 : p > q;
}

static void
print_slow (const Bench *bench)
{
  for (guint i = 0; i < bench->rows->len && i < (guint) bench->timer.options->n_slow; i++)
    {
      const HandRow *row = &g_array_index (bench->rows, HandRow, i);

      if (row->result == HAND_TIMED)
        printf ("\n# %s, seed %" G_GUINT64_FORMAT ": %.3f (TVM %.4g µs, ours %.4g µs)\n%s", hand_program_name (row->program), row->seed,
                row->ratio, 1e6 * row->tvm_s, 1e6 * row->ours_s, row->trace);
    }
}

/* --- the benchmark --- */

static void
run (Bench *bench)
{
  hand_timer_visit (&bench->timer, measure_one, bench);
  for (guint i = 0; i < bench->rows->len; i++)
    {
      HandRow *row = &g_array_index (bench->rows, HandRow, i);

      if (row->result == HAND_TIMED && row->ratio < AGAIN_BELOW)
        time_row (bench, row, AGAIN_ROUNDS);
    }
  g_array_sort (bench->rows, compare_rows);
  print_tables (bench);
  print_slow (bench);
}

TlExit
tl_bench_schedules (const TlBenchOptions *options)
{
  Bench  bench = { .rows = g_array_new (FALSE, FALSE, sizeof (HandRow)) };
  TlExit exit = TL_EXIT_FAILED;

  g_array_set_clear_func (bench.rows, row_clear);
  if (hand_timer_begin (&bench.timer, options))
    {
      exit = options->by_step ? bench_steps (&bench.timer) : TL_EXIT_DONE;
      if (!options->by_step)
        run (&bench);
    }
  hand_timer_end (&bench.timer);
  g_array_unref (bench.rows);
  return exit;
}
