/* SPDX-License-Identifier: Apache-2.0 */
/* Constraints as text: reading, printing, and which values a line means. */
#include "core/search/constraints-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/i18n.h"

#define PIN    "pin "
#define FORBID "forbid "

G_DEFINE_QUARK (tl-constraints-error-quark, tl_constraints_error)

static void
clear_value (gpointer data)
{
  g_free (((TlConstraintValue *) data)->text);
}

static void
constraint_free (gpointer data)
{
  TlConstraintRow *row = data;

  g_free (row->line);
  g_free (row->key);
  g_array_unref (row->values);
  g_free (row);
}

/* --- reading --- */

/* All of @text as a number; NAN where it is none. */
static double
number_of (const char *text)
{
  char  *end;
  double number = g_ascii_strtod (text, &end);

  return end != text && *end == '\0' && isfinite (number) ? number : NAN;
}

static TlConstraintValue
read_value (const char *text)
{
  TlConstraintValue value = { .text = g_strstrip (g_strdup (text)) };
  const char       *dots = strstr (value.text, "..");

  if (dots != NULL)
    {
      g_autofree char *low = g_strndup (value.text, (gsize) (dots - value.text));

      value.low = number_of (low);
      value.high = number_of (dots + 2);
    }
  else
    value.low = value.high = number_of (value.text);
  return value;
}

static gboolean
is_value (const TlConstraintValue *value)
{
  return value->text[0] != '\0' && (strstr (value->text, "..") == NULL || value->low <= value->high);
}

/* @line is "C/i/4/2=8,16". NULL with an error. */
static TlConstraintRow *
read_row (const char *line, gboolean is_forbidden, GError **error)
{
  const char     *equals = strchr (line, '=');
  g_auto (GStrv)  values = g_strsplit (equals != NULL ? equals + 1 : "", ",", -1);
  TlConstraintRow   *row = g_new0 (TlConstraintRow, 1);
  gboolean        ok = equals != NULL && equals != line && values[0] != NULL;

  row->is_forbidden = is_forbidden;
  row->values = g_array_new (FALSE, FALSE, sizeof (TlConstraintValue));
  g_array_set_clear_func (row->values, clear_value);
  row->key = g_strstrip (g_strndup (line, equals != NULL ? (gsize) (equals - line) : 0));
  row->line = g_strconcat (is_forbidden ? FORBID : PIN, line, NULL);
  for (guint i = 0; ok && values[i] != NULL; i++)
    {
      TlConstraintValue value = read_value (values[i]);

      g_array_append_val (row->values, value);
      ok = is_value (&value);
    }
  if (ok)
    return row;
  constraint_free (row);
  return tl_fail_null (error, TL_CONSTRAINTS_ERROR, TL_CONSTRAINTS_ERROR_SYNTAX,
                       _("pin and forbid must be DECISION=VALUES, for example C/i/4/2=8 or C/i/4/2=4..16,64, not \"%s\""), line);
}

static gboolean
read_rows (GPtrArray *rows, const char *lines, gboolean is_forbidden, GError **error)
{
  g_auto (GStrv) split = g_strsplit (lines != NULL ? lines : "", "\n", -1);

  for (guint i = 0; split[i] != NULL; i++)
    {
      TlConstraintRow *row = split[i][0] != '\0' ? read_row (split[i], is_forbidden, error) : NULL;

      if (row == NULL && split[i][0] != '\0')
        return FALSE;
      if (row != NULL)
        g_ptr_array_add (rows, row);
    }
  return TRUE;
}

TlConstraints *
tl_constraints_new_of (GPtrArray *rows, GDestroyNotify free_bound)
{
  TlConstraints *constraints = g_new0 (TlConstraints, 1);

  constraints->ref_count = 1;
  constraints->rows = rows;
  constraints->bound = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_bound);
  g_mutex_init (&constraints->lock);
  return constraints;
}

TlConstraints *
tl_constraints_new (const char *pins, const char *forbidden, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (constraint_free);

  if (!read_rows (rows, pins, FALSE, error) || !read_rows (rows, forbidden, TRUE, error))
    return NULL;
  return tl_constraints_new_of (g_steal_pointer (&rows), tl_constraints_free_bound);
}

TlConstraints *
tl_constraints_read (const char *text, GError **error)
{
  g_auto (GStrv)       lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString)  pins = g_string_new (NULL), forbidden = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], PIN))
        g_string_append_printf (pins, "%s\n", lines[i] + strlen (PIN));
      else if (g_str_has_prefix (lines[i], FORBID))
        g_string_append_printf (forbidden, "%s\n", lines[i] + strlen (FORBID));
    }
  return tl_constraints_new (pins->str, forbidden->str, error);
}

gboolean
tl_constraints_check_line (const char *line, GError **error)
{
  TlConstraintRow *row = read_row (line, FALSE, error);

  if (row == NULL)
    return FALSE;
  constraint_free (row);
  return TRUE;
}

TlConstraints *
tl_constraints_ref (TlConstraints *constraints)
{
  g_atomic_int_inc (&constraints->ref_count);
  return constraints;
}

void
tl_constraints_unref (TlConstraints *constraints)
{
  if (!g_atomic_int_dec_and_test (&constraints->ref_count))
    return;
  g_ptr_array_unref (constraints->rows);
  g_hash_table_unref (constraints->bound);
  g_clear_pointer (&constraints->whole, tl_constraints_unref);
  g_mutex_clear (&constraints->lock);
  g_free (constraints);
}

/* --- what there is to see --- */

char *
tl_constraints_print (const TlConstraints *constraints)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < constraints->rows->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", tl_constraints_line (constraints, i));
  return g_string_free (text, FALSE);
}

guint
tl_constraints_n (const TlConstraints *constraints)
{
  return constraints->rows->len;
}

const char *
tl_constraints_line (const TlConstraints *constraints, guint index)
{
  return ((const TlConstraintRow *) constraints->rows->pdata[index])->line;
}

const char *
tl_constraints_key (const TlConstraints *constraints, guint index)
{
  return ((const TlConstraintRow *) constraints->rows->pdata[index])->key;
}

gboolean
tl_constraint_row_allows (const TlConstraintRow *row, const TlDecisionSlot *slot, gint64 decision)
{
  gint64      index = decision - slot->first;
  const char *text = slot->texts != NULL && index >= 0 && index < slot->texts->len ? slot->texts->pdata[index] : NULL;
  double      number = (double) decision;
  gboolean    is_listed = FALSE;

  if (slot->numbers != NULL)
    number = index >= 0 && index < slot->numbers->len ? g_array_index (slot->numbers, double, index) : NAN;
  for (guint i = 0; i < row->values->len && !is_listed; i++)
    {
      const TlConstraintValue *value = &g_array_index (row->values, TlConstraintValue, i);

      is_listed = (text != NULL && strcmp (text, value->text) == 0) || (number >= value->low && number <= value->high);
    }
  return is_listed != row->is_forbidden;
}
