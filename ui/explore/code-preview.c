/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-preview.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "core/base/i18n.h"
#include "core/session/line-diff.h"
#include "core/session/program-view.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/picture.h"

/* Lives as long as its page. */
typedef struct
{
  TlSession    *session;
  GtkStack     *stack;      /* borrowed: the page is its child */
  GtkWidget    *page;       /* the scrolled … */
  GtkWidget    *view;       /* … GtkSourceView */
  char         *before;     /* nullable: the page that was shown before */
  TlAfterFrame *update;
  TlAfterFrame *scroll;
} CodePreview;

static void
code_preview_free (gpointer data)
{
  CodePreview *preview = data;

  tl_after_frame_free (preview->update);
  tl_after_frame_free (preview->scroll);
  g_object_unref (preview->session);
  g_free (preview->before);
  g_free (preview);
}

/* --- the text: lines that go, then lines that come in their place --- */

static void
add_line (GString *text, const char *sign, const char *line)
{
  g_string_append_printf (text, "%s %s\n", sign, line);
}

/* Many lines at once, which costs the buffer as much as one. Empties @text. */
static void
append_text (GtkTextBuffer *buffer, GString *text, const char *tag)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (tag != NULL)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, text->str, (int) text->len, tag, NULL);
  else
    gtk_text_buffer_insert (buffer, &end, text->str, (int) text->len);
  g_string_truncate (text, 0);
}

static guint
append_changes (GtkTextBuffer *buffer, const GArray *rows, guint first, char *const *now, char *const *then)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint               end = first;

  for (; end < rows->len && g_array_index (rows, TlLineRow, end).change != TL_LINE_SAME; end++)
    if (g_array_index (rows, TlLineRow, end).a >= 0)
      add_line (text, "−", now[g_array_index (rows, TlLineRow, end).a]);
  append_text (buffer, text, "removed");
  for (guint i = first; i < end; i++)
    if (g_array_index (rows, TlLineRow, i).b >= 0)
      add_line (text, "+", then[g_array_index (rows, TlLineRow, i).b]);
  append_text (buffer, text, "added");
  return end;
}

static guint
append_same (GtkTextBuffer *buffer, const GArray *rows, guint first, char *const *now)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint               end = first;

  for (; end < rows->len && g_array_index (rows, TlLineRow, end).change == TL_LINE_SAME; end++)
    add_line (text, " ", now[g_array_index (rows, TlLineRow, end).a]);
  append_text (buffer, text, NULL);
  return end;
}

/* The mark "place" stands at the first change. */
static void
set_texts (CodePreview *preview, const char *now, const char *then)
{
  GtkTextBuffer     *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (preview->view));
  g_auto (GStrv)     lines_now = g_strsplit (now, "\n", -1), lines_then = g_strsplit (then, "\n", -1);
  g_autoptr (GArray) rows = tl_line_diff ((const char *const *) lines_now, (const char *const *) lines_then);
  gboolean           has_place = FALSE;
  GtkTextIter        place;

  gtk_text_buffer_set_text (buffer, "", 0);
  for (guint i = 0; i < rows->len;)
    if (g_array_index (rows, TlLineRow, i).change == TL_LINE_SAME)
      i = append_same (buffer, rows, i, lines_now);
    else
      {
        gtk_text_buffer_get_end_iter (buffer, &place);
        if (!has_place)
          gtk_text_buffer_create_mark (buffer, "place", &place, TRUE);
        has_place = TRUE;
        i = append_changes (buffer, rows, i, lines_now, lines_then);
      }
}

static void
show (CodePreview *preview, TlState *state)
{
  TlDialect        dialect = tl_session_dialect (preview->session);
  g_autofree char *now = tl_program_view_script (tl_session_state (preview->session), dialect, NULL);
  g_autofree char *then = tl_program_view_script (state, dialect, NULL);

  set_texts (preview, now, then);
  if (preview->before == NULL)
    preview->before = g_strdup (gtk_stack_get_visible_child_name (preview->stack));
  gtk_stack_set_visible_child (preview->stack, preview->page);
  tl_after_frame_ask (preview->scroll);   /* once it is known where the lines are */
}

static void
hide (CodePreview *preview)
{
  g_autofree char *before = g_steal_pointer (&preview->before);

  if (before != NULL && gtk_stack_get_visible_child (preview->stack) == preview->page)
    gtk_stack_set_visible_child_name (preview->stack, before);
}

static CodePreview *
preview_of (GtkWidget *stack)
{
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (stack), TL_CODE_PREVIEW_PAGE);

  return page != NULL ? g_object_get_data (G_OBJECT (page), "preview") : NULL;
}

/* Once per frame: rows under a moving pointer are previewed one after the other. */
static void
update (GtkWidget *stack)
{
  CodePreview *preview = preview_of (stack);
  TlState     *state = tl_session_preview (preview->session);

  if (state != NULL)
    show (preview, state);
  else
    hide (preview);
}

static void
scroll (GtkWidget *stack)
{
  GtkTextView *view = GTK_TEXT_VIEW (preview_of (stack)->view);
  GtkTextMark *place = gtk_text_buffer_get_mark (gtk_text_view_get_buffer (view), "place");

  if (place != NULL)
    gtk_text_view_scroll_to_mark (view, place, 0, TRUE, 0, 0.2);
}

static void
on_preview_changed (GtkWidget *stack)
{
  CodePreview *preview = preview_of (stack);

  if (preview != NULL)
    tl_after_frame_ask (preview->update);
}

/* --- building --- */

static void
follow_scheme (GtkSourceView *view)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  gtk_source_buffer_set_style_scheme (GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view))),
                                      gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (),
                                                                                  dark ? "Adwaita-dark" : "Adwaita"));
}

static GtkWidget *
make_view (void)
{
  GtkWidget         *view = gtk_source_view_new ();
  GtkTextBuffer     *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkSourceLanguage *python = gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "python3");

  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (buffer), python);
  gtk_source_buffer_set_highlight_matching_brackets (GTK_SOURCE_BUFFER (buffer), FALSE);
  tl_highlight_in_slices (GTK_SOURCE_VIEW (view));
  gtk_text_buffer_create_tag (buffer, "added", "paragraph-background", "rgba(0,158,115,0.18)", NULL);
  gtk_text_buffer_create_tag (buffer, "removed", "paragraph-background", "rgba(213,94,0,0.20)", NULL);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Script after the step"), -1);
  follow_scheme (GTK_SOURCE_VIEW (view));
  tl_style_follow (view, G_CALLBACK (follow_scheme));
  return view;
}

void
tl_code_preview_add (GtkStack *stack, TlSession *session)
{
  CodePreview *preview = g_new0 (CodePreview, 1);

  preview->session = g_object_ref (session);
  preview->stack = stack;
  preview->view = make_view ();
  preview->page = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (preview->page), preview->view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (preview->page), GTK_POLICY_EXTERNAL, GTK_POLICY_EXTERNAL);
  gtk_stack_add_named (stack, preview->page, TL_CODE_PREVIEW_PAGE);
  preview->update = tl_after_frame_new (GTK_WIDGET (stack), update);
  preview->scroll = tl_after_frame_new (GTK_WIDGET (stack), scroll);
  g_object_set_data_full (G_OBJECT (preview->page), "preview", preview, code_preview_free);
  g_signal_connect_object (session, "preview-changed", G_CALLBACK (on_preview_changed), stack, G_CONNECT_SWAPPED);
}
