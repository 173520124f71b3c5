/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/decision-reader.h"

#include <math.h>
#include <string.h>

#include "core/schedule/trace.h"
#include "core/search/decision-names-private.h"

#define POSTPROC_STEP "[\"EnterPostproc\""
#define MAX_LAYOUTS   1000

struct _TlDecisionReader
{
  TlState    *start;     /* nullable */
  GHashTable *layouts;   /* char *: the instructions → TlDecisionLayout */
};

/* --- layouts --- */

TlDecisionLayout *
tl_decision_layout_ref (TlDecisionLayout *layout)
{
  g_atomic_int_inc (&layout->ref_count);
  return layout;
}

void
tl_decision_layout_unref (TlDecisionLayout *layout)
{
  if (!g_atomic_int_dec_and_test (&layout->ref_count))
    return;
  for (guint i = 0; i < layout->n_slots; i++)
    tl_decision_slot_clear (&layout->slots[i]);
  g_free (layout->slots);
  g_free (layout);
}

/* FNV-1a */
static guint64
hash_text (const char *text)
{
  guint64 hash = 0xcbf29ce484222325u;

  for (const char *p = text; *p != '\0'; p++)
    hash = (hash ^ (guchar) *p) * 0x100000001b3u;
  return hash;
}

static TlDecisionLayout *
layout_new (const char *instructions, const TlState *state)
{
  TlDecisionLayout *layout = g_new0 (TlDecisionLayout, 1);
  GArray           *slots = tl_decision_slots (state);

  layout->ref_count = 1;
  layout->sketch = hash_text (instructions);
  layout->n_slots = slots->len;
  layout->slots = (TlDecisionSlot *) (gpointer) g_array_free (slots, FALSE);
  return layout;
}

/* Goes on after a refused step where it can; what led there is kept. */
static TlState *
keep_before (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data)
{
  TlState **reached = user_data;

  if (*reached == NULL)
    *reached = tl_state_ref (state);
  return NULL;
}

/* The schedule of a trace or, where a step is refused, what came before it; NULL if nothing did. */
static TlState *
replay (TlDecisionReader *reader, const char *trace_json)
{
  TlState *reached = NULL, *whole = NULL;

  if (reader->start != NULL)
    whole = tl_trace_replay_json_with (reader->start, trace_json, keep_before, &reached, NULL);
  if (whole == NULL)
    return reached;
  g_clear_pointer (&reached, tl_state_unref);
  return whole;
}

/* Takes @instructions. NULL: none can be made. */
static TlDecisionLayout *
find_layout (TlDecisionReader *reader, char *instructions, const char *trace_json, const TlState *state)
{
  g_autofree char    *key = instructions;
  TlDecisionLayout   *layout = g_hash_table_lookup (reader->layouts, key);
  g_autoptr (TlState) replayed = NULL;

  if (layout != NULL || g_hash_table_size (reader->layouts) >= MAX_LAYOUTS)
    return layout;
  if (state == NULL)
    state = replayed = replay (reader, trace_json);
  if (state == NULL)
    return NULL;
  layout = layout_new (key, state);
  g_hash_table_insert (reader->layouts, g_steal_pointer (&key), layout);
  return layout;
}

/* --- values --- */

/* Where the last list of the trace begins; NULL: this is no trace as it is written. */
static const char *
find_decisions (const char *json)
{
  const char *p = json + strlen (json);
  guint       depth = 0;

  while (p > json)
    {
      p--;
      if (*p == ']')
        depth++;
      else if (*p == '[' && --depth == 1)
        return p;
      else if (depth == 0 && *p != ' ' && *p != '\n')
        return NULL;
    }
  return NULL;
}

/* The number at *@p, which moves behind it; NAN where there is none. */
static double
read_number (const char **p)
{
  char  *end;
  double number;

  *p += strspn (*p, " ,");
  number = g_ascii_strtod (*p, &end);
  if (end == *p)
    return NAN;
  *p = end;
  return number;
}

static float
value_of (const TlDecisionSlot *slot, double decision)
{
  double index = decision - slot->first;

  if (slot->numbers != NULL)
    return index >= 0 && index < slot->numbers->len ? (float) g_array_index (slot->numbers, double, (guint) index) : NAN;
  if (slot->texts != NULL)
    return index >= 0 && index < slot->texts->len ? (float) index : NAN;
  return (float) decision;
}

static void
set_value (TlDecisionRow *row, double step, guint item, double decision)
{
  for (guint i = 0; i < row->layout->n_slots; i++)
    if (row->layout->slots[i].step == step && row->layout->slots[i].item == item)
      row->values[i] = value_of (&row->layout->slots[i], decision);
}

/* [[4, 3], [7, [1, 4, 2, 16]], …] */
static void
read_values (const char *decisions, TlDecisionRow *row)
{
  const char *p = decisions + 1;

  while (*(p += strspn (p, " ,\n")) == '[')
    {
      double step;

      p++;
      step = read_number (&p);
      p += strspn (p, " ,");
      if (*p == '[')
        {
          p++;
          for (guint item = 0; *p != ']' && *p != '\0'; item++, p += strspn (p, " "))
            {
              double number = read_number (&p);

              if (isnan (number))
                p += strcspn (p, ",]");
              set_value (row, step, item, number);
            }
          p += *p == ']';
        }
      else
        set_value (row, step, 0, read_number (&p));
      p += strcspn (p, "]");
      p += *p == ']';
    }
}

/* --- public --- */

TlDecisionReader *
tl_decision_reader_new (TlState *start)
{
  TlDecisionReader *reader = g_new0 (TlDecisionReader, 1);

  reader->start = start != NULL ? tl_state_ref (start) : NULL;
  reader->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) tl_decision_layout_unref);
  return reader;
}

void
tl_decision_reader_free (TlDecisionReader *reader)
{
  g_clear_pointer (&reader->start, tl_state_unref);
  g_hash_table_unref (reader->layouts);
  g_free (reader);
}

TlDecisionRow *
tl_decision_reader_read (TlDecisionReader *reader, const char *trace_json, const TlState *state)
{
  const char       *decisions = trace_json != NULL ? find_decisions (trace_json) : NULL, *end;
  TlDecisionLayout *layout;
  TlDecisionRow    *row;

  if (decisions == NULL)
    return NULL;
  end = strstr (trace_json, POSTPROC_STEP);
  layout = find_layout (reader, g_strndup (trace_json, (gsize) ((end != NULL ? end : decisions) - trace_json)), trace_json, state);
  if (layout == NULL || layout->n_slots == 0)
    return NULL;
  row = tl_decision_row_new (layout);
  read_values (decisions, row);
  return row;
}

TlDecisionRow *
tl_decision_row_new (TlDecisionLayout *layout)
{
  TlDecisionRow *row = g_malloc (sizeof *row + layout->n_slots * sizeof (float));

  row->layout = tl_decision_layout_ref (layout);
  for (guint i = 0; i < layout->n_slots; i++)
    row->values[i] = NAN;
  return row;
}

void
tl_decision_row_free (TlDecisionRow *row)
{
  tl_decision_layout_unref (row->layout);
  g_free (row);
}
