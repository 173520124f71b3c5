/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of a project file, each checked where it is read: types and bounds of the schema hold for programs that write through SQLite, not
 * for whoever writes the bytes.
 */
#include "core/base/error.h"
#include "core/records/database-private.h"

#include <math.h>
#include <string.h>

/* "FILE is damaged: number of trial 3 is 1000000000000". Only the first one is reported; the row is given up anyway. */
static void
fail (TlColumns *columns, int column)
{
  const char *name = sqlite3_column_name (columns->query, column);
  g_autofree char *value = NULL;

  if (columns->error)
    return;
  switch (sqlite3_column_type (columns->query, column))
    {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      value = g_strdup ((const char *) sqlite3_column_text (columns->query, column));
      break;
    case SQLITE_NULL:
      value = g_strdup ("missing");
      break;
    default:
      value = g_strdup_printf ("%d bytes that cannot be read", sqlite3_column_bytes (columns->query, column));
    }
  g_set_error (&columns->error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_DAMAGED, "%s is damaged: %s of %s %" G_GINT64_FORMAT " is %s",
               columns->database->path, name, columns->table, (gint64) sqlite3_column_int64 (columns->query, 0), value);
}

gint64
tl_columns_integer (TlColumns *columns, int column, gint64 least, gint64 most)
{
  gint64 value = sqlite3_column_int64 (columns->query, column);

  if (sqlite3_column_type (columns->query, column) == SQLITE_INTEGER && value >= least && value <= most)
    return value;
  fail (columns, column);
  return least;
}

gint64
tl_columns_reference (TlColumns *columns, int column)
{
  return sqlite3_column_type (columns->query, column) == SQLITE_NULL ? 0 : tl_columns_integer (columns, column, 1, G_MAXINT64);
}

gboolean
tl_columns_flag (TlColumns *columns, int column)
{
  return sqlite3_column_type (columns->query, column) != SQLITE_NULL && tl_columns_integer (columns, column, 0, 1) != 0;
}

double
tl_columns_number (TlColumns *columns, int column, double absent)
{
  int type = sqlite3_column_type (columns->query, column);
  double value = sqlite3_column_double (columns->query, column);

  if (type == SQLITE_NULL)
    return absent;
  if ((type == SQLITE_FLOAT || type == SQLITE_INTEGER) && isfinite (value))
    return value;
  fail (columns, column);
  return absent;
}

double
tl_columns_seconds (TlColumns *columns, int column)
{
  double value = tl_columns_number (columns, column, 0);

  if (value >= 0 && value <= TL_MAX_SECONDS)
    return value;
  fail (columns, column);
  return 0;
}

char *
tl_columns_optional_text (TlColumns *columns, int column)
{
  int type = sqlite3_column_type (columns->query, column);
  const char *text = type == SQLITE_TEXT ? (const char *) sqlite3_column_text (columns->query, column) : NULL;

  if (type == SQLITE_NULL)
    return NULL;
  if (text && g_utf8_validate (text, sqlite3_column_bytes (columns->query, column), NULL))
    return g_strdup (text);
  fail (columns, column);
  return NULL;
}

char *
tl_columns_text (TlColumns *columns, int column)
{
  char *text = tl_columns_optional_text (columns, column);

  if (!text)
    fail (columns, column);
  return text;
}

gconstpointer
tl_columns_bytes (TlColumns *columns, int column, gsize *n)
{
  int type = sqlite3_column_type (columns->query, column);

  if (type != SQLITE_NULL && type != SQLITE_BLOB)
    fail (columns, column);
  *n = type == SQLITE_BLOB ? (gsize) sqlite3_column_bytes (columns->query, column) : 0;
  return type == SQLITE_BLOB ? sqlite3_column_blob (columns->query, column) : NULL;
}

GBytes *
tl_database_pack_samples (const TlOutcome *outcome)
{
  guint64 *packed = g_new (guint64, outcome->n_samples);

  for (guint i = 0; i < outcome->n_samples; i++)
    {
      memcpy (&packed[i], &outcome->samples_s[i], sizeof (guint64));
      packed[i] = GUINT64_TO_LE (packed[i]);
    }
  return g_bytes_new_take (packed, sizeof (guint64) * outcome->n_samples);
}

double *
tl_columns_samples (TlColumns *columns, int column, guint *n)
{
  gsize n_bytes;
  const guint8 *data = tl_columns_bytes (columns, column, &n_bytes);
  g_autofree double *samples = NULL;
  gboolean ok = n_bytes % sizeof (guint64) == 0;

  *n = 0;
  samples = ok && n_bytes > 0 ? g_malloc (n_bytes) : NULL;
  for (gsize i = 0; ok && i < n_bytes / sizeof (guint64); i++)
    {
      guint64 bits;

      memcpy (&bits, data + i * sizeof bits, sizeof bits);
      bits = GUINT64_FROM_LE (bits);
      memcpy (&samples[i], &bits, sizeof bits);
      ok = samples[i] >= 0 && samples[i] <= TL_MAX_SECONDS;   /* not so for NAN */
    }
  if (!ok)
    {
      fail (columns, column);
      return NULL;
    }
  *n = (guint) (n_bytes / sizeof (guint64));
  return g_steal_pointer (&samples);
}

gboolean
tl_columns_outcome (TlColumns *columns, int first_column, TlOutcome *outcome)
{
  g_autofree char *name = tl_columns_optional_text (columns, first_column);

  *outcome = (TlOutcome) { 0 };
  if (!name)
    return FALSE;
  /* A kind that this version does not know is a failure of some sort: it has a message and no time. */
  if (!tl_outcome_parse (name, &outcome->kind))
    outcome->kind = TL_OUTCOME_CANCELLED;
  outcome->message = tl_columns_optional_text (columns, first_column + 1);
  outcome->samples_s = tl_columns_samples (columns, first_column + 2, &outcome->n_samples);
  outcome->build_s = tl_columns_seconds (columns, first_column + 3);
  outcome->run_s = tl_columns_seconds (columns, first_column + 4);
  outcome->is_checked = tl_columns_flag (columns, first_column + 5);
  return TRUE;
}

gboolean
tl_columns_end (TlColumns *columns, GError **error)
{
  if (!columns->error)
    return TRUE;
  return tl_propagate (error, g_steal_pointer (&columns->error));
}
