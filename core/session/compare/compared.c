/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/compare/compared.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"

#define DEFAULT_COLUMNS 4u
#define TWICE           2.0   /* from here on as a factor */

typedef struct
{
  TlVariant *variant;
  TlState   *state;     /* nullable: the variant's present one */
  TlOutcome  race;      /* of the latest race of these columns; no samples: none */
} ComparedColumn;

struct _TlCompared
{
  GObject    parent_instance;
  TlSession *session;
  GPtrArray *columns;      /* ComparedColumn */
  guint      baseline;
  gboolean   is_chosen;    /* by a person: the columns do not follow the variants */
  TlState   *root;         /* of the program that the columns are of */
};

G_DEFINE_FINAL_TYPE (TlCompared, tl_compared, G_TYPE_OBJECT)

static guint changed_signal, figures_signal, told_signal;

static void
column_free (gpointer data)
{
  ComparedColumn *column = data;

  g_object_unref (column->variant);
  g_clear_pointer (&column->state, tl_state_unref);
  tl_outcome_clear (&column->race);
  g_free (column);
}

static ComparedColumn *
nth (TlCompared *self, guint column)
{
  g_assert (column < self->columns->len);
  return self->columns->pdata[column];
}

static void
forget_race (TlCompared *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    tl_outcome_clear (&nth (self, i)->race);
}

static void
emit_changed (TlCompared *self)
{
  forget_race (self);
  g_signal_emit (self, changed_signal, 0);
}

/* --- columns --- */

guint
tl_compared_n (TlCompared *self)
{
  return self->columns->len;
}

TlVariant *
tl_compared_variant (TlCompared *self, guint column)
{
  return nth (self, column)->variant;
}

TlState *
tl_compared_state (TlCompared *self, guint column)
{
  ComparedColumn *of = nth (self, column);

  return of->state != NULL ? of->state : tl_variant_state (of->variant);
}

gboolean
tl_compared_check_order (TlCompared *self, GError **error)
{
  for (guint i = 0; i < tl_compared_n (self); i++)
    if (!tl_state_check_order (tl_compared_state (self, i), error))
      return FALSE;
  return TRUE;
}

char *
tl_compared_name (TlCompared *self, guint column)
{
  ComparedColumn *of = nth (self, column);

  if (of->state == NULL)
    return g_strdup (tl_variant_name (of->variant));
  if (tl_state_parent (of->state) == NULL)
    return g_strdup (_("as written"));
  return g_strdup_printf (_("%s, step %u"), tl_variant_name (of->variant), tl_session_n_listed_steps (of->state));
}

char *
tl_compared_steps_text (TlCompared *self, guint column)
{
  guint n = tl_session_n_listed_steps (tl_compared_state (self, column));

  return n == 0 ? g_strdup (_("no steps")) : g_strdup_printf (ngettext ("%u step", "%u steps", n), n);
}

guint
tl_compared_baseline (TlCompared *self)
{
  return self->baseline;
}

