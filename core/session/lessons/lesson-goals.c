/* SPDX-License-Identifier: Apache-2.0 */
/* Goals of lessons: one table of kinds, each a question about the current variant, its measurements or the tuning run. */
#include "core/session/lessons/lesson.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/schedule/primitive.h"
#include "core/session/program-view.h"

#define fail(error, ...) tl_fail (error, TL_LESSON_ERROR, TL_LESSON_ERROR_FORMAT, __VA_ARGS__)

struct _TlGoalKind
{
  const char *name;
  const char *text;         /* N_(), with %s for its name or number */
  gboolean    has_name, has_number;
  gboolean  (*is_reached) (const TlGoal *goal, TlSession *session);
};

/* --- programs --- */

static gboolean
uses_primitive (const TlGoal *goal, TlSession *session)
{
  for (TlState *state = tl_variant_state (tl_session_current (session)); state != NULL; state = tl_state_parent (state))
    {
      const TlInst *inst = tl_state_inst (state);

      if (inst != NULL && inst->primitive != NULL && strcmp (inst->primitive->name, goal->name) == 0)
        return TRUE;
    }
  return FALSE;
}

static const char *const loop_kinds[]
  = { [TL_LOOP_PARALLEL] = "parallel", [TL_LOOP_VECTORIZED] = "vectorized", [TL_LOOP_UNROLLED] = "unrolled" };

static gboolean
find_loop_kind (const char *name, TlLoopKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (loop_kinds); i++)
    if (loop_kinds[i] != NULL && strcmp (loop_kinds[i], name) == 0)
      {
        *kind = (TlLoopKind) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_loop (const TlGoal *goal, TlSession *session)
{
  g_autoptr (GPtrArray) loops = tl_program_view_nodes (tl_session_func (session), TRUE, FALSE);
  TlLoopKind            kind = TL_LOOP_SERIAL;

  find_loop_kind (goal->name, &kind);
  for (guint i = 0; i < loops->len; i++)
    if (((const TlStmt *) loops->pdata[i])->loop.kind == kind)
      return TRUE;
  return FALSE;
}

static gboolean
has_block (const TlGoal *goal, TlSession *session)
{
  return tl_program_view_find_block (tl_session_func (session), goal->name, strlen (goal->name)) != 0;
}

static gboolean
has_no_block (const TlGoal *goal, TlSession *session)
{
  return !has_block (goal, session);
}

static gboolean
has_loops (const TlGoal *goal, TlSession *session)
{
  g_autoptr (GPtrArray) loops = tl_program_view_nodes (tl_session_func (session), TRUE, FALSE);

  return loops->len >= goal->number;
}

/* Loops with these names, in words, stand in this order from outside in, or one after the other. */
static gboolean
has_order (const TlGoal *goal, TlSession *session)
{
  g_autoptr (GPtrArray) loops = tl_program_view_nodes (tl_session_func (session), TRUE, FALSE);
  g_auto (GStrv)        names = g_strsplit (goal->name, " ", -1);
  guint                 next = 0;

  for (guint i = 0; i < loops->len && names[next] != NULL; i++)
    if (strcmp (((const TlStmt *) loops->pdata[i])->loop.var->name, names[next]) == 0)
      next++;
  return names[next] == NULL;
}

/* The loop selected carries a sum: a reduction axis of a block below depends on it. */
static gboolean
has_selected_reduction (const TlGoal *goal, TlSession *session)
{
  g_autoptr (GPtrArray) blocks = tl_program_view_nodes (tl_session_func (session), FALSE, TRUE);
  TlNodeId              node = tl_selection_primary (tl_session_selection (session));
  g_autoptr (TlPath)    path = node != 0 ? tl_path_find (tl_state_module (tl_variant_state (tl_session_current (session))), node) : NULL;
  const TlStmt         *loop = path != NULL ? tl_path_target (path) : NULL;

  for (guint i = 0; loop != NULL && loop->kind == TL_STMT_FOR && i < blocks->len; i++)
    {
      const TlBlock *block = &((const TlStmt *) blocks->pdata[i])->block;

      for (guint axis = 0; axis < block->n_axes; axis++)
        if (block->axes[axis].kind == TL_AXIS_REDUCE && tl_program_view_axis_uses_loop (block, axis, loop))
          return TRUE;
    }
  return FALSE;
}

/* --- measurements --- */

static double
latency_of (TlSession *session)
{
  const TlOutcome *outcome = tl_variant_outcome (tl_session_current (session), tl_session_func_name (session));
  TlLatency        latency;

  return outcome != NULL && tl_outcome_latency (outcome, &latency) ? latency.median_s : 0;
}

static gboolean
is_measured (const TlGoal *goal, TlSession *session)
{
  return latency_of (session) > 0;
}

/* How often faster than the start; 0: one of the two has not been measured. */
static double
gain_of (TlSession *session, double latency_s)
{
  TlLatency start;

  return latency_s > 0 && tl_session_baseline (session, &start) ? start.median_s / latency_s : 0;
}

static gboolean
has_gain (const TlGoal *goal, TlSession *session)
{
  return gain_of (session, latency_of (session)) >= goal->number;
}

static gboolean
has_trials (const TlGoal *goal, TlSession *session)
{
  return tl_tuning_n_done (tl_session_tuning (session)) >= goal->number;
}

static double
tuned_s (TlSession *session)
{
  TlTuning *tuning = tl_session_tuning (session);

  return tl_tuning_is_predicted (tuning) ? 0 : tl_tuning_total_s (tuning);
}

static gboolean
has_faster_trial (const TlGoal *goal, TlSession *session)
{
  return gain_of (session, tuned_s (session)) >= goal->number;
}

static gboolean
has_threads (const TlGoal *goal, TlSession *session)
{
  TlTarget target = tl_session_target (session);

  return target.num_cores >= goal->number;
}

/* --- the table --- */

static const TlGoalKind kinds[] = {
  { "primitive", N_("Use %s"), TRUE, FALSE, uses_primitive },
  { "loop", N_("A loop is %s"), TRUE, FALSE, has_loop },
  { "loops", N_("At least %s loops"), FALSE, TRUE, has_loops },
  { "order", N_("The loops stand in the order %s"), TRUE, FALSE, has_order },
  { "block", N_("There is a block %s"), TRUE, FALSE, has_block },
  { "no-block", N_("There is no block %s"), TRUE, FALSE, has_no_block },
  { "reduction-selected", N_("A loop that reduces is selected"), FALSE, FALSE, has_selected_reduction },
  { "measured", N_("The variant is measured (F5)"), FALSE, FALSE, is_measured },
  { "gain", N_("Measured %s times as fast as the start"), FALSE, TRUE, has_gain },
  { "trials", N_("%s trials of a tuning run"), FALSE, TRUE, has_trials },
  { "trial-gain", N_("A trial %s times as fast as the start"), FALSE, TRUE, has_faster_trial },
  { "threads", N_("The target has %s threads"), FALSE, TRUE, has_threads },
};

const TlGoalKind *
tl_goal_kind_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].name, name) == 0)
      return &kinds[i];
  return NULL;
}

