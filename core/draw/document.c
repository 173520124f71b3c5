/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/document-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/i18n.h"

static void
item_free (gpointer data)
{
  TlDocumentItem *item = data;

  g_free (item->text);
  g_strfreev (item->head);
  g_clear_pointer (&item->rows, g_ptr_array_unref);
  g_free (item);
}

TlDocument *
tl_document_new (const char *title, const char *subtitle)
{
  TlDocument *document = g_new0 (TlDocument, 1);

  document->title = g_strdup (title);
  document->subtitle = g_strdup (subtitle);
  document->items = g_ptr_array_new_with_free_func (item_free);
  return document;
}

void
tl_document_free (TlDocument *document)
{
  g_free (document->title);
  g_free (document->subtitle);
  g_ptr_array_unref (document->items);
  g_free (document);
}

static TlDocumentItem *
add (TlDocument *document, TlDocumentKind kind, const char *text)
{
  TlDocumentItem *item = g_new0 (TlDocumentItem, 1);

  item->kind = kind;
  item->text = g_strdup (text);
  g_ptr_array_add (document->items, item);
  return item;
}

void
tl_document_add_heading (TlDocument *document, const char *text)
{
  add (document, TL_DOCUMENT_HEADING, text);
}

void
tl_document_add_paragraph (TlDocument *document, const char *text)
{
  add (document, TL_DOCUMENT_PARAGRAPH, text);
}

void
tl_document_add_code (TlDocument *document, const char *text)
{
  g_strchomp (add (document, TL_DOCUMENT_CODE, text)->text);
}

static char **
copy_cells (const char *const *cells, gsize n)
{
  char **copy = g_new0 (char *, n + 1);

  for (gsize i = 0; i < n; i++)
    copy[i] = g_strdup (cells[i] != NULL ? cells[i] : "");
  return copy;
}

void
tl_document_add_table (TlDocument *document, const char *columns, const char *const *head)
{
  TlDocumentItem *item = add (document, TL_DOCUMENT_TABLE, columns);

  item->head = head != NULL ? copy_cells (head, strlen (columns)) : NULL;
  item->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
}

void
tl_document_add_row (TlDocument *document, const char *const *cells)
{
  TlDocumentItem *item = document->items->pdata[document->items->len - 1];

  g_return_if_fail (item->kind == TL_DOCUMENT_TABLE);
  g_ptr_array_add (item->rows, copy_cells (cells, strlen (item->text)));
}

void
tl_document_add_picture (TlDocument *document, const char *description, double width, double height, TlDrawFunc draw, gpointer user_data)
{
  TlDocumentItem *item = add (document, TL_DOCUMENT_PICTURE, description);

  item->width = width;
  item->height = height;
  item->draw = draw;
  item->user_data = user_data;
}

gboolean
tl_document_has_ending (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".html") || g_str_has_suffix (lower, ".pdf");
}

gboolean
tl_document_write (const TlDocument *document, const char *path, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (g_str_has_suffix (lower, ".html"))
    {
      g_autofree char *text = tl_document_to_html (document, error);

      return text != NULL && tl_file_write (path, text, error);
    }
  if (g_str_has_suffix (lower, ".pdf"))
    {
      g_autoptr (GByteArray) bytes = tl_document_to_pdf (document, error);

      return bytes != NULL && tl_file_write_bytes (path, bytes->data, bytes->len, error);
    }
  return tl_fail (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s: the name of a report must end in .html or .pdf"), path);
}
