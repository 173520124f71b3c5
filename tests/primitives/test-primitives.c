/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden cases of the primitives, found by walking: FOLDER/<primitive>/<case>/ holds before.py, schedule.py, and after.py or refusal.txt,
 * and may hold trace.txt. First lines of schedule.py may say "# function: NAME", "# args: a=1 b=2" and, for programs too large for that,
 * "# interpret: no". TL_UPDATE_GOLDEN=1 rewrites the
 * expectations, after.py only if the interpreter finds the same results before and after; expected.py in its place comes from
 * elsewhere and is never rewritten.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/ir/walk.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/step-reason.h"
#include "tests/must.h"
#include "tests/schedule/schedule-checks.h"

typedef struct
{
  char *folder;
  char *primitive;
  char *name;
} PrimitiveCase;

static gboolean
updates_golden (void)
{
  return g_strcmp0 (g_getenv ("TL_UPDATE_GOLDEN"), "1") == 0;
}

/* The file's text, or NULL if there is none. */
static char *
read_file (const PrimitiveCase *test, const char *name)
{
  g_autofree char *path = g_build_filename (test->folder, name, NULL);
  char            *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static void
write_file (const PrimitiveCase *test, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (test->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_test_message ("wrote %s", path);
}

static TlModule *
read_module (const PrimitiveCase *test, const char *name)
{
  g_autofree char     *path = g_build_filename (test->folder, name, NULL);
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));
  TlModule            *module = must (tl_script_read (source, &failure));

  must (tl_module_verify (module, &failure));
  return module;
}

/* The rest of the line "# key: …", or NULL. */
static char *
directive (const char *text, const char *key)
{
  g_autofree char *prefix = g_strdup_printf ("# %s: ", key);
  g_auto (GStrv)   lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && lines[i][0] == '#'; i++)
    if (g_str_has_prefix (lines[i], prefix))
      return g_strdup (lines[i] + strlen (prefix));
  return NULL;
}

static TlState *
run_schedule (const PrimitiveCase *test, const TlModule *before, GError **error)
{
  g_autofree char              *path = g_build_filename (test->folder, "schedule.py", NULL);
  g_autoptr (TlSource)          source = tl_source_load (path, error);
  g_autoptr (TlScheduleScript)  script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;
  g_autoptr (TlState)           start = tl_state_new (before, 0);
  g_autofree char              *function = NULL, *arguments = NULL;
  g_auto (GStrv)                words = NULL;

  g_assert_nonnull (script);
  function = directive (tl_source_text (source), "function");
  arguments = directive (tl_source_text (source), "args");
  words = arguments != NULL ? g_strsplit (arguments, " ", -1) : NULL;
  return tl_schedule_script_run (script, start, function, (const char *const *) words, error);
}

static char *
refusal_text (const TlModule *before, const GError *error)
{
  GString        *text = g_string_new (NULL);
  guint           n_culprits;
  const TlNodeId *culprits = tl_refusal_culprits (error, &n_culprits);

  if (tl_refusal_primitive (error) != NULL)
    g_string_append_printf (text, "%s: ", tl_refusal_primitive (error));
  g_string_append_printf (text, "%s\n", tl_refusal_reason (error));
  if (tl_refusal_hint (error) != NULL)
    g_string_append_printf (text, "hint: %s\n", tl_refusal_hint (error));
  if (n_culprits > 0)
    g_string_append_printf (text, "culprits: %u\n", n_culprits);
  for (guint i = 0; i < n_culprits; i++)
    g_assert_cmpuint (culprits[i], !=, 0);
  return g_string_free (text, FALSE);
}

