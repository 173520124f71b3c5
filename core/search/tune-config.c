/* SPDX-License-Identifier: Apache-2.0 */
/* The table of settings, and reading and printing them. A text is checked before the member changes. */
#include "core/search/tune-config.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/cost-model/cost-model.h"
#include "core/search/strategy.h"

#define TRIALS 64

G_DEFINE_QUARK (tl-tune-config-error-quark, tl_tune_config_error)

TlTuneConfig
tl_tune_config_default (void)
{
  return (TlTuneConfig) {
    .budget = { .max_trials_global = TRIALS },
    .scheduler = g_intern_static_string ("gradient"),
    .strategy = g_intern_static_string ("evolutionary"),
    .cost_model = g_intern_static_string ("xgb(num_warmup_samples=24)"),   /* TVM waits for 100 trials, which is all that many runs have */
    .seed = g_random_int () / 2,
    .measure = tl_measure_options_quick (),
  };
}

/* --- checks --- */

static gboolean
check_component (const TlComponentTable *table, const char *text, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  guint               n;

  if (tl_component_list_parse (arena, table, text, &n, error) == NULL)
    return FALSE;
  if (n != 1)
    g_set_error (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX, _("expected one %s, \"%s\" names %u"), table->what, text, n);
  return n == 1;
}

static gboolean
check_list (TlSpaceList list, const char *text, GError **error)
{
  TlTarget            host = tl_target_host ();
  TlSpaceOptions      options = { { NULL } };
  g_autoptr (TlSpace) space = NULL;

  options.lists[list] = text;
  space = tl_space_from_rules (&host, &options, error);
  return space != NULL;
}

static gboolean
check_rules (const char *text, GError **error)
{
  return check_list (TL_SPACE_RULES, text, error);
}

static gboolean
check_postprocs (const char *text, GError **error)
{
  return check_list (TL_SPACE_POSTPROCS, text, error);
}

static gboolean
check_mutators (const char *text, GError **error)
{
  return check_list (TL_SPACE_MUTATORS, text, error);
}

static gboolean
check_script (const char *path, GError **error)
{
  g_autoptr (TlSource)         source = tl_source_load (path, error);
  g_autoptr (TlScheduleScript) script = source != NULL ? tl_schedule_script_parse (source, error) : NULL;

  return script != NULL;
}

static gboolean
check_target (const char *text, GError **error)
{
  TlTarget target;

  return tl_target_parse (text, &target, error);
}

static gboolean
check_floats (const char *text, GError **error)
{
  if (strcmp (text, "strict") == 0 || strcmp (text, "fast") == 0)
    return TRUE;
  return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_VALUE, _ ("float must be strict or fast, not \"%s\""), text);
}

static gboolean
check_weight (const char *text, GError **error)
{
  const char *equals = strrchr (text, '=');
  char       *end = NULL;
  double      weight = equals != NULL ? g_ascii_strtod (equals + 1, &end) : 0;

  if (equals != NULL && equals != text && end != equals + 1 && *end == '\0' && isfinite (weight) && weight > 0)
    return TRUE;
  return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_VALUE,
                  _ ("weight must be NAME=NUMBER with a number above 0, for example matmul=4, not \"%s\""), text);
}

/* --- members that follow others --- */

/* With an explicit number of samples all of them are taken: no time limit shortens the measurement. */
static void
drop_time_budget (TlTuneConfig *config)
{
  config->measure.budget_s = 0;
}

static void
copy_timeout (TlTuneConfig *config)
{
  config->measure.build_timeout_s = config->measure.run_timeout_s;
}

/* --- the table --- */

#define MEMBER(member) offsetof (TlTuneConfig, member)
#define MANY           100000000

