/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/variant.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/schedule/interface.h"

/* Of one function of one state. */
typedef struct
{
  TlState  *state;
  char     *func_name;
  guint     number;      /* of measurements of the variant, this one included */
  TlOutcome shown;
  TlOutcome other;       /* a later one that says less … */
  gboolean  has_other;   /* … if there is one */
} Measurement;

struct _TlVariant
{
  GObject     parent_instance;
  char       *name;
  char       *note;
  TlState    *state;
  TlState    *tip;
  GHashTable *outcomes;      /* const TlPrimFunc → Measurement: steps on other functions of the module leave it valid */
  char       *target;        /* of these; NULL: not said so far */
  GHashTable *of_others;     /* targets → their outcomes */
  guint       n_measured;
  gboolean    takes_edits;
  TlVariant  *origin;        /* weak */
  gint64      row_id;
};

G_DEFINE_FINAL_TYPE (TlVariant, tl_variant, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
free_measurement (gpointer data)
{
  Measurement *measurement = data;

  tl_state_unref (measurement->state);
  g_free (measurement->func_name);
  tl_outcome_clear (&measurement->shown);
  tl_outcome_clear (&measurement->other);
  g_free (measurement);
}

static void
tl_variant_finalize (GObject *object)
{
  TlVariant *self = TL_VARIANT (object);

  g_clear_weak_pointer (&self->origin);
  g_hash_table_unref (self->outcomes);
  g_hash_table_unref (self->of_others);
  g_free (self->target);
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_pointer (&self->tip, tl_state_unref);
  g_free (self->name);
  g_free (self->note);
  G_OBJECT_CLASS (tl_variant_parent_class)->finalize (object);
}

static void
tl_variant_class_init (TlVariantClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_variant_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_VARIANT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GHashTable *
outcomes_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, free_measurement);
}

static void
tl_variant_init (TlVariant *self)
{
  self->note = g_strdup ("");
  self->outcomes = outcomes_new ();
  self->of_others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
}

TlVariant *
tl_variant_new (const char *name, TlState *state)
{
  TlVariant *self = g_object_new (TL_TYPE_VARIANT, NULL);

  self->name = g_strdup (name);
  self->state = tl_state_ref (state);
  self->tip = tl_state_ref (state);
  return self;
}

static void
emit_changed (TlVariant *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

const char *
tl_variant_name (TlVariant *self)
{
  return self->name;
}

const char *
tl_variant_note (TlVariant *self)
{
  return self->note;
}

TlState *
tl_variant_state (TlVariant *self)
{
  return self->state;
}

TlState *
tl_variant_tip (TlVariant *self)
{
  return self->tip;
}

TlVariant *
tl_variant_origin (TlVariant *self)
{
  return self->origin;
}

static const Measurement *
find_measurement (TlVariant *self, TlState *state, const char *func_name)
{
  const TlPrimFunc *func = func_name != NULL ? tl_module_prim (tl_state_module (state), func_name) : NULL;

  return func != NULL ? g_hash_table_lookup (self->outcomes, func) : NULL;
}

const TlOutcome *
tl_variant_outcome_of (TlVariant *self, TlState *state, const char *func_name)
{
  const Measurement *measurement = find_measurement (self, state, func_name);

  return measurement != NULL ? &measurement->shown : NULL;
}

double
tl_variant_latency_s (TlVariant *self, TlState *state, const char *func_name)
{
  const TlOutcome *outcome = tl_variant_outcome_of (self, state, func_name);
  TlLatency        latency;

  return outcome != NULL && outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, &latency) ? latency.median_s : 0;
}

const TlOutcome *
tl_variant_other_outcome_of (TlVariant *self, TlState *state, const char *func_name)
{
  const Measurement *measurement = find_measurement (self, state, func_name);

  return measurement != NULL && measurement->has_other ? &measurement->other : NULL;
}

char *
tl_variant_times_text (TlVariant *self, TlState *state, const char *func_name)
{
  const TlOutcome *shown = tl_variant_outcome_of (self, state, func_name), *other = tl_variant_other_outcome_of (self, state, func_name);
  TlLatency        latency, other_latency;
  g_autofree char *text = NULL, *other_text = NULL;

  if (shown == NULL || !tl_outcome_latency (shown, &latency))
    return NULL;
  text = tl_latency_to_counted_text (&latency);
  if (other == NULL || !tl_outcome_latency (other, &other_latency))
    return g_steal_pointer (&text);
  other_text = tl_latency_to_text (&other_latency);
  return g_strdup_printf (_("last run %s; shown: %s"), other_text, text);
}

const TlOutcome *
tl_variant_outcome (TlVariant *self, const char *func_name)
{
  return tl_variant_outcome_of (self, self->state, func_name);
}

gboolean
tl_variant_is_measured (TlVariant *self)
{
  return g_hash_table_size (self->outcomes) > 0;
}

