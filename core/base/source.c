/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/error.h"
#include "core/base/source.h"
#include "core/base/extremum.h"

#include <string.h>

#define MAX_SOURCE_BYTES (16u * 1024u * 1024u)
#define CHUNK_BYTES      65536u
#define MAX_SHOWN_BYTES  160
#define MAX_WARNINGS     100u

struct _TlSource
{
  gint   ref_count;   /* atomic */
  char  *name;
  char  *text;
  gsize  length;
  GMutex     lock;
  GPtrArray *warnings;    /* under the lock */
};

TlSource *
tl_source_new (const char *name, const char *text, gssize length)
{
  TlSource *source = g_new0 (TlSource, 1);

  source->ref_count = 1;
  source->name = g_strdup (name);
  source->length = length < 0 ? strlen (text) : (gsize) length;
  source->text = g_malloc (source->length + 1);
  memcpy (source->text, text, source->length);
  source->text[source->length] = '\0';
  g_mutex_init (&source->lock);
  source->warnings = g_ptr_array_new_with_free_func (g_free);
  return source;
}

/* Devices and pipes have no size that could be read beforehand. */
static gboolean
read_bounded (GInputStream *stream, GByteArray *bytes, GError **error)
{
  gsize n_read = 1;

  while (n_read > 0 && bytes->len <= MAX_SOURCE_BYTES)
    {
      guint before = bytes->len;

      g_byte_array_set_size (bytes, before + CHUNK_BYTES);
      if (!g_input_stream_read_all (stream, bytes->data + before, CHUNK_BYTES, &n_read, NULL, error))
        return FALSE;
      g_byte_array_set_size (bytes, before + (guint) n_read);
    }
  return TRUE;
}

TlSource *
tl_source_load (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (stream == NULL || !read_bounded (G_INPUT_STREAM (stream), bytes, error))
    return NULL;
  if (bytes->len <= MAX_SOURCE_BYTES)
    return tl_source_new (path, (const char *) bytes->data, (gssize) bytes->len);
  return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "%s exceeds the size limit of %u bytes", path, MAX_SOURCE_BYTES);
}

TlSource *
tl_source_ref (TlSource *source)
{
  g_atomic_int_inc (&source->ref_count);
  return source;
}

void
tl_source_unref (TlSource *source)
{
  if (!g_atomic_int_dec_and_test (&source->ref_count))
    return;
  g_free (source->name);
  g_free (source->text);
  g_ptr_array_unref (source->warnings);
  g_mutex_clear (&source->lock);
  g_free (source);
}

const char *
tl_source_name (const TlSource *source)
{
  return source->name;
}

const char *
tl_source_text (const TlSource *source)
{
  return source->text;
}

gsize
tl_source_length (const TlSource *source)
{
  return source->length;
}

static gsize
line_start (const TlSource *source, gsize offset)
{
  while (offset > 0 && source->text[offset - 1] != '\n')
    offset--;
  return offset;
}

static gsize
line_end (const TlSource *source, gsize offset)
{
  while (offset < source->length && source->text[offset] != '\n')
    offset++;
  return offset;
}

/* Counts UTF-8 lead bytes, so that a broken text still has columns. */
static guint
count_characters (const char *text, gsize n_bytes)
{
  guint count = 0;

  for (gsize i = 0; i < n_bytes; i++)
    count += ((guchar) text[i] & 0xC0) != 0x80;
  return count;
}

TlPosition
tl_source_position (const TlSource *source, guint32 offset)
{
  gsize      at = MIN (offset, source->length);
  gsize      start = line_start (source, at);
  TlPosition position = { 1, count_characters (source->text + start, at - start) + 1 };

  /* Often asked for late places in long texts. */
  for (const char *line = source->text; (line = memchr (line, '\n', (gsize) (source->text + start - line))) != NULL; line++)
    position.line++;
  return position;
}

/* Moves @offset left to the start of its character. */
static gsize
character_start (const TlSource *source, gsize offset)
{
  while (offset > 0 && ((guchar) source->text[offset] & 0xC0) == 0x80)
    offset--;
  return offset;
}

/* The line and the caret; of a very long line only the part around the span. */
static void
append_caret_line (GString *message, const TlSource *source, TlSpan span)
{
  gsize            at = MIN (span.start, source->length);
  gsize            start = line_start (source, at), end = line_end (source, at);
  gsize            shown_from = at - start > MAX_SHOWN_BYTES ? character_start (source, at - MAX_SHOWN_BYTES / 2) : start;
  gsize            shown_to = end - at > MAX_SHOWN_BYTES ? character_start (source, at + MAX_SHOWN_BYTES / 2) : end;
  gsize            marked_to = CLAMP (span.end, at + 1, MAX (shown_to, at + 1));
  g_autofree char *line = g_utf8_make_valid (source->text + shown_from, (gssize) (shown_to - shown_from));

  g_string_append_printf (message, "\n  %s%s%s\n  %s", shown_from > start ? "…" : "", line, shown_to < end ? "…" : "", shown_from > start
                          ? " " : "");
  for (gsize i = shown_from; i < at; i++)
    if (((guchar) source->text[i] & 0xC0) != 0x80)
      g_string_append_c (message, source->text[i] == '\t' ? '\t' : ' ');
  for (guint i = 0; i < tl_max (count_characters (source->text + at, MIN (marked_to, source->length) - at), 1); i++)
    g_string_append_c (message, '^');
}

/* "file.py:3:14: @what@text", the line and the caret. */
static char *
locate (const TlSource *source, TlSpan span, const char *what, const char *format, va_list args)
{
  TlPosition position = tl_source_position (source, span.start);
  GString   *message = g_string_new (NULL);

  g_string_printf (message, "%s:%u:%u: %s", source->name, position.line, position.column, what);
  g_string_append_vprintf (message, format, args);
  append_caret_line (message, source, span);
  return g_string_free (message, FALSE);
}

GError *
tl_source_error (const TlSource *source, TlSpan span, GQuark domain, int code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  va_start (args, format);
  message = locate (source, span, "", format, args);
  va_end (args);
  return g_error_new_literal (domain, code, message);
}

void
tl_source_warn (const TlSource *source, TlSpan span, const char *format, ...)
{
  TlSource        *noted = (TlSource *) source;
  g_autofree char *message = NULL;
  va_list          args;

  va_start (args, format);
  message = locate (source, span, "warning: ", format, args);
  va_end (args);
  g_mutex_lock (&noted->lock);
  if (noted->warnings->len < MAX_WARNINGS && !g_ptr_array_find_with_equal_func (noted->warnings, message, g_str_equal, NULL))
    g_ptr_array_add (noted->warnings, g_steal_pointer (&message));
  g_mutex_unlock (&noted->lock);
}

char **
tl_source_warnings (const TlSource *source)
{
  TlSource  *noted = (TlSource *) source;
  GPtrArray *copy = g_ptr_array_new ();

  g_mutex_lock (&noted->lock);
  for (guint i = 0; i < noted->warnings->len; i++)
    g_ptr_array_add (copy, g_strdup (noted->warnings->pdata[i]));
  g_mutex_unlock (&noted->lock);
  g_ptr_array_add (copy, NULL);
  return (char **) g_ptr_array_free (copy, FALSE);
}