static const TlTuneRow rows[] = {
  { "trials", 'n', TL_TUNE_WHOLE, MEMBER (budget.max_trials_global), 1, MANY, N_("Total number of trials of all tasks"), NULL, "N" },
  { "trials-per-task", 0, TL_TUNE_WHOLE, MEMBER (budget.max_trials_per_task), 0, MANY, N_("Maximum number of trials per task"),
    N_("0, no limit"), "N" },
  { "trials-per-iter", 0, TL_TUNE_WHOLE, MEMBER (budget.trials_per_iter), 0, MANY, N_("Trials per round"),
    N_("0, which means 64, or fewer for small budgets"), "N" },
  { "stop-after", 0, TL_TUNE_WHOLE, MEMBER (budget.stop_after), 0, MANY, N_("Stop a task after N trials without improvement (0: never)"),
    NULL, "N" },
  { "task-scheduler", 0, TL_TUNE_TEXT, MEMBER (scheduler), 0, 0, N_("Task scheduler"), NULL, "NAME", &tl_task_scheduler_table },
  { "ops", 0, TL_TUNE_TEXT, MEMBER (ops), 0, 0,
    N_("Only functions whose names contain one of these words (=NAME: that function)"), N_("all"), "A,B" },
  { "weight", 0, TL_TUNE_LIST, MEMBER (weights), 0, 0,
    N_("Weight of a task; overrides the attribute task_weight of the function (repeatable)"), NULL, "NAME=X", NULL, check_weight },
  { "strategy", 0, TL_TUNE_TEXT, MEMBER (strategy), 0, 0, N_("Search strategy"), NULL, "NAME", &tl_strategy_table },
  { "cost-model", 0, TL_TUNE_TEXT, MEMBER (cost_model), 0, 0, N_("Cost model"), NULL, "NAME", &tl_cost_model_table },
  { "seed", 0, TL_TUNE_SEED, MEMBER (seed), 0, HUGE_VAL, N_("Seed of the search"), N_("random"), "N" },
  { "no-default-schedule", 0, TL_TUNE_FLAG, MEMBER (no_default_schedule), 0, 0,
    N_("Do not measure the default schedule (schedule --rules) as the first candidate; implied by --space and --rules") },
  { "space", 0, TL_TUNE_FILE, MEMBER (space), 0, 0, N_("Stochastic schedule script that defines the design space"),
    N_("the built-in space"), "FILE", NULL, check_script },
  { "function", 'f', TL_TUNE_TEXT, MEMBER (function), 0, 0, N_("Function of the schedule script to call"),
    N_("its only function"), "NAME" },
  { "arg", 0, TL_TUNE_LIST, MEMBER (arguments), 0, 0, N_("Argument for that function (repeatable)"), NULL, "NAME=VALUE" },
  { "rules", 0, TL_TUNE_TEXT, MEMBER (lists[TL_SPACE_RULES]), 0, 0, N_("Schedule rules, or the name of a set"),
    N_("those of the target"), "LIST", NULL, check_rules },
  { "postprocs", 0, TL_TUNE_TEXT, MEMBER (lists[TL_SPACE_POSTPROCS]), 0, 0, N_("Postprocessors, or the name of a set"),
    N_("those of the target"), "LIST", NULL, check_postprocs },
  { "mutators", 0, TL_TUNE_TEXT, MEMBER (lists[TL_SPACE_MUTATORS]), 0, 0, N_("Mutators, or the name of a set"),
    N_("those of the target"), "LIST", NULL, check_mutators },
  { "pin", 0, TL_TUNE_LIST, MEMBER (pins), 0, 0,
    N_("Only candidates whose decision has one of these values, for example C/i/4/2=8,16 (repeatable; --decisions lists them)"), NULL,
    "DECISION=VALUES", NULL, tl_constraints_check_line },
  { "forbid", 0, TL_TUNE_LIST, MEMBER (forbidden), 0, 0, N_("No candidates whose decision has one of these values (repeatable)"), NULL,
    "DECISION=VALUES", NULL, tl_constraints_check_line },
  { "target", 0, TL_TUNE_TEXT, MEMBER (target), 0, 0, N_("Target"), N_("\"llvm\" for this machine"), "TARGET", NULL, check_target },
  { "float", 0, TL_TUNE_TEXT, MEMBER (floats), 0, 0,
    N_("Floating-point mode: fast (fuses multiplications and additions) or strict (rounds each operation)"), N_("fast"), "MODE",
    NULL, check_floats },
  { "max-workers", 0, TL_TUNE_WHOLE, MEMBER (max_workers), 0, 1024, N_("Worker processes that build candidates"),
    N_("0, one per core except the core that measures"), "N" },
  { "number", 0, TL_TUNE_WHOLE, MEMBER (measure.number), 1, 1000000000, N_("Minimum runs per sample"), NULL, "N", NULL, NULL,
    drop_time_budget },
  { "repeat", 0, TL_TUNE_WHOLE, MEMBER (measure.repeat), 1, 1000000, N_("Samples per trial"), NULL, "N", NULL, NULL,
    drop_time_budget },
  { "min-repeat-ms", 0, TL_TUNE_REAL, MEMBER (measure.min_repeat_ms), 0, 1000000, N_("Minimum duration of a sample"), NULL, "MS", NULL,
    NULL, drop_time_budget },
  { "timeout", 0, TL_TUNE_REAL, MEMBER (measure.run_timeout_s), 0.001, 1000000,
    N_("Time limit for building a candidate, and for running it"), N_("10 for building and 5 for running"), "SECONDS", NULL, NULL,
    copy_timeout },
  { "cooldown", 0, TL_TUNE_REAL, MEMBER (measure.cooldown_s), 0, 3600, N_("Idle seconds between measurements"), NULL, "SECONDS" },
  { "dry", 0, TL_TUNE_FLAG, MEMBER (is_dry), 0, 0, N_("Predict times by a model of the GPU instead of measuring; needs no device") },
  { "replay-timings", 0, TL_TUNE_FILE, MEMBER (replay_timings), 0, 0,
    N_("Replay the recorded measurements of this project instead of measuring"), NULL, "FILE.tileloom" },
  { "work-dir", 0, TL_TUNE_FILE, MEMBER (work_dir), 0, 0,
    N_("MetaSchedule work folder to save all trials in; its existing records warm-start the search"), NULL, "DIR" },
  { "warm-start", 0, TL_TUNE_FLAG, MEMBER (warm_start), 0, 0, N_("Start with the fastest trials of earlier runs in the project") },
};