static void
check_refused (const PrimitiveCase *test, const TlModule *before, TlState *after, const GError *error)
{
  g_autofree char     *expected = read_file (test, "refusal.txt");
  g_autoptr (TlModule) untouched = read_module (test, "before.py");
  g_autofree char     *got = NULL, *difference = NULL;

  if (after != NULL)
    {
      g_autofree char *text = tl_script_print (tl_state_module (after), TL_DIALECT_CLASSIC, NULL);

      g_test_fail_printf ("expected a refusal, got\n%s", text);
      return;
    }
  g_assert_cmpstr (g_quark_to_string (error->domain), ==, g_quark_to_string (TL_SCHEDULE_ERROR));
  g_assert_cmpint (error->code, !=, TL_SCHEDULE_ERROR_BROKEN);
  g_assert_true (tl_module_equal (before, untouched, &difference));
  got = refusal_text (before, error);
  if (updates_golden ())
    write_file (test, "refusal.txt", got);
  else
    g_assert_cmpstr (got, ==, expected);
}

static gboolean
holds (char *problem)
{
  g_autofree char *owned = problem;

  if (problem != NULL)
    g_test_fail_printf ("%s", problem);
  return problem == NULL;
}

static void
check_trace (const PrimitiveCase *test, TlState *after)
{
  g_autofree char *expected = read_file (test, "trace.txt");
  g_autofree char *got = tl_trace_to_text (after, TL_DIALECT_CLASSIC, FALSE);

  if (expected == NULL)
    return;
  if (updates_golden ())
    write_file (test, "trace.txt", got);
  else
    g_assert_cmpstr (got, ==, expected);
}

/* Each step says what it does for the program, with numbers. */
static void
check_reasons (TlState *after)
{
  g_autoptr (GPtrArray) steps = tl_state_steps (after);
  TlTarget              target;

  must (tl_target_parse ("llvm -mcpu=znver3 -num-cores=2", &target, &failure));
  for (guint i = 0; i < steps->len; i++)
    {
      TlState         *step = g_ptr_array_index (steps, i);
      g_autofree char *reason = tl_step_reason (step, tl_module_entry (tl_state_module (after))->name, &target);

      if (tl_state_inst (step) == NULL || tl_state_inst (step)->primitive == NULL)
        continue;
      if (reason == NULL || strlen (reason) < 20 || strstr (reason, "(-1)") != NULL || strchr (reason, '?') != NULL)
        g_test_fail_printf ("%s: %s", tl_state_inst (step)->primitive->name, reason);
    }
}

static void
check_accepted (const PrimitiveCase *test, const TlModule *before, TlState *after)
{
  const TlModule      *module = tl_state_module (after);
  g_autofree char     *printed = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  g_autofree char     *difference = NULL, *given = NULL, *script = NULL, *interpret = NULL;
  g_autoptr (TlModule) expected = NULL;

  must (tl_module_verify (module, &failure));
  script = read_file (test, "schedule.py");
  interpret = directive (script, "interpret");
  if ((g_strcmp0 (interpret, "no") != 0 && !holds (check_same_result (before, module, 7))) || !holds (check_program_round_trip (module))
      || !holds (check_trace_round_trip (after)))
    return;
  check_trace (test, after);
  check_reasons (after);
  given = read_file (test, "expected.py");
  if (updates_golden () && given == NULL)
    {
      write_file (test, "after.py", printed);
      return;
    }
  expected = read_module (test, given != NULL ? "expected.py" : "after.py");
  if (!tl_module_equal (expected, module, &difference))
    g_test_fail_printf ("expected another program: %s\n%s", difference, printed);
}

static void
test_case (gconstpointer data)
{
  const PrimitiveCase *test = data;
  g_autofree char     *refusal = read_file (test, "refusal.txt");
  g_autoptr (TlModule) before = read_module (test, "before.py");
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlState)  after = run_schedule (test, before, &error);

  if (refusal != NULL)
    check_refused (test, before, after, error);
  else if (after == NULL)
    g_test_fail_printf ("%s", error->message);
  else
    check_accepted (test, before, after);
}

/* The aspects of one row of the table that the cases show. */
typedef struct
{
  guint    n_accepted;   /* cases of its folder in which it is applied … */
  guint    n_refused;    /* … and in which it refuses */
  guint    n_guarded;    /* of either, those on or giving a program with a predicate, as odd extents do */
  guint64  exercised;    /* bit i: some case gives parameter i a value that is not its default */
} PrimitiveCoverage;

