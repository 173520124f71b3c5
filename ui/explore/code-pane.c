/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-pane.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "ui/widgets/after-frame.h"

#define REFRESH_DELAY_MS 150
#define MAX_SHOWN_BYTES  (4u * 1024 * 1024)
#define PROBLEMS_PAGE    "problems"

typedef enum { FORM_SCRIPT, FORM_TRACE, FORM_LOWERED, FORM_LLVM, FORM_ASM, FORM_REPORT, N_FORMS } CodeForm;

static const struct
{
  const char *name;       /* of the stack page, and of the form in requests to a worker */
  const char *title;
  const char *language;   /* of GtkSourceView */
} forms[N_FORMS] = {
  { "script", N_("Script"), "python3" },
  { "trace", N_("Trace"), "python3" },
  { "lowered", N_("Lowered"), "python3" },
  { "llvm", "LLVM IR", "llvm" },
  { "asm", N_("Assembly"), NULL },
  { "report", N_("Loop Report"), NULL },
};

struct _TlCodePane
{
  GtkWidget        parent_instance;
  TlEditor        *editor;
  GtkWidget       *stack;
  GtkWidget       *problems;            /* GtkListBox: warnings about the script; its page is visible only if there are some */
  GtkWidget       *views[N_FORMS];
  GtkSourceBuffer *buffers[N_FORMS];
  TlState         *shown[N_FORMS];      /* the state that each page shows, or will show when its text arrives */
  GCancellable    *fetching[N_FORMS];
  GArray          *marks;               /* TlScriptMark of the script */
  TlAfterFrame    *follow;              /* updates the pages that this process prints */
  guint            refresh_source;      /* updates the pages that a worker compiles */
};

G_DEFINE_FINAL_TYPE (TlCodePane, tl_code_pane, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlCodePane *self)
{
  return tl_editor_session (self->editor);
}

static CodeForm
visible_form (TlCodePane *self)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (self->stack));

  for (guint i = 0; i < N_FORMS; i++)
    if (g_strcmp0 (forms[i].name, name) == 0)
      return i;
  return FORM_SCRIPT;
}

static gboolean
starts_line (const char *text, gsize at)
{
  return at == 0 || text[at - 1] == '\n';
}

/*
 * Replaces only the lines that differ: an edit changes few of them, and inserted text must be measured and highlighted again. The view
 * also keeps its scroll position.
 */
static void
set_text (TlCodePane *self, CodeForm form, const char *text)
{
  GtkTextBuffer   *buffer = GTK_TEXT_BUFFER (self->buffers[form]);
  gsize            length = MIN (strlen (text), MAX_SHOWN_BYTES), first = 0, last = 0, old_length;
  g_autofree char *old = NULL;
  GtkTextIter      start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  old = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  old_length = strlen (old);
  while (first < MIN (length, old_length) && old[first] == text[first])
    first++;
  while (!starts_line (text, first))
    first--;
  while (last < MIN (length, old_length) - first && old[old_length - last - 1] == text[length - last - 1])
    last++;
  while (last > 0 && !(starts_line (text, length - last) && starts_line (old, old_length - last)))
    last--;
  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int) g_utf8_strlen (old, (gssize) first));
  gtk_text_buffer_get_iter_at_offset (buffer, &end, (int) g_utf8_strlen (old, (gssize) (old_length - last)));
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text + first, (int) (length - last - first));
  gtk_widget_remove_css_class (self->views[form], "outdated");
}

/* --- marking the selection --- */

static void
mark_lines (TlCodePane *self, guint first, guint last, gboolean scroll)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffers[FORM_SCRIPT]);
  GtkTextIter    start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) first - 1);
  gtk_text_buffer_get_iter_at_line (buffer, &end, (int) last);
  if (gtk_text_iter_equal (&start, &end))
    gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_apply_tag_by_name (buffer, "selected", &start, &end);
  if (scroll)
    {
      gtk_text_buffer_move_mark_by_name (buffer, "focus", &start);
      gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->views[FORM_SCRIPT]), gtk_text_buffer_get_mark (buffer, "focus"), 0.08, FALSE, 0,
                                    0);
    }
}

static void
mark_selection (TlCodePane *self)
{
  TlSelection   *selection = tl_session_selection (session_of (self));
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffers[FORM_SCRIPT]);
  GtkTextIter    start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, "selected", &start, &end);
  for (guint i = 0; i < self->marks->len; i++)
    {
      TlScriptMark *mark = &g_array_index (self->marks, TlScriptMark, i);

      if (tl_selection_contains (selection, mark->id))
        mark_lines (self, mark->first_line, mark->last_line, mark->id == tl_selection_primary (selection));
    }
}

