/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Repairs of refused steps: `tileloom-bench repair`. For each seed a sample in small gets a random schedule and then a step that is
 * refused: a primitive that people schedule with, on a selection, its other arguments as the window guesses them. A selection is a loop, a
 * block, two loops of one nest, or a block with a loop around it or around another that it shares a buffer with. The search looks for steps
 * that make it possible. Each repair is checked: the program is verified, runs in the interpreter with the result that it had before, and
 * its trace replays.
 */
#include <stdio.h>
#include <string.h>

#include "core/analysis/block-info.h"
#include "core/base/clock.h"
#include "core/base/extremum.h"
#include "core/base/random.h"
#include "core/schedule/repair.h"
#include "core/session/steps/applicable-primitives.h"
#include "tests/bench/bench.h"
#include "tests/schedule/random-schedule.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/soundness/subject.h"

#define N_SCHEDULES  200
#define MAX_BEFORE   8u     /* steps of the random schedules */
#define MAX_TRIES    400u   /* to find one that is refused */
#define MAX_REASONS  40u    /* printed */

/* Of schedules made by hand (data/benchmarks/steps.txt), and those that have a key or a drag in the window. */
static const char *const asked[] = {
  "split", "fuse", "reorder", "parallel", "vectorize", "unroll", "bind", "compute_at", "reverse_compute_at", "compute_inline",
  "reverse_compute_inline", "cache_read", "cache_write", "decompose_reduction", "rfactor", "blockize",
};

/* These promise something that nobody checks. */
static const char *const excluded[] = {
  "unsafe_hide_buffer_access", "unsafe_set_dtype", "annotate_buffer_access", "enter_postproc", NULL,
};

typedef struct
{
  guint n_refused, n_repaired;
} Count;

typedef struct
{
  Count      all, of[RANDOM_N_PRIMITIVES];
  guint      n_moved, n_by_steps[TL_REPAIR_MAX_STEPS + 1];
  guint      n_wrong;
  GArray    *times_s;           /* double: of each search */
  GHashTable *reasons;          /* char * → Count *: "vectorize: loop … cannot be …" */
} Table;

static guint
number_of (const TlPrimitive *primitive)
{
  guint n = 0;

  while (tl_primitive_nth (n) != primitive)
    n++;
  return n;
}

/* --- reasons without the names of one program --- */

static void
collect_name (GHashTable *names, const char *name)
{
  g_hash_table_add (names, (gpointer) name);
}

static TlWalk
collect_names (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    collect_name (user_data, stmt->loop.var->name);
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  collect_name (user_data, stmt->block.name);
  for (guint i = 0; i < stmt->block.n_axes; i++)
    collect_name (user_data, stmt->block.axes[i].var->name);
  for (guint i = 0; i < stmt->block.n_reads; i++)
    collect_name (user_data, stmt->block.reads[i].buffer->name);
  for (guint i = 0; i < stmt->block.n_writes; i++)
    collect_name (user_data, stmt->block.writes[i].buffer->name);
  return TL_WALK_INTO;
}

/* The first sentence, with "…" for each name and number; what follows a colon is of one program, mostly. */
static char *
reason_of (const TlModule *module, const TlPrimitive *primitive, const GError *refusal)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv)         words = g_strsplit_set (refusal->message, " ", -1);
  GString               *text = g_string_new (primitive->name);

  g_string_append_c (text, ':');
  tl_stmt_walk (module->prims[0]->body, collect_names, NULL, names);
  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize            length = strcspn (words[i], ",;:");
      g_autofree char *word = g_strndup (words[i], length);
      gboolean         is_name = g_hash_table_contains (names, word) || g_ascii_isdigit (word[0]) || strpbrk (word, "[]()*") != NULL;

      g_string_append_printf (text, " %s%s", is_name ? "…" : word, words[i] + length);
    }
  return g_string_free (text, FALSE);
}

/* --- one refused step --- */

static void
count (Count *total, gboolean is_repaired)
{
  total->n_refused++;
  total->n_repaired += is_repaired;
}

static void
count_reason (Table *table, const TlModule *module, const TlInst *refused, const GError *refusal, gboolean is_repaired)
{
  char  *reason = reason_of (module, refused->primitive, refusal);
  Count *known = g_hash_table_lookup (table->reasons, reason);

  if (known == NULL)
    {
      known = g_new0 (Count, 1);
      g_hash_table_insert (table->reasons, reason, known);
    }
  else
    g_free (reason);
  count (known, is_repaired);
}