void
tl_compared_set_baseline (TlCompared *self, guint column)
{
  if (column >= self->columns->len || column == self->baseline)
    return;
  self->baseline = column;
  self->is_chosen = TRUE;
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
has_column (TlCompared *self, TlVariant *variant, TlState *state)
{
  TlState *shown = state != NULL ? state : tl_variant_state (variant);

  for (guint i = 0; i < self->columns->len; i++)
    if (tl_compared_state (self, i) == shown && (nth (self, i)->variant == variant || tl_state_parent (shown) == NULL))
      return TRUE;
  return FALSE;
}

static gboolean
append (TlCompared *self, TlVariant *variant, TlState *state)
{
  ComparedColumn *column;

  if (self->columns->len == TL_COMPARED_COLUMNS_MAX || has_column (self, variant, state))
    return FALSE;
  column = g_new0 (ComparedColumn, 1);
  *column = (ComparedColumn) { .variant = g_object_ref (variant), .state = state != NULL ? tl_state_ref (state) : NULL };
  g_ptr_array_add (self->columns, column);
  return TRUE;
}

gboolean
tl_compared_add (TlCompared *self, TlVariant *variant, TlState *state)
{
  if (!append (self, variant, state))
    return FALSE;
  self->is_chosen = TRUE;
  emit_changed (self);
  return TRUE;
}

gboolean
tl_compared_set_pair (TlCompared *self, TlVariant *a, TlState *of_a, TlVariant *b, TlState *of_b)
{
  if ((of_a != NULL ? of_a : tl_variant_state (a)) == (of_b != NULL ? of_b : tl_variant_state (b)))
    return FALSE;
  g_ptr_array_set_size (self->columns, 0);
  append (self, a, of_a);
  append (self, b, of_b);
  self->baseline = 0;
  self->is_chosen = TRUE;
  emit_changed (self);
  return TRUE;
}

static void
take_out (TlCompared *self, guint column)
{
  g_ptr_array_remove_index (self->columns, column);
  if (self->baseline > column || self->baseline == self->columns->len)
    self->baseline = MAX (self->baseline, 1) - 1;
}

void
tl_compared_add_and_tell (TlCompared *self, TlVariant *variant, TlState *state)
{
  gboolean         is_present = state == NULL || state == tl_variant_state (variant);
  g_autofree char *name = NULL, *sentence = NULL;

  if (self->columns->len >= TL_COMPARED_COLUMNS_MAX)
    sentence = g_strdup_printf (_("Compare has %u columns: remove one of them first"), self->columns->len);
  else if (!tl_compared_add (self, variant, is_present ? NULL : state))
    sentence = g_strdup (_("Compare has this schedule already"));
  else
    {
      name = tl_compared_name (self, self->columns->len - 1);
      sentence = g_strdup_printf (_("%s was added to Compare"), name);
    }
  g_signal_emit (self, told_signal, 0, sentence);
}

static guint
find_column (TlCompared *self, TlVariant *variant)
{
  guint i = 0;

  while (i < self->columns->len && tl_compared_state (self, i) != tl_variant_state (variant))
    i++;
  return i;
}

gboolean
tl_compared_add_pair (TlCompared *self, TlVariant *a, TlVariant *b)
{
  if (!self->is_chosen)
    g_ptr_array_set_size (self->columns, 0);
  append (self, a, NULL);
  append (self, b, NULL);
  self->is_chosen = TRUE;
  if (find_column (self, a) < self->columns->len)
    self->baseline = find_column (self, a);
  emit_changed (self);
  return find_column (self, a) < self->columns->len && find_column (self, b) < self->columns->len;
}

void
tl_compared_remove (TlCompared *self, guint column)
{
  if (self->columns->len <= 2)
    return;
  take_out (self, column);
  self->is_chosen = TRUE;
  emit_changed (self);
}

void
tl_compared_swap (TlCompared *self, guint a, guint b)
{
  gpointer *columns = self->columns->pdata, first;

  if (a >= self->columns->len || b >= self->columns->len || a == b)
    return;
  first = columns[a];
  columns[a] = columns[b];
  columns[b] = first;
  self->is_chosen = TRUE;
  g_signal_emit (self, changed_signal, 0);
}

void
tl_compared_move (TlCompared *self, guint column, gint by)
{
  gint            to = (gint) column + by;
  ComparedColumn *moved, *baseline;

  if (column >= self->columns->len || to < 0 || to >= (gint) self->columns->len || by == 0)
    return;
  moved = nth (self, column);
  baseline = nth (self, self->baseline);
  g_ptr_array_steal_index (self->columns, column);
  g_ptr_array_insert (self->columns, to, moved);
  g_ptr_array_find (self->columns, baseline, &self->baseline);
  self->is_chosen = TRUE;
  g_signal_emit (self, changed_signal, 0);
}

/* --- following the session --- */

static void
fill_default (TlCompared *self)
{
  GListModel *variants = tl_session_variants (self->session);
  guint       n = g_list_model_get_n_items (variants);

  g_ptr_array_set_size (self->columns, 0);
  self->baseline = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      if (i == 0)
        append (self, variant, self->root);
      if (i + DEFAULT_COLUMNS > n)
        append (self, variant, NULL);
    }
}

