/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/trial-decisions.h"

#include <math.h>
#include <string.h>

#include "core/base/i18n.h"

#define NO_LAYOUT G_MAXUINT16

/* All strings are owned. */
typedef struct
{
  char          *key, *name, *block, *title;
  TlDecisionKind kind;
  GPtrArray     *texts;      /* char *: of TL_DECISION_CHOICE */
  GArray        *values;     /* float, one per trial */
  GArray        *distinct;   /* float, rising */
} DecisionColumn;

/* A layout, and where its decisions are. */
typedef struct
{
  TlDecisionLayout *layout;
  guint             sketch;      /* by order of appearance */
  guint            *column_of;   /* of each slot */
} LayoutPlace;

struct _TlTrialDecisions
{
  GArray     *columns;     /* DecisionColumn */
  GArray     *places;      /* LayoutPlace */
  GHashTable *place_of;    /* TlDecisionLayout → its index in places, plus 1 */
  GArray     *layout_of;   /* guint16: each trial's place, or NO_LAYOUT */
  GArray     *sketches;    /* guint64, by order of appearance */
  gint        sketch;      /* the column of the sketch; -1: there is one sketch */
};

static void
clear_column (gpointer data)
{
  DecisionColumn *column = data;

  g_free (column->key);
  g_free (column->name);
  g_free (column->block);
  g_free (column->title);
  g_clear_pointer (&column->texts, g_ptr_array_unref);
  g_array_unref (column->values);
  g_array_unref (column->distinct);
}

static void
clear_place (gpointer data)
{
  LayoutPlace *place = data;

  tl_decision_layout_unref (place->layout);
  g_free (place->column_of);
}

TlTrialDecisions *
tl_trial_decisions_new (void)
{
  TlTrialDecisions *self = g_new0 (TlTrialDecisions, 1);

  self->columns = g_array_new (FALSE, FALSE, sizeof (DecisionColumn));
  g_array_set_clear_func (self->columns, clear_column);
  self->places = g_array_new (FALSE, FALSE, sizeof (LayoutPlace));
  g_array_set_clear_func (self->places, clear_place);
  self->place_of = g_hash_table_new (NULL, NULL);
  self->layout_of = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->sketches = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->sketch = -1;
  return self;
}

void
tl_trial_decisions_clear (TlTrialDecisions *self)
{
  g_array_set_size (self->columns, 0);
  g_array_set_size (self->places, 0);
  g_hash_table_remove_all (self->place_of);
  g_array_set_size (self->layout_of, 0);
  g_array_set_size (self->sketches, 0);
  self->sketch = -1;
}

void
tl_trial_decisions_free (TlTrialDecisions *self)
{
  g_array_unref (self->columns);
  g_array_unref (self->places);
  g_hash_table_unref (self->place_of);
  g_array_unref (self->layout_of);
  g_array_unref (self->sketches);
  g_free (self);
}

/* --- columns --- */

static DecisionColumn *
nth (const TlTrialDecisions *self, guint column)
{
  g_assert (column < self->columns->len);
  return &g_array_index (self->columns, DecisionColumn, column);
}

