/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gain of each step of schedules made by hand: time before it divided by time after it. All programs of a schedule run in turns, in
 * each of some rounds, and the least time of each counts. Steps near the bounds of helped and hurt, and all that hurt, are measured again.
 */
#include "tests/bench/bench-steps.h"

#include <stdio.h>

#include "core/base/file.h"
#include "tests/bench/step-table.h"

#define N_ROUNDS     9
#define AGAIN_ROUNDS 41
#define SURE_GAIN    1.25   /* helped for sure */

/* A step that changes the program. */
typedef struct
{
  guint      program;
  guint64    seed;
  char      *text;       /* "Vectorize j_1" */
  HandTimes  times[2];   /* before, after */
  StepSample sample;
} Step;

typedef struct
{
  HandTimer *timer;
  GArray    *steps;   /* Step */
  guint      n_not_compiled;
} Bench;

static void
step_clear (gpointer data)
{
  g_free (((Step *) data)->text);
}

/* --- measuring --- */

static double
gain_of (double before_s, double after_s)
{
  return before_s > 0 && after_s > 0 ? before_s / after_s : 0;
}

static void
set_gains (Step *step)
{
  step->sample.ours = gain_of (step->times[0].ours_least_s, step->times[1].ours_least_s);
  step->sample.tvm = gain_of (step->times[0].tvm_least_s, step->times[1].tvm_least_s);
}

static TlStepCase
case_of (TlState *state)
{
  const TlInst *inst = tl_state_inst (state);
  TlState      *before = tl_state_parent (state);
  TlArg         loop;

  if (inst->n_args == 0 || inst->args[0].kind != TL_ARG_RV || tl_state_rv (before, inst->args[0].rv)->kind != TL_RV_LOOP)
    return TL_STEP_ANY;
  loop = tl_arg_node (tl_state_rv (before, inst->args[0].rv)->node);
  return tl_step_case_of (inst->primitive, tl_state_module (before), &loop, 1);
}

/* The start and the states whose step changed the program, borrowed. */
static GPtrArray *
list_programs (TlState *state)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (state);
  GPtrArray            *programs = g_ptr_array_new ();

  g_ptr_array_add (programs, tl_state_root (state));
  for (guint i = 0; i < steps->len; i++)
    {
      TlState *step = g_ptr_array_index (steps, i);

      if (tl_state_parent (step) != NULL && tl_state_module (step) != tl_state_module (tl_state_parent (step)))
        g_ptr_array_add (programs, step);
    }
  return programs;
}

static gboolean
is_unsure (double gain)
{
  return gain > 0 && (gain < 0.97 || (gain > 1.03 && gain < SURE_GAIN));
}

/* @entries: before and after the step. */
static void
finish_step (Bench *bench, const char *const *entries, Step *step)
{
  set_gains (step);
  if (is_unsure (step->sample.ours) || is_unsure (step->sample.tvm))
    {
      hand_timer_ask (bench->timer, step->program, entries, 2, AGAIN_ROUNDS, step->times);
      set_gains (step);
    }
}

static void
measure_schedule (guint program, guint64 seed, TlState *state, guint kinds, gpointer user_data)
{
  Bench                *bench = user_data;
  g_autoptr (GPtrArray) programs = list_programs (state), entries = g_ptr_array_new_with_free_func (g_free);
  g_autofree HandTimes *times = g_new0 (HandTimes, programs->len);

  for (guint i = 0; i < programs->len; i++)
    {
      char *entry = hand_timer_compile (bench->timer, program, seed, g_ptr_array_index (programs, i));

      bench->n_not_compiled += entry == NULL;
      if (entry == NULL)
        return;
      g_ptr_array_add (entries, entry);
    }
  hand_timer_ask (bench->timer, program, (const char *const *) entries->pdata, entries->len, N_ROUNDS, times);
  for (guint i = 1; i < programs->len; i++)
    {
      TlState *after = g_ptr_array_index (programs, i);
      Step     step = { .program = program, .seed = seed, .text = tl_state_describe (after), .times = { times[i - 1], times[i] },
                        .sample = { .primitive = tl_state_inst (after)->primitive, .which = case_of (after) } };

      finish_step (bench, (const char *const *) entries->pdata + i - 1, &step);
      g_array_append_val (bench->steps, step);
    }
}