static gboolean
is_variant (TlSession *session, TlVariant *variant)
{
  GListModel *variants = tl_session_variants (session);

  for (guint i = 0; i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) other = g_list_model_get_item (variants, i);

      if (other == variant)
        return TRUE;
    }
  return FALSE;
}

/* The program as written is every variant's. */
static void
keep_root (TlCompared *self, ComparedColumn *column)
{
  GListModel *variants = tl_session_variants (self->session);

  if (column->state == NULL || tl_state_parent (column->state) != NULL || g_list_model_get_n_items (variants) == 0)
    return;
  g_object_unref (column->variant);
  column->variant = g_list_model_get_item (variants, 0);
}

static void
follow_session (TlCompared *self)
{
  TlState *root = tl_session_root (self->session);

  if (root != self->root)
    {
      g_clear_pointer (&self->root, tl_state_unref);
      self->root = root != NULL ? tl_state_ref (root) : NULL;
      self->is_chosen = FALSE;
    }
  for (guint i = 0; self->is_chosen && i < self->columns->len; i++)
    keep_root (self, nth (self, i));
  for (guint i = self->columns->len; self->is_chosen && i-- > 0;)
    if (!is_variant (self->session, nth (self, i)->variant))
      take_out (self, i);
  if (!self->is_chosen || self->columns->len < 2)
    fill_default (self);
  emit_changed (self);
}

static void
on_timing (TlCompared *self)
{
  g_signal_emit (self, figures_signal, 0);
}

/* --- times --- */

const TlOutcome *
tl_compared_own_outcome (TlCompared *self, guint column)
{
  ComparedColumn     *of = nth (self, column);
  const char *func_name = tl_session_func_name (self->session);
  TlState    *state = tl_compared_state (self, column);
  GListModel *variants = tl_session_variants (self->session);
  const TlOutcome *outcome;

  outcome = tl_variant_outcome_of (of->variant, state, func_name);
  /* The start is the same for all variants: any of them may have measured it. */
  for (guint i = 0; outcome == NULL && tl_state_parent (state) == NULL && i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) other = g_list_model_get_item (variants, i);

      outcome = tl_variant_outcome_of (other, state, func_name);
    }
  return outcome;
}

const TlOutcome *
tl_compared_outcome (TlCompared *self, guint column)
{
  ComparedColumn *of = nth (self, column);

  return of->race.n_samples > 0 ? &of->race : tl_compared_own_outcome (self, column);
}

gboolean
tl_compared_latency (TlCompared *self, guint column, TlLatency *latency)
{
  const TlOutcome *outcome = tl_compared_outcome (self, column);

  return outcome != NULL && outcome->kind == TL_OUTCOME_OK && tl_outcome_latency (outcome, latency);
}

void
tl_compared_set_race (TlCompared *self, const TlOutcome *outcomes, guint n_outcomes)
{
  for (guint i = 0; i < MIN (n_outcomes, self->columns->len); i++)
    {
      tl_outcome_clear (&nth (self, i)->race);
      tl_outcome_copy (&outcomes[i], &nth (self, i)->race);
    }
  g_signal_emit (self, figures_signal, 0);
}

gboolean
tl_compared_has_raced (TlCompared *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (nth (self, i)->race.n_samples > 0)
      return TRUE;
  return FALSE;
}

static char *
speed_text (double ratio)
{
  double factor = MAX (ratio, 1 / ratio);

  if (factor >= TWICE)
    return g_strdup_printf (ratio > 1 ? _("%.*f× faster") : _("%.*f× slower"), factor < 9.95 ? 1 : 0, factor);
  return g_strdup_printf (ratio > 1 ? _("%.*f %% faster") : _("%.*f %% slower"), factor < 1.0995 ? 1 : 0, 100 * fabs (ratio - 1));
}