static gboolean
has_name (const TlTrialDecisions *self, const char *name)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_ascii_strcasecmp (nth (self, i)->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Of a tiling, by its key "C/i/4/1": 4; 0: it is another decision. */
static guint
n_factors (const char *key)
{
  g_auto (GStrv) parts = g_strsplit (key, "/", -1);
  guint64        n;

  return g_strv_length (parts) == 4 && g_ascii_string_to_unsigned (parts[2], 10, 1, G_MAXUINT, &n, NULL) ? (guint) n : 0;
}

static gboolean
is_of_other_block (const TlTrialDecisions *self, const char *name, const char *block)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_strcmp0 (nth (self, i)->block, block) != 0 && g_ascii_strcasecmp (nth (self, i)->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* "i_1"; where that is of another block "C i_1", of another tiling of the loop "i_1 of 4": one of four factors. */
static char *
free_name (const TlTrialDecisions *self, const char *key, const char *name, const char *block)
{
  g_autofree char *full = block != NULL && is_of_other_block (self, name, block) ? g_strdup_printf ("%s %s", block, name) : g_strdup (name);
  g_autofree char *of_all = n_factors (key) > 0 ? g_strdup_printf (_("%s of %u"), full, n_factors (key)) : NULL;

  if (!has_name (self, full))
    return g_steal_pointer (&full);
  if (of_all != NULL && !has_name (self, of_all))
    return g_steal_pointer (&of_all);
  for (guint number = 2; TRUE; number++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s (%u)", full, number);

      if (!has_name (self, numbered))
        return g_steal_pointer (&numbered);
    }
}

/* Trials before it have no value. */
static guint
add_column (TlTrialDecisions *self, const char *key, const char *name, const char *block, const char *title, TlDecisionKind kind)
{
  DecisionColumn column = { .key = g_strdup (key), .name = free_name (self, key, name, block), .block = g_strdup (block),
                            .title = g_strdup (title), .kind = kind, .values = g_array_new (FALSE, FALSE, sizeof (float)),
                            .distinct = g_array_new (FALSE, FALSE, sizeof (float)) };
  float          missing = NAN;

  if (kind == TL_DECISION_CHOICE)
    column.texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->layout_of->len; i++)
    g_array_append_val (column.values, missing);
  g_array_append_val (self->columns, column);
  return self->columns->len - 1;
}

static void
note_distinct (DecisionColumn *column, float value)
{
  guint low = 0, high = column->distinct->len;

  if (isnan (value))
    return;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (column->distinct, float, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == column->distinct->len || g_array_index (column->distinct, float, low) != value)
    g_array_insert_val (column->distinct, low, value);
}

static guint
text_index (GPtrArray *texts, const char *text)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (texts, text, g_str_equal, &index))
    return index;
  g_ptr_array_add (texts, g_strdup (text));
  return texts->len - 1;
}

/* --- layouts --- */

static guint
column_for (TlTrialDecisions *self, const TlDecisionSlot *slot)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (strcmp (nth (self, i)->key, slot->key) == 0 && (nth (self, i)->kind == TL_DECISION_CHOICE) == (slot->kind == TL_DECISION_CHOICE))
      return i;
  return add_column (self, slot->key, slot->name, slot->block, slot->title, slot->kind);
}

static guint
sketch_number (TlTrialDecisions *self, guint64 sketch)
{
  guint number = 0;

  while (number < self->sketches->len && g_array_index (self->sketches, guint64, number) != sketch)
    number++;
  if (number == self->sketches->len)
    g_array_append_val (self->sketches, sketch);
  return number;
}

static void
set_sketch (TlTrialDecisions *self, guint index, guint sketch)
{
  DecisionColumn          *column = nth (self, (guint) self->sketch);
  g_autofree char *text = g_strdup_printf ("%u", sketch + 1);
  float            value = (float) text_index (column->texts, text);

  g_array_index (column->values, float, index) = value;
  note_distinct (column, value);
}

/* A second sketch: from now on there is a column of sketches. */
static void
add_sketches (TlTrialDecisions *self)
{
  self->sketch = (gint) add_column (self, "sketch", _("sketch"), NULL, _("Sketch: the steps that the decisions belong to"),
                                    TL_DECISION_CHOICE);
  for (guint i = 0; i < self->layout_of->len; i++)
    if (g_array_index (self->layout_of, guint16, i) != NO_LAYOUT)
      set_sketch (self, i, g_array_index (self->places, LayoutPlace, g_array_index (self->layout_of, guint16, i)).sketch);
}

/* The place of a layout; NO_LAYOUT once there are too many. */
static guint16
find_place (TlTrialDecisions *self, TlDecisionLayout *layout)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->place_of, layout));
  LayoutPlace place = { .layout = layout };

  if (known > 0 || self->places->len >= NO_LAYOUT)
    return known > 0 ? (guint16) (known - 1) : NO_LAYOUT;
  tl_decision_layout_ref (layout);
  place.sketch = sketch_number (self, layout->sketch);
  place.column_of = g_new (guint, layout->n_slots);
  for (guint i = 0; i < layout->n_slots; i++)
    place.column_of[i] = column_for (self, &layout->slots[i]);
  g_array_append_val (self->places, place);
  g_hash_table_insert (self->place_of, layout, GUINT_TO_POINTER (self->places->len));
  if (self->sketches->len > 1 && self->sketch < 0)
    add_sketches (self);
  return (guint16) (self->places->len - 1);
}

