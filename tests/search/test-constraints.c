/* SPDX-License-Identifier: Apache-2.0 */
/* Constraints on decisions: as text, in each strategy, and how much of a design space they leave. Outcomes are computed. */
#include <math.h>
#include <string.h>

#include "core/ir/compare.h"
#include "core/schedule/trace.h"
#include "core/search/constraints-share.h"
#include "core/search/decision-reader.h"
#include "core/search/strategy.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

static const char matmul_text[] = "@T.prim_func\n" MATMUL ("128", "128", "128");

typedef struct
{
  TlArena          *arena;
  TlTarget          target;
  TlSearchProgress  progress;
  TlSearchTask      task;
  const TlStrategy *strategy;
  gpointer          self;
  GHashTable       *seen;
  TlDecisionReader *reader;
  GString          *traces;
  guint             number;
} ConstrainedSearch;

static void
search_init (ConstrainedSearch *search, const char *strategy_text, guint64 seed)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (matmul_text, &failure));
  g_autoptr (TlState) start = tl_state_new (module, 0);
  TlComponent strategy;
  guint n;

  *search = (ConstrainedSearch) { .arena = tl_arena_new (NULL), .target = tl_target_host (), .traces = g_string_new (NULL),
                                  .reader = tl_decision_reader_new (start),
                                  .seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL) };
  must (tl_strategy_parse (search->arena, strategy_text, &strategy, &failure));
  tl_search_progress_init (&search->progress, NULL, NULL);
  search->task = (TlSearchTask) { .start = tl_state_unchecked (start), .func_name = "main", .target = &search->target, .seed = seed,
                                  .args = strategy.args, .threads = tl_tune_threads_new (NULL), .progress = &search->progress };
  search->task.model = tl_cost_model_new (
      must (tl_component_list_parse (search->arena, &tl_cost_model_table, "xgb(num_warmup_samples=16)", &n, &failure)), seed);
  search->task.space = tl_space_default (&search->target);
  search->strategy = tl_strategy_of (&strategy);
  search->self = search->strategy->create (&search->task);
}

static void
search_clear (ConstrainedSearch *search)
{
  search->strategy->destroy (search->self);
  tl_cost_model_unref (search->task.model);
  tl_state_unref (search->task.start);
  tl_space_unref (search->task.space);
  tl_tune_threads_unref (search->task.threads);
  tl_search_progress_clear (&search->progress);
  tl_decision_reader_free (search->reader);
  g_hash_table_unref (search->seen);
  g_string_free (search->traces, TRUE);
  tl_arena_unref (search->arena);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ConstrainedSearch, search_clear)

/* The value of a decision by name, read from the trace as project files keep it; NAN: the schedule has no such decision. */
static float
value_of (ConstrainedSearch *search, const TlState *state, const char *key)
{
  g_autofree char *trace = tl_trace_to_json (state, TL_DIALECT_CLASSIC);
  TlDecisionRow *row = tl_decision_reader_read (search->reader, trace, state);
  float value = NAN;

  for (guint i = 0; row && i < row->layout->n_slots; i++)
    if (strcmp (row->layout->slots[i].key, key) == 0)
      value = row->values[i];
  g_clear_pointer (&row, tl_decision_row_free);
  return value;
}

typedef gboolean (*IsAllowed) (float value);

/* One batch, all of which has @key as @is_allowed (nullable) says. Costs are of hashes: anything may be the best. */
static guint
run_batch (ConstrainedSearch *search, TlConstraints *constraints, const char *key, IsAllowed is_allowed)
{
  const TlBatchRequest request = { .first_number = search->number, .n = 16, .seen = search->seen, .constraints = constraints };
  g_autoptr (GPtrArray) states = must (search->strategy->generate (search->self, &request, NULL, &failure));

  for (guint i = 0; i < states->len; i++)
    {
      g_autofree char *trace = tl_trace_to_json (states->pdata[i], TL_DIALECT_CLASSIC);
      guint64 hash = tl_module_hash (tl_state_module (states->pdata[i]));
      double sample_s = 1e-5 * (1 + hash % 100);
      const TlOutcome outcome = { .kind = TL_OUTCOME_OK, .n_samples = 1, .samples_s = &sample_s };

      if (is_allowed)
        g_assert_true (is_allowed (value_of (search, states->pdata[i], key)));
      g_string_append (search->traces, trace);
      g_hash_table_add (search->seen, g_memdup2 (&hash, sizeof hash));
      search->strategy->report (search->self, search->number++, states->pdata[i], &outcome);
    }
  return states->len;
}

static gboolean
is_eight (float value)
{
  return value == 8;
}

static gboolean
is_not_small (float value)
{
  return isnan (value) || value > 4;
}

