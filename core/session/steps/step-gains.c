/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/step-gains.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/base/json-depth.h"
#include "core/base/json-members.h"

#define LEAST_STEPS 10
#define MAX_DEPTH   16

struct _TlStepGains
{
  GArray *rows;   /* TlStepGain, names owned */
};

static void
clear_row (gpointer row)
{
  g_free ((char *) ((TlStepGain *) row)->primitive);
}

void
tl_step_gains_free (TlStepGains *gains)
{
  g_array_unref (gains->rows);
  g_free (gains);
}

/* --- reading --- */

static gboolean
read_number (JsonObject *object, const char *name, double least, double most, double *number)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_INT64 && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number) && *number >= least && *number <= most;
}

static gboolean
read_count (JsonObject *object, const char *name, guint least, guint most, guint *count)
{
  double number;

  if (!read_number (object, name, least, most, &number) || number != floor (number))
    return FALSE;
  *count = (guint) number;
  return TRUE;
}

/* NULL, or the member at fault. @row borrows its name from @object. */
static const char *
read_row (JsonObject *object, TlStepGain *row)
{
  *row = (TlStepGain) { .primitive = tl_json_string (object, "primitive") };
  if (row->primitive == NULL)
    return "primitive";
  if (json_object_has_member (object, "case")
      && (tl_json_string (object, "case") == NULL || !tl_step_case_find (tl_json_string (object, "case"), &row->which)))
    return "case";
  if (!read_count (object, "n", 1, G_MAXINT, &row->n))
    return "n";
  if (!read_count (object, "helped", 0, row->n, &row->n_helped))
    return "helped";
  if (!read_count (object, "hurt", 0, row->n - row->n_helped, &row->n_hurt))
    return "hurt";
  if (!read_number (object, "low", 1e-9, 1e9, &row->low))
    return "low";
  if (!read_number (object, "median", row->low, 1e9, &row->median))
    return "median";
  return read_number (object, "high", row->median, 1e9, &row->high) ? NULL : "high";
}

static gboolean
read_rows (TlStepGains *gains, JsonNode *root, GError **error)
{
  JsonNode  *steps = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_object_get_member (json_node_get_object (root), "steps") : NULL;
  JsonArray *array;

  if (steps == NULL || !JSON_NODE_HOLDS_ARRAY (steps))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "there is no list \"steps\"");
      return FALSE;
    }
  array = json_node_get_array (steps);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode   *node = json_array_get_element (array, i);
      TlStepGain  row = { 0 };
      const char *fault = JSON_NODE_HOLDS_OBJECT (node) ? read_row (json_node_get_object (node), &row) : "primitive";

      if (fault != NULL)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "step %u: \"%s\" is missing or out of range", i, fault);
          return FALSE;
        }
      row.primitive = g_strdup (row.primitive);
      g_array_append_val (gains->rows, row);
    }
  return TRUE;
}

TlStepGains *
tl_step_gains_read (const char *path, GError **error)
{
  g_autoptr (TlStepGains) gains = g_new0 (TlStepGains, 1);
  g_autofree char        *text = NULL;
  g_autoptr (JsonNode)    root = NULL;

  gains->rows = g_array_new (FALSE, FALSE, sizeof (TlStepGain));
  g_array_set_clear_func (gains->rows, clear_row);
  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  if (tl_json_is_too_deep (text, MAX_DEPTH))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "brackets nest more than %u deep", MAX_DEPTH);
  else if ((root = json_from_string (text, error)) != NULL && read_rows (gains, root, error))
    return g_steal_pointer (&gains);
  else if (error != NULL && *error == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the file is empty");
  g_prefix_error (error, "%s: ", path);
  return NULL;
}

/* --- looking up, and texts --- */

static gboolean
is_measured (const TlTarget *target, const char *primitive)
{
  return !target->kind->has_threads && (target->num_cores == 1 || strcmp (primitive, "parallel") != 0);
}

const TlStepGain *
tl_step_gains_find (const TlStepGains *gains, const TlTarget *target, const char *primitive, TlStepCase which)
{
  const TlStepGain *found = NULL;

  if (gains == NULL || !is_measured (target, primitive))
    return NULL;
  for (guint i = 0; i < gains->rows->len; i++)
    {
      const TlStepGain *row = &g_array_index (gains->rows, TlStepGain, i);

      if (strcmp (row->primitive, primitive) == 0 && (row->which == which || (row->which == TL_STEP_ANY && found == NULL)))
        found = row;
    }
  return found != NULL && found->n >= LEAST_STEPS ? found : NULL;
}

/* Two digits. */
static char *
format_gain (double gain)
{
  return g_strdup_printf (gain < 0.095 ? "%.2f" : gain < 9.95 ? "%.1f" : "%.0f", gain);
}

char *
tl_step_gain_text (const TlStepGain *gain)
{
  g_autofree char *low = format_gain (gain->low), *high = format_gain (gain->high);

  if (strcmp (low, high) != 0)
    return g_strdup_printf (_("usually %s–%s× as fast"), low, high);
  return gain->low < TL_STEP_HELPED && gain->low > 1 / TL_STEP_HELPED ? g_strdup (_("usually the same speed"))
         : g_strdup_printf (_("usually %s× as fast"), low);
}

char *
tl_step_gain_detail (const TlStepGain *gain)
{
  g_autofree char *low = format_gain (gain->low), *high = format_gain (gain->high), *median = format_gain (gain->median);
  g_autofree char *which = gain->which != TL_STEP_ANY ? g_strdup_printf (" (%s)", _(tl_step_case_name (gain->which))) : g_strdup ("");

  return g_strdup_printf (_("Helped in %.0f %%, hurt in %.0f %% of %u such steps%s in schedules made by hand.\n"
                            "8 of 10 made the program %s–%s× as fast, the median %s×.\n"
                            "One core; a change below 5 %% counts as neutral."),
                          100.0 * gain->n_helped / gain->n, 100.0 * gain->n_hurt / gain->n, gain->n, which, low, high, median);
}