/* The innermost loop or block whose lines contain the caret. */
static void
on_script_clicked (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlCodePane  *self = user_data;
  GtkTextView *view = GTK_TEXT_VIEW (self->views[FORM_SCRIPT]);
  GtkTextIter  at;
  int          bx, by;
  guint        line, best_lines = G_MAXUINT;
  TlNodeId     best = 0;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &bx, &by);
  gtk_text_view_get_iter_at_location (view, &at, bx, by);
  line = (guint) gtk_text_iter_get_line (&at) + 1;
  for (guint i = 0; i < self->marks->len; i++)
    {
      TlScriptMark *mark = &g_array_index (self->marks, TlScriptMark, i);

      if (line >= mark->first_line && line <= mark->last_line && mark->last_line - mark->first_line < best_lines)
        {
          best_lines = mark->last_line - mark->first_line;
          best = mark->id;
        }
    }
  tl_selection_pick (tl_session_selection (session_of (self)), best);
}

/* --- fetching --- */

typedef struct
{
  TlCodePane *pane;   /* owned */
  CodeForm    form;
  TlState    *state;
} TextFetch;

static void
on_shown (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TextFetch         *fetch = user_data;
  TlCodePane        *self = fetch->pane;
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = tl_session_show_finish (TL_SESSION (source), result, NULL, &error);

  if (self->editor != NULL && self->shown[fetch->form] == fetch->state && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *problem = error != NULL ? g_strdup_printf ("# Not available: %s\n", error->message) : NULL;

      set_text (self, fetch->form, text != NULL ? text : problem);
      if (text == NULL)
        g_clear_pointer (&self->shown[fetch->form], tl_state_unref);
    }
  tl_state_unref (fetch->state);
  g_object_unref (self);
  g_free (fetch);
}

static void
fetch_form (TlCodePane *self, CodeForm form, TlState *state)
{
  TextFetch *fetch = g_new0 (TextFetch, 1);

  g_cancellable_cancel (self->fetching[form]);
  g_clear_object (&self->fetching[form]);
  self->fetching[form] = g_cancellable_new ();
  fetch->pane = g_object_ref (self);
  fetch->form = form;
  fetch->state = tl_state_ref (state);
  gtk_widget_add_css_class (self->views[form], "outdated");
  tl_session_show_async (session_of (self), state, forms[form].name, self->fetching[form], on_shown, fetch);
}

static void
print_script (TlCodePane *self, TlState *state)
{
  g_autofree char *text = NULL;

  g_array_set_size (self->marks, 0);
  text = tl_program_view_script (state, self->marks);
  set_text (self, FORM_SCRIPT, text);
  mark_selection (self);
}

static gboolean
refresh (gpointer user_data)
{
  TlCodePane *self = user_data;
  TlVariant  *variant = tl_session_current (session_of (self));
  CodeForm    form = visible_form (self);
  gboolean    is_problems = g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), PROBLEMS_PAGE) == 0;
  TlState    *state = variant != NULL ? tl_variant_state (variant) : NULL;

  self->refresh_source = 0;
  if (state == NULL || is_problems || self->shown[form] == state)
    return G_SOURCE_REMOVE;
  g_clear_pointer (&self->shown[form], tl_state_unref);
  self->shown[form] = tl_state_ref (state);
  if (form == FORM_SCRIPT)
    print_script (self, state);
  else if (form == FORM_TRACE)
    {
      g_autofree char *text = tl_program_view_trace (state);

      set_text (self, FORM_TRACE, text);
    }
  else
    fetch_form (self, form, state);
  return G_SOURCE_REMOVE;
}

static void
on_page (TlCodePane *self)
{
  g_clear_handle_id (&self->refresh_source, g_source_remove);
  refresh (self);
}

static void
follow (GtkWidget *widget)
{
  on_page (TL_CODE_PANE (widget));
  mark_selection (TL_CODE_PANE (widget));
}

static void
on_selection_changed (TlCodePane *self)
{
  tl_after_frame_ask (self->follow);
}

/* The script follows the canvas at once. Compiled forms wait until the edits pause. */
static void
on_session_changed (TlCodePane *self)
{
  CodeForm form = visible_form (self);

  if (form == FORM_SCRIPT || form == FORM_TRACE)
    {
      tl_after_frame_ask (self->follow);
      return;
    }
  gtk_widget_add_css_class (self->views[form], "outdated");
  if (self->refresh_source == 0)
    self->refresh_source = g_timeout_add (REFRESH_DELAY_MS, refresh, self);
}

/* --- problems --- */

/* Shows the script and selects the block that the warning names, if it names one; that marks its lines. */
static void
on_problem (GtkListBox *list, GtkListBoxRow *row, TlCodePane *self)
{
  static const char  before[] = "block ";
  const char *const *warnings = tl_session_warnings (session_of (self));
  const char        *text = warnings[gtk_list_box_row_get_index (row)], *found = strstr (text, before);
  const TlPrimFunc  *func = tl_session_func (session_of (self));
  const char        *name = found != NULL ? found + strlen (before) : "";
  TlNodeId           block = found != NULL ? tl_program_view_find_block (func, name, strcspn (name, " :,\n")) : 0;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), forms[FORM_SCRIPT].name);
  if (block != 0)
    tl_selection_pick (tl_session_selection (session_of (self)), block);
}