char *
tl_variant_interface (TlVariant *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const TlModule     *module = tl_state_module (self->state);

  for (guint f = 0; f < module->n_prims; f++)
    {
      g_autofree char *of_func = tl_interface_describe (self->state, module->prims[f]->name);

      if (of_func != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", of_func);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

const TlOutcome *
tl_variant_last_outcome (TlVariant *self, const char *func_name, gboolean *is_stale)
{
  const TlOutcome   *now = tl_variant_outcome (self, func_name);
  const Measurement *last = NULL, *measurement;
  GHashTableIter     iter;

  *is_stale = now == NULL;
  g_hash_table_iter_init (&iter, self->outcomes);
  while (now == NULL && g_hash_table_iter_next (&iter, NULL, (gpointer *) &measurement))
    if (strcmp (measurement->func_name, func_name) == 0 && (last == NULL || measurement->number > last->number))
      last = measurement;
  return now != NULL ? now : last != NULL ? &last->shown : NULL;
}

static void
replace_text (TlVariant *self, char **text, const char *with)
{
  char *copy;

  if (g_strcmp0 (*text, with) == 0)
    return;
  copy = g_strdup (with);
  g_free (*text);
  *text = copy;
  emit_changed (self);
}

gboolean
tl_variant_takes_edits (TlVariant *self)
{
  return self->takes_edits;
}

void
tl_variant_set_takes_edits (TlVariant *self, gboolean takes_edits)
{
  self->takes_edits = takes_edits;
}

void
tl_variant_set_name (TlVariant *self, const char *name)
{
  self->takes_edits = FALSE;
  replace_text (self, &self->name, name);
}

void
tl_variant_set_note (TlVariant *self, const char *note)
{
  replace_text (self, &self->note, note);
}

void
tl_variant_set_origin (TlVariant *self, TlVariant *origin)
{
  g_set_weak_pointer (&self->origin, origin);
}

void
tl_variant_set_state (TlVariant *self, TlState *state, TlState *tip)
{
  TlState *old_state = self->state, *old_tip = self->tip;

  if (state == old_state && tip == old_tip)
    return;
  self->state = tl_state_ref (state);
  self->tip = tl_state_ref (tip);
  tl_state_unref (old_state);
  tl_state_unref (old_tip);
  emit_changed (self);
}

/* A failure says something new: only a time is kept against another time. */
static gboolean
is_tighter (const TlOutcome *a, const TlOutcome *b)
{
  TlLatency of_a, of_b;

  return a->kind == TL_OUTCOME_OK && b->kind == TL_OUTCOME_OK && tl_outcome_latency (a, &of_a) && tl_outcome_latency (b, &of_b)
         && tl_latency_is_tighter (&of_a, &of_b);
}

void
tl_variant_set_outcome (TlVariant *self, TlState *of_state, const char *func_name, const TlOutcome *outcome)
{
  const TlOutcome *before = tl_variant_outcome_of (self, of_state, func_name);
  Measurement     *now = g_new0 (Measurement, 1);

  self->takes_edits = FALSE;
  now->state = tl_state_ref (of_state);
  now->func_name = g_strdup (func_name);
  now->number = ++self->n_measured;
  now->has_other = before != NULL && is_tighter (before, outcome);
  tl_outcome_copy (now->has_other ? before : outcome, &now->shown);
  if (now->has_other)
    tl_outcome_copy (outcome, &now->other);
  /* Not every measurement counts: the last counts of a state stay. */
  if (outcome->counts.n_runs > 0 || before == NULL)
    now->shown.counts = outcome->counts;
  else
    now->shown.counts = before->counts;
  g_hash_table_replace (self->outcomes, (gpointer) tl_module_prim (tl_state_module (of_state), func_name), now);
  emit_changed (self);
}

void
tl_variant_set_target (TlVariant *self, const char *target)
{
  GHashTable *outcomes;

  if (g_strcmp0 (self->target, target) == 0)
    return;
  if (self->target != NULL)
    {
      outcomes = g_hash_table_lookup (self->of_others, target);
      outcomes = outcomes != NULL ? g_hash_table_ref (outcomes) : outcomes_new ();
      g_hash_table_replace (self->of_others, g_steal_pointer (&self->target), self->outcomes);
      self->outcomes = outcomes;
    }
  self->target = g_strdup (target);
  emit_changed (self);
}

void
tl_variant_copy_outcomes (TlVariant *self, TlVariant *from)
{
  const Measurement *measurement;
  GHashTableIter     iter;

  g_hash_table_iter_init (&iter, from->outcomes);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &measurement))
    tl_variant_set_outcome (self, measurement->state, measurement->func_name, &measurement->shown);
}

gint64
tl_variant_row_id (TlVariant *self)
{
  return self->row_id;
}

void
tl_variant_set_row_id (TlVariant *self, gint64 id)
{
  self->row_id = id;
}
