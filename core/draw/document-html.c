/* SPDX-License-Identifier: Apache-2.0 */
/* One file: styles and pictures stand in it, nothing is fetched, no script runs. */
#include "core/draw/document-private.h"

#include <string.h>

static const char style[] = "body { font: 15px/1.5 Cantarell, system-ui, sans-serif; color: #1e1e24; background: #fff; max-width: 980px;\n"
                            "  margin: 32px auto; padding: 0 24px; }\n"
                            "h1 { font-size: 26px; margin: 0; } h2 { font-size: 18px; margin: 32px 0 8px; }\n"
                            ".subtitle, figcaption { color: #5e5d63; }\n"
                            "table { border-collapse: collapse; font-variant-numeric: tabular-nums; }\n"
                            "th, td { text-align: left; vertical-align: top; padding: 3px 24px 3px 0; border-bottom: 1px solid #e4e4e8; }\n"
                            "th { font-weight: 600; } .number { text-align: right; white-space: nowrap; }\n"
                            "pre { font: 12.5px/1.45 \"DejaVu Sans Mono\", monospace; background: #f6f6f8; border-radius: 6px;\n"
                            "  padding: 12px; overflow-x: auto; }\n"
                            "figure { margin: 12px 0; } svg { max-width: 100%; height: auto; }\n"
                            "@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; }\n"
                            "  body { color: #f2f2f4; background: #1e1e20; } .subtitle, figcaption { color: #b7b7bc; }\n"
                            "  th, td { border-color: #4a4a52; } pre { background: #303034; }\n"
                            "  svg { background: #fafafb; border-radius: 6px; } }\n"   /* pictures have the colours of light grounds */
                            "@media print { pre { white-space: pre-wrap; } figure { break-inside: avoid; } }\n";

static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (out, escaped);
}

static void
append_element (GString *out, const char *name, const char *attributes, const char *text)
{
  g_string_append_printf (out, "<%s%s>", name, attributes);
  append_escaped (out, text);
  g_string_append_printf (out, "</%s>", name);
}

static void
append_row (GString *out, const TlDocumentItem *item, char *const *cells, gboolean is_head)
{
  g_string_append (out, "<tr>");
  for (guint i = 0; item->text[i] != '\0'; i++)
    {
      const char *name = is_head || (item->head == NULL && i == 0) ? "th" : "td";
      const char *scope = is_head ? " scope=\"col\"" : name[1] == 'h' ? " scope=\"row\"" : "";
      g_autofree char *attributes = g_strconcat (scope, item->text[i] == 'r' ? " class=\"number\"" : "", NULL);

      append_element (out, name, attributes, cells[i]);
    }
  g_string_append (out, "</tr>\n");
}

static void
append_table (GString *out, const TlDocumentItem *item)
{
  g_string_append (out, "<table>\n");
  if (item->head != NULL)
    {
      g_string_append (out, "<thead>");
      append_row (out, item, item->head, TRUE);
      g_string_append (out, "</thead>\n");
    }
  g_string_append (out, "<tbody>\n");
  for (guint i = 0; i < item->rows->len; i++)
    append_row (out, item, item->rows->pdata[i], FALSE);
  g_string_append (out, "</tbody></table>\n");
}

/*
 * Without the head of a file, which is for SVG alone, and with names that no other picture of the document has: cairo counts its glyphs and
 * clips again in each.
 */
static void
append_picture (GString *out, const TlDocumentItem *item, const char *svg, guint number)
{
  g_autoptr (GString) text = g_string_new (strstr (svg, "<svg"));
  g_autofree char    *label = g_markup_escape_text (item->text, -1);
  g_autofree char    *begin = g_strdup_printf ("<svg role=\"img\" aria-label=\"%s\"", label);
  g_autofree char    *id = g_strdup_printf (" id=\"p%u-", number), *reference = g_strdup_printf (" href=\"#p%u-", number);
  g_autofree char    *url = g_strdup_printf ("url(#p%u-", number);

  g_string_replace (text, " xmlns=\"http://www.w3.org/2000/svg\"", "", 0);
  g_string_replace (text, " xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "", 0);
  g_string_replace (text, " xlink:href=\"", " href=\"", 0);
  g_string_replace (text, " href=\"#", reference, 0);
  g_string_replace (text, " id=\"", id, 0);
  g_string_replace (text, "url(#", url, 0);
  g_string_replace (text, "<svg", begin, 1);
  g_string_append_printf (out, "<figure>\n%s", text->str);
  append_element (out, "figcaption", "", item->text);
  g_string_append (out, "</figure>\n");
}

static gboolean
append_item (GString *out, const TlDocumentItem *item, guint number, GError **error)
{
  g_autofree char *svg = NULL;

  switch (item->kind)
    {
    case TL_DOCUMENT_HEADING:
      append_element (out, "h2", "", item->text);
      break;
    case TL_DOCUMENT_CODE:
      append_element (out, "pre", "", item->text);
      break;
    case TL_DOCUMENT_TABLE:
      append_table (out, item);
      break;
    case TL_DOCUMENT_PICTURE:
      svg = tl_draw_to_svg (item->width, item->height, item->draw, item->user_data, error);
      if (svg == NULL)
        return FALSE;
      append_picture (out, item, svg, number);
      break;
    case TL_DOCUMENT_PARAGRAPH:
    default:
      append_element (out, "p", "", item->text);
      break;
    }
  g_string_append_c (out, '\n');
  return TRUE;
}

char *
tl_document_to_html (const TlDocument *document, GError **error)
{
  g_autoptr (GString) out = g_string_new ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");

  append_element (out, "title", "", document->title);
  g_string_append_printf (out, "\n<style>\n%s</style>\n</head>\n<body>\n", style);
  append_element (out, "h1", "", document->title);
  append_element (out, "p", " class=\"subtitle\"", document->subtitle);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < document->items->len; i++)
    if (!append_item (out, document->items->pdata[i], i, error))
      return NULL;
  g_string_append (out, "</body>\n</html>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}
