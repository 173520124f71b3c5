/* SPDX-License-Identifier: Apache-2.0 */
/* The table of trials as files of other programs. */
#include "core/session/tuning/trial-columns.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "core/base/format.h"

/* "lat_s": a number in a file has its unit in its name. */
static char *
field_name (const TlTrialColumns *columns, guint column)
{
  g_autofree char *name = tl_trial_column_name (columns, column);

  return g_strconcat (name, tl_trial_column_type (column) == TL_FILTER_SECONDS ? "_s" : "", NULL);
}

static void
append_quoted (GString *out, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (out, text);
      return;
    }
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *text);
    }
  g_string_append_c (out, '"');
}

static void
append_number (GString *out, double value)
{
  if (!isfinite (value))
    return;
  if (value == floor (value) && fabs (value) < 1e15)
    g_string_append_printf (out, "%.0f", value);
  else
    tl_append_shortest (out, value);
}

char *
tl_trial_columns_to_csv (const TlTrialColumns *columns, const guint *indices, guint n)
{
  GString *out = g_string_new (NULL);
  guint    n_columns = tl_trial_columns_n (columns);

  for (guint c = 0; c < n_columns; c++)
    {
      g_autofree char *name = field_name (columns, c);

      g_string_append_printf (out, "%s%s", c > 0 ? "," : "", name);
    }
  g_string_append (out, "\r\n");
  for (guint i = 0; i < n; i++)
    {
      for (guint c = 0; c < n_columns; c++)
        {
          const char *word = tl_trial_column_word (columns, c, indices[i]);

          if (c > 0)
            g_string_append_c (out, ',');
          if (word != NULL)
            append_quoted (out, word);
          else
            append_number (out, tl_trial_column_value (columns, c, indices[i]));
        }
      g_string_append (out, "\r\n");
    }
  return g_string_free (out, FALSE);
}

static void
add_value (JsonBuilder *builder, const TlTrialColumns *columns, guint column, guint index)
{
  const char *word = tl_trial_column_word (columns, column, index);
  double      value = word == NULL ? tl_trial_column_value (columns, column, index) : 0;

  if (word != NULL)
    json_builder_add_string_value (builder, word);
  else if (tl_trial_column_type (column) == TL_FILTER_FLAG)
    json_builder_add_boolean_value (builder, value > 0);
  else if (!isfinite (value))
    json_builder_add_null_value (builder);
  else if (value == floor (value) && fabs (value) < 1e15)
    json_builder_add_int_value (builder, (gint64) value);
  else
    json_builder_add_double_value (builder, value);
}

char *
tl_trial_columns_to_json (const TlTrialColumns *columns, const guint *indices, guint n)
{
  g_autoptr (JsonBuilder)   builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode)      root = NULL;

  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      for (guint c = 0; c < tl_trial_columns_n (columns); c++)
        {
          g_autofree char *name = field_name (columns, c);

          json_builder_set_member_name (builder, name);
          add_value (builder, columns, c, indices[i]);
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  return json_generator_to_data (generator, NULL);
}