char *
tl_goal_kind_names (void)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", kinds[i].name);
  return g_string_free (names, FALSE);
}

gboolean
tl_goal_check (const TlGoal *goal, GError **error)
{
  TlLoopKind unused;

  if (goal->kind->has_name && (goal->name == NULL || *goal->name == '\0'))
    return fail (error, _("goal \"%s\" requires a \"name\""), goal->kind->name);
  if (goal->kind->has_number && !(goal->number > 0))
    return fail (error, _("goal \"%s\" requires a \"number\" above 0"), goal->kind->name);
  if (goal->kind->is_reached == uses_primitive && tl_primitive_find (goal->name) == NULL)
    return fail (error, _("unknown primitive \"%s\""), goal->name);
  if (goal->kind->is_reached == has_loop && !find_loop_kind (goal->name, &unused))
    return fail (error, _("unknown kind of loop \"%s\"; one of: parallel, vectorized, unrolled"), goal->name);
  return TRUE;
}

gboolean
tl_goal_is_reached (const TlGoal *goal, TlSession *session)
{
  return tl_session_is_open (session) && goal->kind->is_reached (goal, session);
}

/* The state of a measured goal: "now 2.3". NULL: it has none. */
static char *
progress_of (const TlGoal *goal, TlSession *session)
{
  gboolean is_trial = goal->kind->is_reached == has_faster_trial;
  double   gain;

  if (!tl_session_is_open (session) || (!is_trial && goal->kind->is_reached != has_gain))
    return NULL;
  gain = gain_of (session, is_trial ? tuned_s (session) : latency_of (session));
  return gain > 0 ? g_strdup_printf (_("now %.3g"), gain) : g_strdup (_("not measured yet"));
}

char *
tl_goal_describe (const TlGoal *goal, TlSession *session)
{
  const TlPrimitive *primitive = goal->kind->is_reached == uses_primitive ? tl_primitive_find (goal->name) : NULL;
  g_autofree char   *progress = progress_of (goal, session), *number = g_strdup_printf ("%.3g", goal->number), *text = NULL;
  const char        *value = primitive != NULL ? primitive->title : goal->kind->has_name ? goal->name : number;
  g_auto (GStrv)     parts = g_strsplit (_(goal->kind->text), "%s", 2);

  text = parts[1] != NULL ? g_strconcat (parts[0], value, parts[1], NULL) : g_strdup (parts[0]);
  return progress != NULL ? g_strdup_printf ("%s (%s)", text, progress) : g_steal_pointer (&text);
}

gboolean
tl_lesson_step_is_reached (const TlLessonStep *step, TlSession *session)
{
  for (guint i = 0; i < step->goals->len; i++)
    if (!tl_goal_is_reached (&g_array_index (step->goals, TlGoal, i), session))
      return FALSE;
  return TRUE;
}