/* Takes the step's @repair for what it is; prints what is wrong with it. */
static void
check_repair (Table *table, const Subject *subject, guint64 seed, TlRepair *repair)
{
  const TlModule  *module = tl_state_module (repair->state);
  g_autofree char *problem = check_result (subject->expected, module, subject->inputs);
  g_autofree char *sentence = tl_repair_sentence (repair), *trace = NULL;

  if (problem == NULL)
    problem = check_program_round_trip (module);
  if (problem == NULL)
    problem = check_trace_round_trip (repair->state);
  if (problem == NULL)
    return;
  trace = tl_trace_to_text (repair->state, TL_DIALECT_CLASSIC, FALSE);
  table->n_wrong++;
  fprintf (stderr, "%s, seed %" G_GUINT64_FORMAT ", %s: %s\n%s\n", subject->name, seed, sentence, problem, trace);
}

/* --- refused steps --- */

static TlWalk
collect_statements (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR || (stmt->kind == TL_STMT_BLOCK && strcmp (stmt->block.name, "root") != 0))
    g_ptr_array_add (user_data, (gpointer) stmt);
  return TL_WALK_INTO;
}

static TlNodeId
id_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->block.id;
}

static gboolean
share_a_buffer (const TlBlock *a, const TlBlock *b)
{
  for (guint i = 0; i < a->n_writes; i++)
    if (tl_regions_touch (b->reads, b->n_reads, a->writes[i].buffer))
      return TRUE;
  for (guint i = 0; i < b->n_writes; i++)
    if (tl_regions_touch (a->reads, a->n_reads, b->writes[i].buffer))
      return TRUE;
  return FALSE;
}

/* A statement that may be picked after @first: a loop below that one, around it, or around a block that it shares a buffer with. */
static gboolean
is_second (const TlStmt *first, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) blocks = stmt->kind == TL_STMT_FOR ? tl_stmt_child_blocks (stmt) : NULL;

  if (blocks == NULL || stmt == first)
    return FALSE;
  if (first->kind == TL_STMT_FOR)
    return tl_stmt_find (first, stmt->loop.id) != NULL;
  for (guint i = 0; i < blocks->len; i++)
    if (blocks->pdata[i] == first || share_a_buffer (&first->block, &((const TlStmt *) blocks->pdata[i])->block))
      return TRUE;
  return FALSE;
}

/* A reduction that is still whole. */
static gboolean
is_reduction (const TlStmt *block)
{
  return block->block.init != NULL;
}

static gboolean
is_of_reduction (const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (loop);
  gboolean              has_init = FALSE;

  for (guint i = 0; i < blocks->len; i++)
    has_init |= is_reduction (blocks->pdata[i]);
  return has_init && (tl_loop_axis_kinds (loop) & 1u << TL_AXIS_REDUCE) != 0;
}

/* A block moves to a loop that is not around it, and is divided at one that is. */
static gboolean
is_pair (const char *name, const TlStmt *block, const TlStmt *loop)
{
  gboolean is_around = tl_stmt_find (loop, block->block.id) != NULL;

  return strstr (name, "compute_at") != NULL ? !is_around : is_around;
}

/* Whether another block reads what @block writes, or (@reads) writes what it reads. */
static gboolean
has_partner (const TlModule *module, const TlBlock *block, gboolean reads)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlBlock *other = &((const TlStmt *) blocks->pdata[i])->block;
      const TlBlock *writer = reads ? other : block, *reader = reads ? block : other;

      for (guint k = 0; other != block && k < writer->n_writes; k++)
        if (tl_regions_touch (reader->reads, reader->n_reads, writer->writes[k].buffer))
          return TRUE;
    }
  return FALSE;
}

static gboolean
can_move (const char *name, const TlModule *module, const TlStmt *block)
{
  gboolean is_inlined = strstr (name, "inline") != NULL;

  return !(is_inlined && is_reduction (block)) && has_partner (module, &block->block, g_str_has_prefix (name, "reverse"));
}

/*
 * Whether the primitive is for statements of this kind: a reduction is divided, a block with readers or writers beside it moves, loops
 * without a block below and blocks that declare no access are not scheduled.
 */