const TlTuneRow *
tl_tune_row_nth (guint index)
{
  return index < G_N_ELEMENTS (rows) ? &rows[index] : NULL;
}

const TlTuneRow *
tl_tune_row_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

/* --- one member --- */

static gboolean
is_number (const TlTuneRow *row)
{
  return row->kind == TL_TUNE_WHOLE || row->kind == TL_TUNE_SEED || row->kind == TL_TUNE_REAL;
}

/* "from 1 to 64", "from 1"; free with g_free. */
static char *
describe_range (const TlTuneRow *row)
{
  return isinf (row->most) ? g_strdup_printf (_("from %.10g"), row->least)
                           : g_strdup_printf (_("from %.10g to %.10g"), row->least, row->most);
}

/* The member as text; NULL: not set. Free with g_free. */
static char *
member_text (const TlTuneRow *row, const TlTuneConfig *config)
{
  gconstpointer member = (const char *) config + row->offset;
  char          digits[G_ASCII_DTOSTR_BUF_SIZE];

  switch (row->kind)
    {
    case TL_TUNE_WHOLE:
      return g_strdup_printf ("%u", *(const guint *) member);
    case TL_TUNE_SEED:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *) member);
    case TL_TUNE_REAL:
      return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.17g", *(const double *) member));
    case TL_TUNE_FLAG:
      return g_strdup (*(const gboolean *) member ? "true" : "false");
    default:
      return g_strdup (*(const char *const *) member);
    }
}

/* "64"; NULL: nothing to say. */
static char *
default_text (const TlTuneRow *row)
{
  TlTuneConfig defaults = tl_tune_config_default ();

  if (row->fallback != NULL)
    return g_strdup (_(row->fallback));
  if (row->kind == TL_TUNE_REAL)
    return g_strdup_printf ("%.10g", *(const double *) (gconstpointer) ((const char *) &defaults + row->offset));
  return row->kind != TL_TUNE_FLAG ? member_text (row, &defaults) : NULL;
}

char *
tl_tune_row_describe (const TlTuneRow *row)
{
  g_autofree char *fallback = default_text (row), *range = is_number (row) ? describe_range (row) : NULL;
  GString         *text = g_string_new (_(row->help));

  if (fallback != NULL)
    g_string_append_printf (text, _("; by default %s"), fallback);
  if (range != NULL)
    g_string_append_printf (text, " (%s)", range);
  return g_string_free (text, FALSE);
}

/* No blanks, names or hexadecimal digits, which strtod takes. */
static gboolean
read_real (const TlTuneRow *row, const char *text, double *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return *text != '\0' && *end == '\0' && strspn (text, "0123456789.eE+-") == strlen (text) && isfinite (*value) && *value >= row->least
         && *value <= row->most;
}

static gboolean
set_number (const TlTuneRow *row, gpointer member, const char *text)
{
  gint64 most = row->kind == TL_TUNE_SEED ? G_MAXINT64 : (gint64) row->most, whole = 0;
  double real = 0;

  if (row->kind == TL_TUNE_REAL ? !read_real (row, text, &real)
                                : !g_ascii_string_to_signed (text, 10, (gint64) row->least, most, &whole, NULL))
    return FALSE;
  if (row->kind == TL_TUNE_REAL)
    *(double *) member = real;
  else if (row->kind == TL_TUNE_SEED)
    *(guint64 *) member = (guint64) whole;
  else
    *(guint *) member = (guint) whole;
  return TRUE;
}