/* Whatever the seed and the strategy, no candidate violates a constraint; from when it is set on, and no longer than it is. */
static void
test_obeys (gconstpointer strategy)
{
  g_autoptr (TlConstraints) pin = must (tl_constraints_new ("C/i/4/3=8", NULL, &failure));
  g_autoptr (TlConstraints) forbid = must (tl_constraints_new (NULL, "C/i/4/3=1..4", &failure));

  for (guint64 seed = 1; seed <= 4; seed++)
    {
      g_auto (ConstrainedSearch) search = { 0 };
      guint n = 0;

      search_init (&search, strategy, seed);
      run_batch (&search, NULL, NULL, NULL);
      run_batch (&search, NULL, NULL, NULL);
      for (guint i = 0; i < 3; i++)
        n += run_batch (&search, pin, "C/i/4/3", is_eight);
      g_assert_cmpuint (n, >=, 24);
      for (guint i = 0; i < 2; i++)
        run_batch (&search, forbid, "C/i/4/3", is_not_small);
      run_batch (&search, NULL, NULL, NULL);
    }
}

/* The same seed and constraints give the same candidates. */
static void
test_repeats (void)
{
  g_autoptr (TlConstraints) pin = must (tl_constraints_new ("C/j/4/3=16\nC/k/2/1=4..8", NULL, &failure));
  g_autofree char *first = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_auto (ConstrainedSearch) search = { 0 };

      search_init (&search, "evolutionary(population_size=64)", 5);
      run_batch (&search, NULL, NULL, NULL);
      for (guint k = 0; k < 3; k++)
        run_batch (&search, pin, NULL, NULL);
      if (first)
        g_assert_cmpstr (search.traces->str, ==, first);
      else
        first = g_strdup (search.traces->str);
    }
}

static const struct { const char *pins, *forbidden, *printed; } text_rows[] = {
  { "C/i/4/2=8", NULL, "pin C/i/4/2=8" },
  { "C/i/4/2=8\nC/j/4/2=4..16,64", "T/location=in place", "pin C/i/4/2=8\npin C/j/4/2=4..16,64\nforbid T/location=in place" },
  { NULL, "C/@meta_schedule.unroll_explicit=0", "forbid C/@meta_schedule.unroll_explicit=0" },
  { NULL, NULL, "" },
};

static const char *const bad_lines[] = { "C/i/4/2", "=8", "C/i/4/2=", "C/i/4/2=8,,4", "C/i/4/2=8..4", "C/i/4/2=..", "C/i/4/2=a..b" };

static void
test_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (text_rows); i++)
    {
      g_autoptr (TlConstraints) constraints = must (tl_constraints_new (text_rows[i].pins, text_rows[i].forbidden, &failure));
      g_autofree char *printed = tl_constraints_print (constraints), *again = NULL;
      g_autoptr (TlConstraints) read = must (tl_constraints_read (printed, &failure));

      g_assert_cmpstr (printed, ==, text_rows[i].printed);
      again = tl_constraints_print (read);
      g_assert_cmpstr (again, ==, printed);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad_lines); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (tl_constraints_check_line (bad_lines[i], &error));
      g_assert_error (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_SYNTAX);
      g_assert_nonnull (strstr (error->message, bad_lines[i]));
    }
}

static gboolean
check (ConstrainedSearch *search, const char *pins, const char *forbidden, TlConstraintsShare *share, GError **error)
{
  g_autoptr (TlConstraints) constraints = must (tl_constraints_new (pins, forbidden, &failure));

  return tl_constraints_check (constraints, search->task.space, search->task.start, 1, 256, share, NULL, error);
}

/* How many candidates remain, of what would be sampled without constraints; none at all is refused with a reason. */
static void
test_share (void)
{
  g_auto (ConstrainedSearch) search = { 0 };
  g_autoptr (GPtrArray) decisions = NULL, all = g_ptr_array_new ();
  g_autoptr (TlConstraints) unknown = must (tl_constraints_new ("C/nope=1", NULL, &failure));
  g_autoptr (GError) error = NULL;
  TlConstraintsShare all_of_them, some;

  search_init (&search, "evolutionary", 1);
  g_assert_true (must (check (&search, NULL, "C/i/4/3=100000", &all_of_them, &failure)));
  g_assert_cmpuint (all_of_them.n_sampled, >, 200);
  g_assert_cmpuint (all_of_them.n_remaining, ==, all_of_them.n_sampled);
  g_assert_true (must (check (&search, "C/i/4/3=8", NULL, &some, &failure)));
  g_assert_cmpuint (some.n_remaining, <, some.n_sampled / 4);   /* seven draws of eight have another decision for i */
  g_assert_false (check (&search, "C/i/4/3=7", NULL, &some, &error));
  g_assert_error (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_EMPTY);
  g_assert_nonnull (strstr (error->message, "C/i/4/3=7"));
  g_clear_error (&error);
  decisions = must (tl_space_decisions (search.task.space, search.task.start, 1, 64, &failure));
  g_ptr_array_add (all, decisions);
  g_assert_false (tl_constraints_check_keys (unknown, all, &error));
  g_assert_error (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "C/i/4/3"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/constraints/text", test_text);
  g_test_add_func ("/search/constraints/share", test_share);
  g_test_add_data_func ("/search/constraints/obeys/evolutionary", "evolutionary(population_size=64)", test_obeys);
  g_test_add_data_func ("/search/constraints/obeys/replay-func", "replay-func", test_obeys);
  g_test_add_data_func ("/search/constraints/obeys/replay-trace", "replay-trace", test_obeys);
  g_test_add_func ("/search/constraints/repeats", test_repeats);
  return g_test_run ();
}