/* --- output --- */

static GArray *
make_table (const Bench *bench)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (StepSample));

  for (guint i = 0; i < bench->steps->len; i++)
    g_array_append_val (samples, g_array_index (bench->steps, Step, i).sample);
  return step_table_new ((const StepSample *) (gpointer) samples->data, samples->len);
}

static void
print_faults (const Bench *bench)
{
  guint n[HAND_N_RESULTS] = { 0 };

  for (guint i = 0; i < bench->steps->len; i++)
    n[g_array_index (bench->steps, Step, i).times[1].result]++;
  printf ("  after the step: TVM wrong %u, TVM refuses %u, ours wrong %u; schedules with a program not compiled by us: %u\n",
          n[HAND_TVM_WRONG], n[HAND_TVM_REFUSES], n[HAND_OURS_WRONG], bench->n_not_compiled);
}

static gint
compare_steps (gconstpointer a, gconstpointer b)
{
  const Step *x = a, *y = b;

  return x->sample.ours < y->sample.ours ? -1 : x->sample.ours > y->sample.ours;
}

/* Of the steps of one line of the table, which do not stand on another one. */
static void
print_slow_of (const Bench *bench, const TlPrimitive *primitive, TlStepCase which)
{
  gint n_left = bench->timer->options->n_slow;

  for (guint i = 0; i < bench->steps->len && n_left > 0; i++)
    {
      const Step *step = &g_array_index (bench->steps, Step, i);
      double      gain = step->sample.ours;

      if (step->sample.primitive != primitive || step->sample.which != which || gain <= 0 || gain * TL_STEP_HELPED > 1)
        continue;
      if (n_left-- == bench->timer->options->n_slow)
        printf ("\n# %s%s%s\n", primitive->name, which != TL_STEP_ANY ? ", " : "", tl_step_case_name (which));
      printf ("  %.3f  %8.4g → %8.4g µs  ", gain, 1e6 * step->times[0].ours_least_s, 1e6 * step->times[1].ours_least_s);
      if (step->sample.tvm > 0)
        printf ("(TVM %6.3f)", step->sample.tvm);
      else
        printf ("(TVM      —)");
      printf ("  %s, seed %" G_GUINT64_FORMAT ": %s\n", hand_program_name (step->program), step->seed, step->text);
    }
}

static void
print_slow (Bench *bench)
{
  const TlPrimitive *primitive;

  g_array_sort (bench->steps, compare_steps);
  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    for (guint which = 0; which < TL_STEP_N_CASES; which++)
      print_slow_of (bench, primitive, which);
}

static TlExit
write_gains (const GArray *table, const char *path)
{
  g_autofree char   *json = step_table_to_json (table);
  g_autoptr (GError) error = NULL;

  return tl_file_write (path, json, &error) ? TL_EXIT_DONE : tl_command_fail (TL_EXIT_FAILED, error);
}

TlExit
bench_steps (HandTimer *timer)
{
  Bench              bench = { .timer = timer, .steps = g_array_new (FALSE, FALSE, sizeof (Step)) };
  g_autoptr (GArray) table = NULL;
  g_autofree char   *text = NULL;
  TlExit             exit = TL_EXIT_DONE;

  g_array_set_clear_func (bench.steps, step_clear);
  hand_timer_visit (timer, measure_schedule, &bench);
  table = make_table (&bench);
  text = step_table_to_text (table);
  fputs (text, stdout);
  print_faults (&bench);
  print_slow (&bench);
  if (timer->options->gains != NULL)
    exit = write_gains (table, timer->options->gains);
  g_array_unref (bench.steps);
  return exit;
}
