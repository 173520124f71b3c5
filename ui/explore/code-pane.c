/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-pane.h"

#include <math.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/session/predicted-traffic.h"
#include "core/session/program-view.h"
#include "ui/explore/asm-view.h"
#include "ui/explore/code-preview.h"
#include "ui/explore/code-text.h"
#include "ui/explore/pass-view.h"
#include "ui/widgets/after-frame.h"

#define REFRESH_DELAY_MS 150
#define PROBLEMS_PAGE    "problems"

typedef enum { FORM_SCRIPT, FORM_TRACE, FORM_LOWERED, FORM_PASSES, FORM_LLVM, FORM_ASM, FORM_REPORT, N_FORMS } CodeForm;

static const struct
{
  const char *name;       /* of the stack page, and of the form in requests to a worker */
  const char *title;
  const char *language;   /* of GtkSourceView */
} forms[N_FORMS] = {
  { "script", N_("Script"), "python3" },
  { "trace", N_("Trace"), "python3" },
  { "lowered", N_("Lowered"), "python3" },
  { "passes", N_("Passes"), NULL },
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
  TlCodeText      *texts[N_FORMS];
  GtkWidget       *passes;              /* has the text of that form, as does … */
  GtkWidget       *assembly;
  TlState         *shown[N_FORMS];      /* the state that each page shows, or will show when its text arrives */
  GCancellable    *fetching[N_FORMS];
  GtkWidget       *places;              /* how many places the selection has in the text */
  GtkWidget       *next;
  char            *func_name;           /* of the function that is shown */
  const TlViolation *violation;         /* borrowed; nullable: none is underlined */
  gboolean         scrolls;             /* to the function, once the script is shown */
  TlAfterFrame    *follow;              /* updates the pages that this process prints */
  guint            refresh_source;      /* updates the pages that a worker compiles */
  TlState         *of_shares;           /* the state whose parts of the time are shown, or asked for */
  GCancellable    *predicting;
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

/* FALSE: problems, or the preview of a step. */
static gboolean
has_form (TlCodePane *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), forms[visible_form (self)].name) == 0;
}

/* "2 of 8 places", and the button that goes to the next one. */
static void
show_places (TlCodePane *self)
{
  g_autofree char *text = tl_code_text_places (self->texts[visible_form (self)]);

  gtk_label_set_text (GTK_LABEL (self->places), text);
  gtk_widget_set_visible (self->next, tl_code_text_n_places (self->texts[visible_form (self)]) > 1);
}

static void
show_next_place (TlCodePane *self)
{
  tl_code_text_show_next_place (self->texts[visible_form (self)]);
}

/* --- parts of the time --- */

/* TlNodeId → double *, of those loops and blocks of which it is known. */
static GHashTable *
shares_of (const TlPredictedTraffic *predicted, const TlModule *module, const char *func_name)
{
  g_autoptr (TlNest) nest = tl_nest_new (module, func_name);
  g_autofree double *shares = g_new (double, nest->n_items + 1);
  GHashTable        *table = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  tl_nest_time_shares (nest, predicted->traffic, predicted->block_s, shares);
  for (guint i = 0; i < nest->n_items; i++)
    if (nest->items[i].id != 0 && isfinite (shares[i]))
      g_hash_table_insert (table, GUINT_TO_POINTER (nest->items[i].id), g_memdup2 (&shares[i], sizeof *shares));
  return table;
}

static void
show_shares (TlCodePane *self, GHashTable *shares)
{
  for (guint i = 0; i < N_FORMS; i++)
    tl_code_text_set_shares (self->texts[i], shares);
}

static void
on_predicted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlCodePane)         self = user_data;
  g_autoptr (TlPredictedTraffic) predicted = tl_session_predict_traffic_finish (TL_SESSION (source), result, NULL);
  g_autoptr (GHashTable)         shares = NULL;

  if (predicted == NULL || self->editor == NULL)   /* cancelled: another one is under way, or the pane is gone */
    return;
  shares = shares_of (predicted, tl_state_module (self->of_shares), self->func_name);
  show_shares (self, shares);
}