static void
add_problem (TlCodePane *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_end (label, 6);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_tooltip_text (label, _("Show the block in the script"));
  gtk_list_box_append (GTK_LIST_BOX (self->problems), label);
}

static void
on_opened (TlCodePane *self)
{
  const char *const *warnings = tl_session_warnings (session_of (self));
  guint              n = warnings != NULL ? g_strv_length ((char **) warnings) : 0;
  GtkStackPage      *page = gtk_stack_get_page (GTK_STACK (self->stack),
                                                gtk_stack_get_child_by_name (GTK_STACK (self->stack), PROBLEMS_PAGE));
  g_autofree char   *title = g_strdup_printf (_("Problems (%u)"), n);
  GtkWidget         *row;

  while ((row = gtk_widget_get_first_child (self->problems)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->problems), row);
  for (guint i = 0; i < n; i++)
    add_problem (self, warnings[i]);
  gtk_stack_page_set_title (page, title);
  if (n == 0 && g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), PROBLEMS_PAGE) == 0)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), forms[FORM_SCRIPT].name);
  gtk_stack_page_set_visible (page, n > 0);
}

static void
add_problems (TlCodePane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->problems = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->problems), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->problems), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Problems"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->problems);
  gtk_stack_page_set_visible (gtk_stack_add_titled (GTK_STACK (self->stack), scroller, PROBLEMS_PAGE, _("Problems")), FALSE);
  g_signal_connect (self->problems, "row-activated", G_CALLBACK (on_problem), self);
}

/* --- building --- */

/* GtkSourceView does not follow the dark style. */
static void
update_scheme (TlCodePane *self)
{
  gboolean              dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme
    = gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (), dark ? "Adwaita-dark" : "Adwaita");

  for (guint i = 0; i < N_FORMS; i++)
    gtk_source_buffer_set_style_scheme (self->buffers[i], scheme);
}

static GtkWidget *
make_view (TlCodePane *self, CodeForm form)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkWidget                *scroller = gtk_scrolled_window_new ();
  GtkSourceLanguage        *language = NULL;
  GtkWidget                *view;

  if (forms[form].language != NULL)
    language = gtk_source_language_manager_get_language (languages, forms[form].language);
  self->buffers[form] = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (self->buffers[form], language);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffers[form], FALSE);
  view = gtk_source_view_new_with_buffer (self->buffers[form]);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 6);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _(forms[form].title), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->views[form] = view;
  return scroller;
}

static void
add_script_extras (TlCodePane *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffers[FORM_SCRIPT]), &start);
  gtk_text_buffer_create_mark (GTK_TEXT_BUFFER (self->buffers[FORM_SCRIPT]), "focus", &start, TRUE);
  gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffers[FORM_SCRIPT]), "selected", "paragraph-background-rgba",
                              &(GdkRGBA) { 0.21f, 0.52f, 0.89f, 0.16f }, NULL);
  g_signal_connect (click, "released", G_CALLBACK (on_script_clicked), self);
  gtk_widget_add_controller (self->views[FORM_SCRIPT], GTK_EVENT_CONTROLLER (click));
}

static void
tl_code_pane_dispose (GObject *object)
{
  TlCodePane *self = TL_CODE_PANE (object);
  GtkWidget  *child;

  g_clear_handle_id (&self->refresh_source, g_source_remove);
  g_clear_pointer (&self->follow, tl_after_frame_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; i < N_FORMS; i++)
    {
      if (self->fetching[i] != NULL)
        g_cancellable_cancel (self->fetching[i]);
      g_clear_object (&self->fetching[i]);
      g_clear_object (&self->buffers[i]);
      g_clear_pointer (&self->shown[i], tl_state_unref);
    }
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_code_pane_parent_class)->dispose (object);
}

static void
tl_code_pane_class_init (TlCodePaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_code_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "codepane");
}

static void
tl_code_pane_init (TlCodePane *self)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();

  self->follow = tl_after_frame_new (GTK_WIDGET (self), follow);
  self->marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->stack = gtk_stack_new ();
  for (guint i = 0; i < N_FORMS; i++)
    gtk_stack_add_titled (GTK_STACK (self->stack), make_view (self, i), forms[i].name, _(forms[i].title));
  add_problems (self);
  add_script_extras (self);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->stack));
  gtk_widget_add_css_class (switcher, "code-switcher");
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_widget_set_parent (switcher, GTK_WIDGET (self));
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  update_scheme (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tl_code_pane_new (TlEditor *editor)
{
  TlCodePane *self = g_object_new (TL_TYPE_CODE_PANE, NULL);
  TlSession  *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect_swapped (self->stack, "notify::visible-child", G_CALLBACK (on_page), self);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  on_page (self);
  return GTK_WIDGET (self);
}