static TlWalk
stop_at_predicate (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_BLOCK && stmt->block.predicate != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_predicate (const TlModule *module)
{
  for (guint i = 0; i < module->n_prims; i++)
    if (!tl_stmt_walk (module->prims[i]->body, stop_at_predicate, NULL, NULL))
      return TRUE;
  return FALSE;
}

/* A function's default is the entry function, which the step records by its name; a decision is recorded whether given or drawn. */
static gboolean
is_exercised (const TlState *step, guint index, const char *schedule)
{
  const TlInst           *inst = tl_state_inst (step);
  const TlPrimitiveParam *param = &inst->primitive->params[index];
  const TlModule         *before = tl_state_module (tl_state_parent (step));
  TlArg                   fallback;

  if (param->kind == TL_PARAM_DECISION)
    return strstr (schedule, "decision=") != NULL;
  if (param->kind == TL_PARAM_FUNCTION)
    return tl_module_prim (before, inst->args[index].string) != tl_module_entry (before);
  return !tl_primitive_param_default (param, &fallback) || !tl_arg_equal (&inst->args[index], &fallback);
}

static void
cover_step (const PrimitiveCase *test, const TlState *step, const char *schedule, GHashTable *coverages)
{
  const TlPrimitive *row = tl_state_inst (step)->primitive;
  PrimitiveCoverage *coverage = row != NULL ? g_hash_table_lookup (coverages, row) : NULL;

  if (coverage == NULL)
    return;
  for (guint i = 0; i < row->n_params; i++)
    if (is_exercised (step, i, schedule))
      coverage->exercised |= (guint64) 1 << i;
  if (strcmp (test->primitive, row->name) != 0)
    return;
  coverage->n_accepted++;
  coverage->n_guarded += has_predicate (tl_state_module (step)) || has_predicate (tl_state_module (tl_state_parent (step)));
}

/* A refusal names the primitive that refuses; cases that do not run fail in their own tests. */
static void
cover_case (const PrimitiveCase *test, GHashTable *coverages)
{
  g_autofree char      *refusal = read_file (test, "refusal.txt");
  g_autofree char      *schedule = read_file (test, "schedule.py");
  g_autofree char      *start = g_strdup_printf ("%s: ", test->primitive);
  g_autoptr (TlModule)  before = read_module (test, "before.py");
  g_autoptr (TlState)   after = NULL;
  g_autoptr (GPtrArray) steps = NULL;

  if (refusal != NULL)
    {
      PrimitiveCoverage *coverage = g_hash_table_lookup (coverages, tl_primitive_find (test->primitive));

      if (coverage == NULL)
        return;
      coverage->n_refused += g_str_has_prefix (refusal, start);
      coverage->n_guarded += g_str_has_prefix (refusal, start) && has_predicate (before);
      return;
    }
  after = run_schedule (test, before, NULL);
  steps = after != NULL ? tl_state_steps (after) : g_ptr_array_new ();
  for (guint i = 0; i < steps->len; i++)
    cover_step (test, g_ptr_array_index (steps, i), schedule, coverages);
}

/* Steps that change loops must be shown on extents that do not divide. */
static gboolean
works_on_loops (const TlPrimitive *row)
{
  for (guint i = 0; i < row->n_params; i++)
    if (row->params[i].kind == TL_PARAM_LOOP || row->params[i].kind == TL_PARAM_LOOPS)
      return !row->is_pure;
  return FALSE;
}

/* Each row is shown accepted, refused where it has arguments, under predicates where it has loops, and with each parameter set. */
static void
test_table (gconstpointer data)
{
  const GPtrArray        *cases = data;
  g_autoptr (GHashTable)  coverages = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; tl_primitive_nth (i) != NULL; i++)
    g_hash_table_insert (coverages, (gpointer) tl_primitive_nth (i), g_new0 (PrimitiveCoverage, 1));
  for (guint i = 0; i < cases->len; i++)
    cover_case (g_ptr_array_index (cases, i), coverages);
  for (guint i = 0; tl_primitive_nth (i) != NULL; i++)
    {
      const TlPrimitive       *row = tl_primitive_nth (i);
      const PrimitiveCoverage *coverage = g_hash_table_lookup (coverages, row);

      if (coverage->n_accepted == 0 || (coverage->n_refused == 0 && row->n_params > 0))
        g_test_fail_printf ("%s has %u accepted and %u refused cases", row->name, coverage->n_accepted, coverage->n_refused);
      if (coverage->n_guarded == 0 && works_on_loops (row))
        g_test_fail_printf ("%s has no case with a predicate", row->name);
      for (guint j = 0; j < row->n_params; j++)
        if ((coverage->exercised & (guint64) 1 << j) == 0)
          g_test_fail_printf ("no case sets '%s' of %s", row->params[j].name, row->name);
    }
}