/* The same prediction that the canvas shows. */
static void
predict_shares (TlCodePane *self)
{
  TlVariant *variant = tl_session_current (session_of (self));
  TlState   *state = variant != NULL ? tl_session_state (session_of (self)) : NULL;

  if (state == self->of_shares)
    return;
  g_cancellable_cancel (self->predicting);
  g_clear_object (&self->predicting);
  g_clear_pointer (&self->of_shares, tl_state_unref);
  if (state == NULL || !tl_session_has_traffic (session_of (self)))
    {
      show_shares (self, NULL);
      return;
    }
  self->of_shares = tl_state_ref (state);
  self->predicting = g_cancellable_new ();
  tl_session_predict_traffic_async (session_of (self), state, self->predicting, on_predicted, g_object_ref (self));
}

static void
predict_again (TlCodePane *self)
{
  g_clear_pointer (&self->of_shares, tl_state_unref);
  predict_shares (self);
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
  g_autoptr (GArray) nodes = NULL;
  g_autofree char   *text = tl_session_show_finish (TL_SESSION (source), result, &nodes, &error);

  if (self->editor != NULL && self->shown[fetch->form] == fetch->state && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *problem = error != NULL ? g_strdup_printf ("# Not available: %s\n", error->message) : NULL;

      if (text == NULL || fetch->form != FORM_ASM)
        tl_code_text_set (self->texts[fetch->form], text != NULL ? text : problem);
      if (text == NULL)
        g_clear_pointer (&self->shown[fetch->form], tl_state_unref);
      else
        {
          if (fetch->form == FORM_ASM)
            tl_asm_view_set (TL_ASM_VIEW (self->assembly), text, nodes);
          else
            tl_code_text_set_nodes (self->texts[fetch->form], nodes);
          tl_code_text_mark_selection (self->texts[fetch->form], TRUE);
        }
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
  tl_code_text_set_outdated (self->texts[form]);
  tl_session_show_async (session_of (self), state, forms[form].name, self->fetching[form], on_shown, fetch);
}

/* --- the accesses of a refusal --- */

/* Underlines both, or shows the line of the later one. */
static void
go_through_violation (TlCodePane *self, gboolean shows)
{
  const TlViolationEnd *ends[] = { &self->violation->from, &self->violation->to };
  g_autoptr (GArray)    marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char      *text = tl_program_view_script (self->shown[FORM_SCRIPT], tl_session_dialect (session_of (self)), marks);
  TlTextPlace           place;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (tl_violation_find_place (ends[i], text, marks, &place))
      {
        if (shows)
          tl_code_text_jump (self->texts[FORM_SCRIPT], place.line);
        else
          {
            tl_code_text_underline (self->texts[FORM_SCRIPT], place.line, place.column, place.length);
            tl_code_text_reveal_line (self->texts[FORM_SCRIPT], place.line);
          }
      }
}

static void
underline_violation (TlCodePane *self)
{
  tl_code_text_clear_underlines (self->texts[FORM_SCRIPT]);
  if (self->violation != NULL && self->shown[FORM_SCRIPT] != NULL)
    go_through_violation (self, FALSE);
}

void
tl_code_pane_mark_violation (TlCodePane *self, const TlViolation *violation)
{
  self->violation = violation;
  underline_violation (self);
}

void
tl_code_pane_show_violation (TlCodePane *self)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), forms[FORM_SCRIPT].name);
  if (self->violation != NULL && self->shown[FORM_SCRIPT] != NULL)
    go_through_violation (self, TRUE);
}

static void
print_script (TlCodePane *self, TlState *state)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char   *text = tl_program_view_script (state, tl_session_dialect (session_of (self)), marks);

  tl_code_text_set (self->texts[FORM_SCRIPT], text);
  tl_code_text_set_marks (self->texts[FORM_SCRIPT], marks);
  underline_violation (self);
}