static gboolean
set_flag (gboolean *member, const char *text)
{
  gboolean is_true = strcmp (text, "true") == 0;

  if (!is_true && strcmp (text, "false") != 0)
    return FALSE;
  *member = is_true;
  return TRUE;
}

static void
set_text (const TlTuneRow *row, const char **member, const char *text)
{
  g_autofree char *lines = row->kind == TL_TUNE_LIST && *member != NULL ? g_strconcat (*member, "\n", text, NULL) : NULL;

  *member = g_intern_string (lines != NULL ? lines : text);
}

/* FALSE with an error, and nothing changed. */
static gboolean
set_member (const TlTuneRow *row, TlTuneConfig *config, const char *text, GError **error)
{
  gpointer         member = (char *) config + row->offset;
  g_autofree char *range = NULL;

  if (row->kind == TL_TUNE_FLAG)
    {
      if (set_flag (member, text))
        return TRUE;
      return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_VALUE, _ ("%s must be true or false, not \"%s\""), row->name, text);
    }
  if (!is_number (row))
    {
      if (row->components != NULL && !check_component (row->components, text, error))
        return FALSE;
      if (row->check != NULL && !row->check (text, error))
        return FALSE;
      set_text (row, member, text);
      return TRUE;
    }
  if (set_number (row, member, text))
    return TRUE;
  range = describe_range (row);
  return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_VALUE,
                  row->kind == TL_TUNE_REAL ? _ ("%s takes a number %s, not \"%s\"") : _ ("%s takes a whole number %s, not \"%s\""),
                  row->name, range, text);
}

gboolean
tl_tune_config_set (TlTuneConfig *config, const char *name, const char *text, GError **error)
{
  const TlTuneRow *row = tl_tune_row_find (name);

  if (row == NULL)
    return tl_fail (error, TL_TUNE_CONFIG_ERROR, TL_TUNE_CONFIG_ERROR_NAME, _ ("unknown setting \"%s\""), name);
  if (!set_member (row, config, text, error))
    return FALSE;
  if (row->follow != NULL)
    row->follow (config);
  return TRUE;
}

/* --- all of it as text --- */

/* Whether members that follow this one have done so, which must be read back even where the value is the default. */
static gboolean
has_followed (const TlTuneRow *row, const TlTuneConfig *config)
{
  if (row->follow == drop_time_budget)
    return config->measure.budget_s <= 0;
  return row->follow == copy_timeout && config->measure.build_timeout_s == config->measure.run_timeout_s;
}

static void
append_member (GString *out, const TlTuneRow *row, const char *text)
{
  g_autofree char *escaped = g_strescape (text, NULL);

  g_string_append_printf (out, "%s=%s\n", row->name, escaped);
}

char *
tl_tune_config_print (const TlTuneConfig *config)
{
  GString     *out = g_string_new (NULL);
  TlTuneConfig defaults = tl_tune_config_default ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = member_text (&rows[i], config), *usual = member_text (&rows[i], &defaults);
      g_auto (GStrv)   lines = text != NULL && rows[i].kind == TL_TUNE_LIST ? g_strsplit (text, "\n", -1) : NULL;

      if (text == NULL || (g_strcmp0 (text, usual) == 0 && !has_followed (&rows[i], config)))
        continue;
      for (guint k = 0; lines != NULL && lines[k] != NULL; k++)
        append_member (out, &rows[i], lines[k]);
      if (lines == NULL)
        append_member (out, &rows[i], text);
    }
  return g_string_free (out, FALSE);
}

gboolean
tl_tune_config_read (TlTuneConfig *config, const char *text, GError **error)
{
  g_auto (GStrv)     lines = g_strsplit (text, "\n", -1);
  g_autoptr (GError) failure = NULL;

  *config = tl_tune_config_default ();
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char            *equals = strchr (lines[i], '=');
      g_autofree char *value = equals != NULL ? g_strcompress (equals + 1) : NULL;

      if (equals == NULL)
        continue;
      *equals = '\0';
      tl_tune_config_set (config, lines[i], value, failure == NULL ? &failure : NULL);
    }
  if (failure == NULL)
    return TRUE;
  return tl_propagate (error, g_steal_pointer (&failure));
}