/* --- rows --- */

static void
set_values (TlTrialDecisions *self, guint index, const LayoutPlace *place, const TlDecisionRow *row)
{
  for (guint i = 0; i < row->layout->n_slots; i++)
    {
      DecisionColumn *column = nth (self, place->column_of[i]);
      float   value = row->values[i];

      if (column->kind == TL_DECISION_CHOICE && !isnan (value))
        value = (float) text_index (column->texts, row->layout->slots[i].texts->pdata[(guint) value]);
      g_array_index (column->values, float, index) = value;
      note_distinct (column, value);
    }
  if (self->sketch >= 0)
    set_sketch (self, index, place->sketch);
}

void
tl_trial_decisions_append (TlTrialDecisions *self, TlDecisionRow *row)
{
  guint16 layout = row != NULL ? find_place (self, row->layout) : NO_LAYOUT;
  float   missing = NAN;

  for (guint i = 0; i < self->columns->len; i++)
    g_array_append_val (nth (self, i)->values, missing);
  g_array_append_val (self->layout_of, layout);
  if (layout != NO_LAYOUT)
    set_values (self, self->layout_of->len - 1, &g_array_index (self->places, LayoutPlace, layout), row);
  g_clear_pointer (&row, tl_decision_row_free);
}

TlDecisionRow *
tl_trial_decisions_dup_row (const TlTrialDecisions *self, guint index)
{
  guint16        layout = g_array_index (self->layout_of, guint16, index);
  const LayoutPlace   *place = layout != NO_LAYOUT ? &g_array_index (self->places, LayoutPlace, layout) : NULL;
  TlDecisionRow *row = place != NULL ? tl_decision_row_new (place->layout) : NULL;

  for (guint i = 0; row != NULL && i < place->layout->n_slots; i++)
    {
      const DecisionColumn *column = nth (self, place->column_of[i]);
      GPtrArray    *texts = place->layout->slots[i].texts;
      float         value = g_array_index (column->values, float, index);

      if (texts != NULL && !isnan (value))
        value = (float) text_index (texts, column->texts->pdata[(guint) value]);
      row->values[i] = value;
    }
  return row;
}

/* --- reading --- */

guint
tl_trial_decisions_n (const TlTrialDecisions *self)
{
  return self->columns->len;
}

const char *
tl_trial_decisions_name (const TlTrialDecisions *self, guint column)
{
  return nth (self, column)->name;
}

const char *
tl_trial_decisions_title (const TlTrialDecisions *self, guint column)
{
  return nth (self, column)->title;
}

const char *
tl_trial_decisions_key (const TlTrialDecisions *self, guint column)
{
  return nth (self, column)->key;
}

const char *
tl_trial_decisions_block (const TlTrialDecisions *self, guint column)
{
  return nth (self, column)->block;
}

TlDecisionKind
tl_trial_decisions_kind (const TlTrialDecisions *self, guint column)
{
  return nth (self, column)->kind;
}

gint
tl_trial_decisions_find (const TlTrialDecisions *self, const char *name)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_ascii_strcasecmp (nth (self, i)->name, name) == 0 || strcmp (nth (self, i)->key, name) == 0)
      return (gint) i;
  return -1;
}

const float *
tl_trial_decisions_values (const TlTrialDecisions *self, guint column)
{
  return (const float *) (gpointer) nth (self, column)->values->data;
}

const float *
tl_trial_decisions_distinct (const TlTrialDecisions *self, guint column, guint *n)
{
  *n = nth (self, column)->distinct->len;
  return (const float *) (gpointer) nth (self, column)->distinct->data;
}

char *
tl_trial_decisions_text (const TlTrialDecisions *self, guint column, float value)
{
  GPtrArray *texts = nth (self, column)->texts;

  if (isnan (value))
    return g_strdup ("—");
  if (texts != NULL)
    return g_strdup (value >= 0 && value < (float) texts->len ? texts->pdata[(guint) value] : "—");
  return g_strdup_printf ("%.0f", (double) value);
}