static gboolean
refresh (gpointer user_data)
{
  TlCodePane *self = user_data;
  TlVariant  *variant = tl_session_current (session_of (self));
  CodeForm    form = visible_form (self);
  gboolean    is_form = has_form (self);
  TlState    *state = variant != NULL ? tl_session_state (session_of (self)) : NULL;

  self->refresh_source = 0;
  if (state == NULL || !is_form || self->shown[form] == state)
    return G_SOURCE_REMOVE;
  g_clear_pointer (&self->shown[form], tl_state_unref);
  self->shown[form] = tl_state_ref (state);
  if (form == FORM_SCRIPT)
    print_script (self, state);
  else if (form == FORM_TRACE)
    {
      g_autofree char *text = tl_program_view_trace (state, tl_session_dialect (session_of (self)));

      tl_code_text_set (self->texts[FORM_TRACE], text);
    }
  else if (form == FORM_PASSES)
    tl_pass_view_show (TL_PASS_VIEW (self->passes), state);
  else
    fetch_form (self, form, state);
  return G_SOURCE_REMOVE;
}

/* A module's script has all of its functions: it is scrolled to the one that is shown. */
static void
scroll_to_function (TlCodePane *self)
{
  g_autofree char *definition = g_strdup_printf ("def %s(", self->func_name);

  self->scrolls = FALSE;
  tl_code_text_show_text (self->texts[FORM_SCRIPT], definition);
}

static void
on_page (TlCodePane *self)
{
  g_clear_handle_id (&self->refresh_source, g_source_remove);
  refresh (self);
  show_places (self);
  if (self->scrolls && visible_form (self) == FORM_SCRIPT)
    scroll_to_function (self);
}

static void
on_page_changed (TlCodePane *self)
{
  on_page (self);
  tl_code_text_mark_selection (self->texts[visible_form (self)], TRUE);
}

/* They are asked for again where the page is shown again. */
static void
on_passes_failed (TlCodePane *self)
{
  g_clear_pointer (&self->shown[FORM_PASSES], tl_state_unref);
}

static void
forget_forms (TlCodePane *self, CodeForm first)
{
  for (CodeForm form = first; form < N_FORMS; form++)
    g_clear_pointer (&self->shown[form], tl_state_unref);
}

/* The compiled forms of another function are others, also where the state is the same. */
static void
follow_function (TlCodePane *self)
{
  const char *func_name = tl_session_func_name (session_of (self));

  if (g_strcmp0 (func_name, self->func_name) == 0)
    return;
  self->scrolls = self->func_name != NULL;
  g_free (self->func_name);
  self->func_name = g_strdup (func_name);
  forget_forms (self, FORM_LOWERED);
  g_clear_pointer (&self->of_shares, tl_state_unref);
}

/* So are those for another target. */
static void
on_target (TlCodePane *self)
{
  forget_forms (self, FORM_LOWERED);
}

static void
on_dialect (TlCodePane *self)
{
  forget_forms (self, FORM_SCRIPT);
  on_page (self);
}

static void
follow (GtkWidget *widget)
{
  TlCodePane *self = TL_CODE_PANE (widget);

  on_page (self);
  tl_code_text_mark_selection (self->texts[visible_form (self)], TRUE);
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

  follow_function (self);
  predict_shares (self);
  if (form == FORM_SCRIPT || form == FORM_TRACE)
    {
      tl_after_frame_ask (self->follow);
      return;
    }
  tl_code_text_set_outdated (self->texts[form]);
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

static gboolean
on_next_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  show_next_place (TL_CODE_PANE (widget));
  return TRUE;
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
      g_clear_pointer (&self->shown[i], tl_state_unref);
    }
  g_cancellable_cancel (self->predicting);
  g_clear_object (&self->predicting);
  g_clear_pointer (&self->of_shares, tl_state_unref);
  g_clear_pointer (&self->func_name, g_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_code_pane_parent_class)->dispose (object);
}