static void
test_rows (void)
{
  for (guint i = 0; tl_primitive_nth (i) != NULL; i++)
    {
      const TlPrimitive *row = tl_primitive_nth (i);

      g_assert_true (row->name != NULL && row->kind != NULL && row->apply != NULL);
      g_assert_true (row->title != NULL && row->summary != NULL && row->sketch != NULL);
      g_assert_true (g_str_has_suffix (row->summary, "."));
      g_assert_true (tl_primitive_find (row->name) == row && tl_primitive_find_kind (row->kind) == row);
      for (guint j = 0; j < row->n_params; j++)
        {
          const TlPrimitiveParam *param = &row->params[j];
          TlArg                   value;

          g_assert_true (param->help != NULL && g_str_has_suffix (param->help, "."));
          g_assert_cmpint (tl_primitive_param_default (param, &value), ==, (param->flags & TL_PARAM_IS_OPTIONAL) != 0);
          g_assert_true (param->kind != TL_PARAM_DECISION || j + 1 == row->n_params);
          g_assert_true (param->kind != TL_PARAM_LOOPS || j == 0);
        }
    }
  g_assert_true (tl_primitive_find ("get_sblock") == tl_primitive_find ("get_block"));
  g_assert_true (tl_primitive_find_kind ("GetSBlock") == tl_primitive_find ("get_block"));
}

static void
case_free (gpointer data)
{
  PrimitiveCase *test = data;

  g_free (test->folder);
  g_free (test->primitive);
  g_free (test->name);
  g_free (test);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Sorted names in a folder. Container. */
static GPtrArray *
names_in (const char *folder)
{
  GPtrArray       *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char      *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static void
find_cases (const char *top, GPtrArray *cases)
{
  g_autoptr (GPtrArray) primitives = names_in (top);

  for (guint i = 0; i < primitives->len; i++)
    {
      const char           *primitive = g_ptr_array_index (primitives, i);
      g_autofree char      *folder = g_build_filename (top, primitive, NULL);
      g_autoptr (GPtrArray) names = names_in (folder);

      for (guint j = 0; j < names->len; j++)
        {
          const char      *name = g_ptr_array_index (names, j);
          g_autofree char *before = g_build_filename (folder, name, "before.py", NULL);
          PrimitiveCase   *test;

          if (!g_file_test (before, G_FILE_TEST_EXISTS))
            continue;
          test = g_new0 (PrimitiveCase, 1);
          test->folder = g_build_filename (folder, name, NULL);
          test->primitive = g_strdup (primitive);
          test->name = g_strdup_printf ("/primitives/%s/%s", primitive, name);
          g_ptr_array_add (cases, test);
        }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  find_cases (argv[1], cases);
  g_assert_cmpuint (cases->len, >, 0);
  g_test_add_func ("/table/rows", test_rows);
  g_test_add_data_func ("/table/cases", cases, test_table);
  for (guint i = 0; i < cases->len; i++)
    g_test_add_data_func (((PrimitiveCase *) g_ptr_array_index (cases, i))->name, g_ptr_array_index (cases, i), test_case);
  return g_test_run ();
}