static gboolean
makes_sense (const char *name, const TlModule *module, const TlNodeId *nodes, guint n_nodes)
{
  const TlStmt         *first = n_nodes > 0 ? tl_module_find (module, nodes[0]) : NULL;
  g_autoptr (GPtrArray) below = first != NULL ? tl_stmt_child_blocks (first) : NULL;

  if (n_nodes == 0 || (first->kind == TL_STMT_FOR && below->len == 0))
    return FALSE;
  if (strcmp (name, "rfactor") == 0)
    return first->kind == TL_STMT_FOR && is_of_reduction (first);
  if (first->kind != TL_STMT_BLOCK)
    return TRUE;
  if (first->block.n_writes == 0 || (strcmp (name, "decompose_reduction") == 0 && !is_reduction (first))
      || (strstr (name, "compute") != NULL && !can_move (name, module, first)))
    return FALSE;
  return n_nodes < 2 || is_pair (name, first, tl_module_find (module, nodes[1]));
}

/* One or two nodes; their number. */
static guint
select_nodes (TlRandom *random, const TlModule *module, TlNodeId nodes[2])
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new (), seconds = g_ptr_array_new ();
  const TlStmt         *first;

  tl_stmt_walk (module->prims[0]->body, collect_statements, NULL, stmts);
  if (stmts->len == 0)
    return 0;
  first = stmts->pdata[tl_random_below (random, stmts->len)];
  nodes[0] = id_of (first);
  for (guint i = 0; i < stmts->len; i++)
    if (is_second (first, stmts->pdata[i]))
      g_ptr_array_add (seconds, stmts->pdata[i]);
  if (seconds->len == 0 || tl_random_below (random, 2) == 0)
    return 1;
  nodes[1] = id_of (seconds->pdata[tl_random_below (random, seconds->len)]);
  return 2;
}

/* A step that @state refuses, in @arena. FALSE: none was found. */
static gboolean
choose_refused (TlState *state, guint64 seed, TlArena *arena, TlInst *refused, GError **refusal)
{
  TlRandom random = tl_random_seeded (seed);

  for (guint tries = 0; tries < MAX_TRIES; tries++)
    {
      const TlPrimitive  *primitive = tl_primitive_find (asked[tl_random_below (&random, G_N_ELEMENTS (asked))]);
      g_autoptr (TlState) next = NULL;
      g_autoptr (GError)  error = NULL;
      TlNodeId            nodes[2];
      guint               n_nodes = select_nodes (&random, tl_state_module (state), nodes);
      TlArg              *args;

      if (!makes_sense (primitive->name, tl_state_module (state), nodes, n_nodes)
          || !tl_applicable_primitive_guess_args (primitive, tl_state_module (state), nodes, n_nodes, arena, &args, NULL))
        continue;
      *refused = (TlInst) { .primitive = primitive, .args = args, .n_args = tl_primitive_n_args (primitive) };
      next = tl_state_apply_to_nodes (state, primitive, args, refused->n_args, &error);
      if (next != NULL || !g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED))
        continue;
      g_propagate_error (refusal, g_steal_pointer (&error));
      return TRUE;
    }
  return FALSE;
}

static void
repair_step (Table *table, const TlBenchOptions *options, const Subject *subject, guint64 seed, TlState *state)
{
  g_autoptr (TlArena)  arena = tl_arena_new (NULL);
  g_autoptr (GError)   refusal = NULL;
  g_autoptr (TlRepair) repair = NULL;
  TlInst               refused = { 0 };
  gint64               start_ns;
  double               took_s;

  if (!choose_refused (state, seed, arena, &refused, &refusal))
    return;
  start_ns = tl_time_ns ();
  repair = tl_repair_find (state, &refused, TRUE, &tl_repair_default_limits, NULL);
  took_s = (double) (tl_time_ns () - start_ns) * 1e-9;
  g_array_append_val (table->times_s, took_s);
  count (&table->all, repair != NULL);
  count (&table->of[number_of (refused.primitive)], repair != NULL);
  count_reason (table, tl_state_module (state), &refused, refusal, repair != NULL);
  if (repair != NULL && repair->moved != NULL)
    table->n_moved++;
  else if (repair != NULL)
    table->n_by_steps[repair->steps->len]++;
  if (repair != NULL)
    check_repair (table, subject, seed, repair);
  if (options->n_slow > 0)
    {
      g_autofree char *sentence = repair != NULL ? tl_repair_sentence (repair) : g_strdup ("–");

      printf ("%4" G_GUINT64_FORMAT " %-20s %6.0f ms  %s: %s\n                                   %s\n", seed, subject->name,
              took_s * 1e3, refused.primitive->name, refusal->message, sentence);
    }
}