static void
tl_code_pane_class_init (TlCodePaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_code_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "codepane");
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_period, GDK_CONTROL_MASK, on_next_key, NULL);
}

static void
tl_code_pane_init (TlCodePane *self)
{
  GtkWidget *switcher = gtk_stack_switcher_new (), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->follow = tl_after_frame_new (GTK_WIDGET (self), follow);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->stack = gtk_stack_new ();
  /* A page that comes in asks for its size. In a stack whose pages have one size it would be allocated alone; GTK 4.8's text view asks for
     another size there, which its parents then never hear of: they are not drawn. */
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->stack));
  gtk_widget_add_css_class (switcher, "code-switcher");
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_widget_set_hexpand (switcher, TRUE);
  self->places = gtk_label_new ("");
  gtk_widget_add_css_class (self->places, "dim-label");
  self->next = gtk_button_new_from_icon_name ("go-down-symbolic");
  gtk_widget_add_css_class (self->next, "flat");
  gtk_widget_set_tooltip_text (self->next, _("Next Place of the Selection  (Ctrl+.)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Next Place of the Selection"), -1);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (show_next_place), self);
  gtk_box_append (GTK_BOX (head), switcher);
  gtk_box_append (GTK_BOX (head), self->places);
  gtk_box_append (GTK_BOX (head), self->next);
  gtk_widget_set_parent (head, GTK_WIDGET (self));
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

/* Most forms are a text alone. */
static GtkWidget *
make_page (TlCodePane *self, CodeForm form)
{
  GtkWidget *page;

  switch (form)
    {
    case FORM_PASSES:
      page = self->passes = tl_pass_view_new (session_of (self));
      self->texts[form] = tl_pass_view_text (TL_PASS_VIEW (page));
      break;
    case FORM_ASM:
      page = self->assembly = tl_asm_view_new (session_of (self));
      self->texts[form] = tl_asm_view_text (TL_ASM_VIEW (page));
      break;
    default:
      page = tl_code_text_new (session_of (self), _(forms[form].title), forms[form].language);
      self->texts[form] = TL_CODE_TEXT (page);
      break;
    }
  return page;
}

static void
add_forms (TlCodePane *self)
{
  g_autoptr (TlMarkedNames) names = tl_marked_names_new ();

  for (guint i = 0; i < N_FORMS; i++)
    {
      const char *title = _(forms[i].title);
      GtkWidget  *page = make_page (self, i);

      tl_code_text_set_names (self->texts[i], names);
      g_signal_connect_object (self->texts[i], "places-changed", G_CALLBACK (show_places), self, G_CONNECT_SWAPPED);
      gtk_stack_add_titled (GTK_STACK (self->stack), page, forms[i].name, title);
    }
}

GtkWidget *
tl_code_pane_new (TlEditor *editor)
{
  TlCodePane *self = g_object_new (TL_TYPE_CODE_PANE, NULL);
  TlSession  *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  add_forms (self);
  g_signal_connect_object (self->passes, "failed", G_CALLBACK (on_passes_failed), self, G_CONNECT_SWAPPED);
  add_problems (self);
  tl_code_preview_add (GTK_STACK (self->stack), session);
  g_signal_connect_swapped (self->stack, "notify::visible-child", G_CALLBACK (on_page_changed), self);
  g_signal_connect_object (session, "notify::target", G_CALLBACK (on_target), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::dialect", G_CALLBACK (on_dialect), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "machine-measured", G_CALLBACK (predict_again), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  on_page (self);
  predict_shares (self);
  return GTK_WIDGET (self);
}

const char *
tl_code_pane_tab (TlCodePane *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

void
tl_code_pane_set_tab (TlCodePane *self, const char *name)
{
  if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), name) != NULL && strcmp (name, PROBLEMS_PAGE) != 0)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}