TlSpeed
tl_compared_speed (TlCompared *self, guint column, char **text)
{
  TlLatency base, own;

  *text = NULL;
  if (column == self->baseline)
    *text = g_strdup (_("others relative to this"));
  if (!tl_compared_latency (self, self->baseline, &base) || !tl_compared_latency (self, column, &own))
    {
      *text = *text != NULL ? *text : g_strdup ("");
      return TL_SPEED_UNKNOWN;
    }
  if (*text != NULL)
    return TL_SPEED_SAME;
  if (own.low_s <= base.high_s && base.low_s <= own.high_s)
    {
      *text = g_strdup (_("not distinguishable"));
      return TL_SPEED_SAME;
    }
  *text = speed_text (base.median_s / own.median_s);
  return own.median_s < base.median_s ? TL_SPEED_FASTER : TL_SPEED_SLOWER;
}

/* The column that is compared in a sentence: the fastest of the others. */
static gint
find_fastest (TlCompared *self)
{
  gint      fastest = -1;
  TlLatency latency, best = { 0 };

  for (guint i = 0; i < self->columns->len; i++)
    if (i != self->baseline && tl_compared_latency (self, i, &latency) && (fastest < 0 || latency.median_s < best.median_s))
      {
        fastest = (gint) i;
        best = latency;
      }
  return fastest;
}

char *
tl_compared_verdict (TlCompared *self)
{
  gint             column = find_fastest (self);
  TlLatency        base, own;
  g_autofree char *speed = NULL, *name = NULL, *other = NULL, *range = NULL;
  TlSpeed          is;

  if (column < 0 || !tl_compared_latency (self, self->baseline, &base) || !tl_compared_latency (self, (guint) column, &own))
    return g_strdup ("");
  is = tl_compared_speed (self, (guint) column, &speed);
  name = tl_compared_name (self, (guint) column);
  other = tl_compared_name (self, self->baseline);
  if (is == TL_SPEED_SAME)
    return g_strdup_printf (_("%s and %s are not distinguishable: their 95 %% intervals overlap"), name, other);
  range = g_strdup ("");
  if (is == TL_SPEED_FASTER && base.median_s / own.median_s < TWICE)
    {
      g_free (range);
      range = g_strdup_printf (_(" (%.0f to %.0f %%)"), 100 * (base.low_s / own.high_s - 1), 100 * (base.high_s / own.low_s - 1));
    }
  return g_strdup_printf (_("%s is %s than %s%s, %u samples%s"), name, speed, other, range, own.n_samples,
                          tl_compared_has_raced (self) ? _(" each, interleaved") : "");
}

/* --- object --- */

static void
tl_compared_dispose (GObject *object)
{
  TlCompared *self = TL_COMPARED (object);

  if (self->session != NULL && tl_compared_of (self->session) == self)
    g_object_set_data (G_OBJECT (self->session), "compared", NULL);
  g_clear_object (&self->session);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_pointer (&self->root, tl_state_unref);
  G_OBJECT_CLASS (tl_compared_parent_class)->dispose (object);
}

static void
tl_compared_class_init (TlComparedClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_compared_dispose;
  changed_signal = g_signal_new ("changed", TL_TYPE_COMPARED, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  figures_signal = g_signal_new ("figures-changed", TL_TYPE_COMPARED, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  told_signal = g_signal_new ("told", TL_TYPE_COMPARED, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_compared_init (TlCompared *self)
{
  self->columns = g_ptr_array_new_with_free_func (column_free);
}

TlCompared *
tl_compared_new (TlSession *session)
{
  TlCompared *self = g_object_new (TL_TYPE_COMPARED, NULL);

  self->session = g_object_ref (session);
  g_object_set_data (G_OBJECT (session), "compared", self);
  g_signal_connect_object (session, "changed", G_CALLBACK (follow_session), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (on_timing), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_variants (session), "items-changed", G_CALLBACK (follow_session), self, G_CONNECT_SWAPPED);
  follow_session (self);
  return self;
}

TlSession *
tl_compared_session (TlCompared *self)
{
  return self->session;
}

TlCompared *
tl_compared_of (TlSession *session)
{
  return g_object_get_data (G_OBJECT (session), "compared");
}