static void
run_seed (Table *table, const TlBenchOptions *options, guint64 seed)
{
  g_autofree char    *problem = NULL;
  g_autoptr (TlState) state = NULL;
  RandomTally         tally = { 0 };
  Subject             subject;

  if (!subject_init_sample (&subject, seed, &problem))
    g_error ("%s: %s", subject.name, problem);
  state = random_schedule (subject.module, seed, 0, MAX_BEFORE, excluded, &tally, &problem);
  if (problem != NULL)
    g_error ("%s: %s", subject.name, problem);
  repair_step (table, options, &subject, seed, state);
  subject_clear (&subject);
}

/* --- the table --- */

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

static double
quantile (GArray *sorted, double q)
{
  return sorted->len > 0 ? g_array_index (sorted, double, (guint) (q * (sorted->len - 1))) : NAN;
}

static gint
compare_reasons (gconstpointer a, gconstpointer b, gpointer counts)
{
  const Count *left = g_hash_table_lookup (counts, *(char *const *) a), *right = g_hash_table_lookup (counts, *(char *const *) b);
  guint        n_left = left->n_refused - left->n_repaired, n_right = right->n_refused - right->n_repaired;

  return n_left != n_right ? (n_left > n_right ? -1 : 1) : strcmp (*(char *const *) a, *(char *const *) b);
}

static void
print_reasons (const Table *table)
{
  guint                 n;
  g_autofree gpointer  *keys = g_hash_table_get_keys_as_array (table->reasons, &n);

  g_qsort_with_data (keys, (gint) n, sizeof *keys, compare_reasons, table->reasons);
  printf ("\nrefusals without a repair, most frequent first\n%8s %8s\n", "refused", "repaired");
  for (guint i = 0; i < MIN (n, MAX_REASONS); i++)
    {
      const Count *one = g_hash_table_lookup (table->reasons, keys[i]);

      if (one->n_repaired < one->n_refused)
        printf ("%8u %8u  %s\n", one->n_refused, one->n_repaired, (const char *) keys[i]);
    }
}

static void
print_table (Table *table)
{
  const Count *all = &table->all;

  g_array_sort (table->times_s, compare_doubles);
  printf ("repair  %u refused steps, %u repaired (%.0f %%): %u by another order, %u by one step, %u by two, %u by three; %u wrong\n",
          all->n_refused, all->n_repaired, 100.0 * all->n_repaired / tl_max (all->n_refused, 1), table->n_moved, table->n_by_steps[1],
          table->n_by_steps[2], table->n_by_steps[3], table->n_wrong);
  printf ("time of a search: median %.0f ms, 90 %% below %.0f ms, longest %.0f ms\n\n%-26s %8s %8s\n", quantile (table->times_s, 0.5) * 1e3,
          quantile (table->times_s, 0.9) * 1e3, quantile (table->times_s, 1) * 1e3, "primitive", "refused", "repaired");
  for (guint i = 0; i < RANDOM_N_PRIMITIVES; i++)
    if (table->of[i].n_refused > 0)
      printf ("%-26s %8u %8u\n", tl_primitive_nth (i)->name, table->of[i].n_refused, table->of[i].n_repaired);
  print_reasons (table);
}

TlExit
tl_bench_repair (const TlBenchOptions *options)
{
  guint                  n = options->n_schedules > 0 ? (guint) options->n_schedules : N_SCHEDULES;
  guint64                first = options->seed != 0 ? (guint64) options->seed : 1;
  g_autoptr (GArray)     times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GHashTable) reasons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Table                  table = { .times_s = times, .reasons = reasons };

  for (guint64 seed = first; table.all.n_refused < n && seed < first + 2 * n; seed++)
    run_seed (&table, options, seed);
  print_table (&table);
  return table.n_wrong > 0 ? TL_EXIT_NO : TL_EXIT_DONE;
}
