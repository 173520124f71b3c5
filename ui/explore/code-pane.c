/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-pane.h"

#include <adwaita.h>
#include <string.h>

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "core/session/target-choice.h"
#include "ui/explore/asm-view.h"
#include "ui/explore/code-forms.h"
#include "ui/explore/code-head.h"
#include "ui/explore/code-preview.h"
#include "ui/explore/code-problems.h"
#include "ui/explore/code-text.h"
#include "ui/explore/pass-view.h"
#include "ui/widgets/after-frame.h"

#define REFRESH_DELAY_MS 150
#define PROBLEMS_PAGE    "problems"

struct _TlCodePane
{
  GtkWidget        parent_instance;
  TlEditor        *editor;
  GtkWidget       *head;
  GtkWidget       *stack;
  GtkWidget       *problems;            /* its page is visible only if there are some */
  TlCodeText      *texts[TL_N_FORMS];   /* NULL: its page was not shown so far */
  GtkWidget       *passes;              /* has the text of that form, as do … */
  GtkWidget       *machine[TL_N_FORMS]; /* … TlAsmView of forms of machine code */
  TlState         *shown[TL_N_FORMS];      /* the state that each page shows, or will show when its text arrives */
  GCancellable    *fetching[TL_N_FORMS];
  TlSelection     *selection;           /* the session's; in a pane that is not linked, one of its own */
  TlMarkedNames   *names;               /* of all panes that are linked */
  TlMarkedNames   *own_names;           /* of a pane that is not; NULL: it is */
  GHashTable      *shares;              /* nullable */
  char            *func_name;           /* of the function that is shown */
  const TlViolation *violation;         /* borrowed; nullable: none is underlined */
  gboolean         scrolls;             /* to the function, once the script is shown */
  TlAfterFrame    *follow;              /* updates the pages that this process prints */
  guint            refresh_source;      /* updates the pages that a worker compiles */
};

G_DEFINE_FINAL_TYPE (TlCodePane, tl_code_pane, GTK_TYPE_WIDGET)

enum { PROP_0, PROP_LINKED, N_PROPS };
static GParamSpec *props[N_PROPS];

enum { VIEW_CHANGED, SPLIT, CLOSE, N_SIGNALS };
static guint signals[N_SIGNALS];

static TlSession *
session_of (TlCodePane *self)
{
  return tl_editor_session (self->editor);
}

static TlCodeForm
visible_form (TlCodePane *self)
{
  return tl_code_form_find (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)));
}

/* FALSE: problems, or the preview of a step. */
static gboolean
has_form (TlCodePane *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), tl_code_form_name (visible_form (self))) == 0;
}

/* "2 of 8 places", and the button that goes to the next one. */
static void
show_places (TlCodePane *self)
{
  g_autofree char *text = tl_code_text_places (self->texts[visible_form (self)]);

  tl_code_head_set_places (TL_CODE_HEAD (self->head), text, tl_code_text_n_places (self->texts[visible_form (self)]) > 1);
}

static char *
command_of (TlCodePane *self, TlCodeForm form)
{
  TlTarget target = tl_session_target (session_of (self));

  if (!has_form (self) || form == TL_FORM_SCRIPT || form == TL_FORM_TRACE)
    return NULL;
  return tl_program_view_command (&target, tl_code_form_name (form),
                                  form == TL_FORM_PASSES ? tl_pass_view_lowering_pass (TL_PASS_VIEW (self->passes)) : NULL, "script.py");
}

/* The target of a compiled form, and the command that prints it; the names that a script uses. */
static void
show_subject (TlCodePane *self)
{
  TlTarget         target = tl_session_target (session_of (self));
  TlCodeForm         form = visible_form (self);
  g_autofree char *command = command_of (self, form), *text = tl_target_short_text (&target);
  const char      *dialect = tl_setting_row (TL_SETTING_DIALECT)->choices[tl_session_dialect (session_of (self))];

  tl_code_head_set_subject (TL_CODE_HEAD (self->head), command != NULL ? text : _(dialect), command);
}

/* --- links --- */

static void
on_selection_changed (TlCodePane *self)
{
  tl_after_frame_ask (self->follow);
}

static void
link_form (TlCodePane *self, TlCodeForm form)
{
  tl_code_text_set_names (self->texts[form], self->own_names != NULL ? self->own_names : self->names);
  if (self->machine[form] != NULL)
    tl_asm_view_set_selection (TL_ASM_VIEW (self->machine[form]), self->selection);
  else
    tl_code_text_set_selection (self->texts[form], self->selection);
}

static void
use_selection (TlCodePane *self, TlSelection *selection, TlMarkedNames *own_names)
{
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_func (self->selection, on_selection_changed, self);
  g_set_object (&self->selection, selection);
  g_set_object (&self->own_names, own_names);
  g_signal_connect_object (selection, "changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < TL_N_FORMS; i++)
    if (self->texts[i] != NULL)
      link_form (self, i);
}

gboolean
tl_code_pane_is_linked (TlCodePane *self)
{
  return self->selection == tl_session_selection (session_of (self));
}

/* Its own selection begins with what is selected, so that nothing moves. */
void
tl_code_pane_set_linked (TlCodePane *self, gboolean is_linked)
{
  if (tl_code_pane_is_linked (self) == is_linked)
    return;
  if (is_linked)
    {
      use_selection (self, tl_session_selection (session_of (self)), NULL);
      on_selection_changed (self);
    }
  else
    {
      g_autoptr (TlSelection)   own = tl_selection_new ();
      g_autoptr (TlMarkedNames) names = tl_marked_names_new ();

      tl_selection_pick (own, tl_selection_primary (self->selection));
      use_selection (self, own, names);
    }
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LINKED]);
}

void
tl_code_pane_set_shares (TlCodePane *self, GHashTable *shares)
{
  g_clear_pointer (&self->shares, g_hash_table_unref);
  self->shares = shares != NULL ? g_hash_table_ref (shares) : NULL;
  for (guint i = 0; i < TL_N_FORMS; i++)
    if (self->texts[i] != NULL)
      tl_code_text_set_shares (self->texts[i], shares);
}

/* --- pages --- */

/* They are asked for again where the page is shown again. */
static void
on_passes_failed (TlCodePane *self)
{
  g_clear_pointer (&self->shown[TL_FORM_PASSES], tl_state_unref);
}

/* Most forms are a text alone. */
static GtkWidget *
make_page (TlCodePane *self, TlCodeForm form)
{
  TlTarget   target = tl_session_target (session_of (self)), host = tl_target_host ();   /* names stay where targets change */
  GtkWidget *page;

  switch (form)
    {
    case TL_FORM_PASSES:
      page = self->passes = tl_pass_view_new (session_of (self), _("Lowering"));
      self->texts[form] = tl_pass_view_text (TL_PASS_VIEW (page));
      break;
    case TL_FORM_ASM:
    case TL_FORM_PTX:
    case TL_FORM_SASS:
      page = self->machine[form] = tl_asm_view_new (session_of (self), tl_code_form_title (form, &target), form != TL_FORM_ASM);
      self->texts[form] = tl_asm_view_text (TL_ASM_VIEW (page));
      break;
    default:
      page = tl_code_text_new (session_of (self), tl_code_form_title (form, &host), tl_code_form_language (form, &target));
      self->texts[form] = TL_CODE_TEXT (page);
      break;
    }
  return page;
}

/* A page is made when it is shown first. */
static void
ensure_form (TlCodePane *self, TlCodeForm form)
{
  GtkWidget *place = gtk_stack_get_child_by_name (GTK_STACK (self->stack), tl_code_form_name (form));

  if (self->texts[form] != NULL)
    return;
  adw_bin_set_child (ADW_BIN (place), make_page (self, form));
  g_signal_connect_object (self->texts[form], "places-changed", G_CALLBACK (show_places), self, G_CONNECT_SWAPPED);
  if (form == TL_FORM_PASSES)
    {
      g_signal_connect_object (self->passes, "failed", G_CALLBACK (on_passes_failed), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->passes, "selected", G_CALLBACK (show_subject), self, G_CONNECT_SWAPPED);
    }
  tl_code_text_set_shares (self->texts[form], self->shares);
  link_form (self, form);
}

/* --- fetching --- */

typedef struct
{
  TlCodePane *pane;   /* owned */
  TlCodeForm    form;
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

      GtkWidget       *machine = self->machine[fetch->form];

      if (text == NULL || machine == NULL)
        tl_code_text_set (self->texts[fetch->form], text != NULL ? text : problem);
      if (text == NULL)
        g_clear_pointer (&self->shown[fetch->form], tl_state_unref);
      else
        {
          if (machine != NULL)
            tl_asm_view_set (TL_ASM_VIEW (machine), text, nodes);
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
fetch_form (TlCodePane *self, TlCodeForm form, TlState *state)
{
  TextFetch *fetch = g_new0 (TextFetch, 1);

  g_cancellable_cancel (self->fetching[form]);
  g_clear_object (&self->fetching[form]);
  self->fetching[form] = g_cancellable_new ();
  fetch->pane = g_object_ref (self);
  fetch->form = form;
  fetch->state = tl_state_ref (state);
  tl_code_text_set_outdated (self->texts[form]);
  tl_session_show_async (session_of (self), state, tl_code_form_name (form), self->fetching[form], on_shown, fetch);
}

/* --- the accesses of a refusal --- */

/* Underlines both, or shows the line of the later one. */
static void
go_through_violation (TlCodePane *self, gboolean shows)
{
  const TlViolationEnd *ends[] = { &self->violation->from, &self->violation->to };
  g_autoptr (GArray)    marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char      *text = tl_program_view_script (self->shown[TL_FORM_SCRIPT], tl_session_dialect (session_of (self)), marks);
  TlTextPlace           place;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (tl_violation_find_place (ends[i], text, marks, &place))
      {
        if (shows)
          tl_code_text_jump (self->texts[TL_FORM_SCRIPT], place.line);
        else
          {
            tl_code_text_underline (self->texts[TL_FORM_SCRIPT], place.line, place.column, place.length);
            tl_code_text_reveal_line (self->texts[TL_FORM_SCRIPT], place.line);
          }
      }
}

static void
underline_violation (TlCodePane *self)
{
  tl_code_text_clear_underlines (self->texts[TL_FORM_SCRIPT]);
  if (self->violation != NULL && self->shown[TL_FORM_SCRIPT] != NULL)
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
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), tl_code_form_name (TL_FORM_SCRIPT));
  if (self->violation != NULL && self->shown[TL_FORM_SCRIPT] != NULL)
    go_through_violation (self, TRUE);
}

static void
print_script (TlCodePane *self, TlState *state)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  g_autofree char   *text = tl_program_view_script (state, tl_session_dialect (session_of (self)), marks);

  tl_code_text_set (self->texts[TL_FORM_SCRIPT], text);
  tl_code_text_set_marks (self->texts[TL_FORM_SCRIPT], marks);
  underline_violation (self);
}

static gboolean
refresh (gpointer user_data)
{
  TlCodePane *self = user_data;
  TlVariant  *variant = tl_session_current (session_of (self));
  TlCodeForm    form = visible_form (self);
  gboolean    is_form = has_form (self);
  TlState    *state = variant != NULL ? tl_session_state (session_of (self)) : NULL;

  self->refresh_source = 0;
  if (state == NULL || !is_form || self->shown[form] == state)
    return G_SOURCE_REMOVE;
  g_clear_pointer (&self->shown[form], tl_state_unref);
  self->shown[form] = tl_state_ref (state);
  if (form == TL_FORM_SCRIPT)
    print_script (self, state);
  else if (form == TL_FORM_TRACE)
    {
      g_autofree char *text = tl_program_view_trace (state, tl_session_dialect (session_of (self)));

      tl_code_text_set (self->texts[TL_FORM_TRACE], text);
    }
  else if (form == TL_FORM_PASSES)
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
  tl_code_text_show_text (self->texts[TL_FORM_SCRIPT], definition);
}

static void
on_page (TlCodePane *self)
{
  g_clear_handle_id (&self->refresh_source, g_source_remove);
  ensure_form (self, visible_form (self));
  refresh (self);
  show_subject (self);
  show_places (self);
  if (self->scrolls && visible_form (self) == TL_FORM_SCRIPT)
    scroll_to_function (self);
}

static void
on_page_changed (TlCodePane *self)
{
  TlTarget         target = tl_session_target (session_of (self));
  g_autofree char *name = g_strdup_printf (_("Code: %s"), tl_code_form_title (visible_form (self), &target));

  on_page (self);
  tl_code_text_mark_selection (self->texts[visible_form (self)], TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

static void
forget_forms (TlCodePane *self, TlCodeForm first)
{
  for (TlCodeForm form = first; form < TL_N_FORMS; form++)
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
  forget_forms (self, TL_FORM_LOWERED);
}

/* Those that the target has no code of are hidden; where one was shown, another that is like it takes its place. */
static void
offer_forms (TlCodePane *self)
{
  TlTarget target = tl_session_target (session_of (self));

  if (has_form (self))
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), tl_code_form_name (tl_code_form_alike (visible_form (self), &target)));
  for (guint i = 0; i < TL_N_FORMS; i++)
    {
      GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->stack), gtk_stack_get_child_by_name (GTK_STACK (self->stack),
                                                                                                     tl_code_form_name (i)));

      gtk_stack_page_set_visible (page, tl_code_form_is_for (i, &target));
      if (g_strcmp0 (gtk_stack_page_get_title (page), tl_code_form_title (i, &target)) != 0)
        gtk_stack_page_set_title (page, tl_code_form_title (i, &target));
    }
  if (self->texts[TL_FORM_SOURCE] != NULL)
    tl_code_text_set_language (self->texts[TL_FORM_SOURCE], tl_code_form_language (TL_FORM_SOURCE, &target));
  tl_code_head_update_views (TL_CODE_HEAD (self->head));
}

/* So are those for another target. */
static void
on_target (TlCodePane *self)
{
  forget_forms (self, TL_FORM_LOWERED);
  offer_forms (self);
  show_subject (self);
}

static void
on_dialect (TlCodePane *self)
{
  forget_forms (self, TL_FORM_SCRIPT);
  on_page (self);
}

static void
follow (GtkWidget *widget)
{
  TlCodePane *self = TL_CODE_PANE (widget);

  on_page (self);
  tl_code_text_mark_selection (self->texts[visible_form (self)], TRUE);
}

/* The script follows the canvas at once. Compiled forms wait until the edits pause. */
static void
on_session_changed (TlCodePane *self)
{
  TlCodeForm form = visible_form (self);

  follow_function (self);
  if (!tl_code_pane_is_linked (self) && tl_session_current (session_of (self)) != NULL)
    tl_selection_retain (self->selection, tl_state_module (tl_session_state (session_of (self))));
  if (form == TL_FORM_SCRIPT || form == TL_FORM_TRACE)
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
on_problem (TlCodePane *self, guint block)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), tl_code_form_name (TL_FORM_SCRIPT));
  if (block != 0)
    tl_selection_pick (self->selection, block);
}

static void
on_opened (TlCodePane *self)
{
  guint            n = tl_code_problems_update (TL_CODE_PROBLEMS (self->problems));
  GtkStackPage    *page = gtk_stack_get_page (GTK_STACK (self->stack), self->problems);
  g_autofree char *title = g_strdup_printf (_("Problems (%u)"), n);

  gtk_stack_page_set_title (page, title);
  if (n == 0 && g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), PROBLEMS_PAGE) == 0)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), tl_code_form_name (TL_FORM_SCRIPT));
  gtk_stack_page_set_visible (page, n > 0);
  tl_code_head_update_views (TL_CODE_HEAD (self->head));
}

static void
add_problems (TlCodePane *self)
{
  self->problems = tl_code_problems_new (session_of (self));
  gtk_stack_add_titled (GTK_STACK (self->stack), self->problems, PROBLEMS_PAGE, _("Problems"));
  g_signal_connect_object (self->problems, "chosen", G_CALLBACK (on_problem), self, G_CONNECT_SWAPPED);
  on_opened (self);
}

/* --- building --- */

static void
show_next_place (TlCodePane *self)
{
  tl_code_text_show_next_place (self->texts[visible_form (self)]);
}

static gboolean
on_next_key (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  show_next_place (TL_CODE_PANE (widget));
  return TRUE;
}

/* So that it can be pasted into a terminal. */
static void
copy_command (TlCodePane *self)
{
  g_autofree char *command = command_of (self, visible_form (self));

  if (command != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
}

static void
ask_split (TlCodePane *self)
{
  g_signal_emit (self, signals[SPLIT], 0);
}

static void
ask_close (TlCodePane *self)
{
  g_signal_emit (self, signals[CLOSE], 0);
}

void
tl_code_pane_focus (TlCodePane *self)
{
  tl_code_text_focus (self->texts[visible_form (self)]);
}

static void
tl_code_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, tl_code_pane_is_linked (TL_CODE_PANE (object)));
}

static void
tl_code_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  tl_code_pane_set_linked (TL_CODE_PANE (object), g_value_get_boolean (value));
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
  for (guint i = 0; i < TL_N_FORMS; i++)
    {
      if (self->fetching[i] != NULL)
        g_cancellable_cancel (self->fetching[i]);
      g_clear_object (&self->fetching[i]);
      g_clear_pointer (&self->shown[i], tl_state_unref);
    }
  g_clear_pointer (&self->func_name, g_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->names);
  g_clear_object (&self->own_names);
  g_clear_pointer (&self->shares, g_hash_table_unref);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_code_pane_parent_class)->dispose (object);
}

static void
tl_code_pane_class_init (TlCodePaneClass *klass)
{
  GObjectClass   *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tl_code_pane_dispose;
  object_class->get_property = tl_code_pane_get_property;
  object_class->set_property = tl_code_pane_set_property;
  props[PROP_LINKED] = g_param_spec_boolean ("linked", NULL, NULL, TRUE,
                                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", TL_TYPE_CODE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SPLIT] = g_signal_new ("split", TL_TYPE_CODE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CLOSE] = g_signal_new ("close", TL_TYPE_CODE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "codepane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_period, GDK_CONTROL_MASK, on_next_key, NULL);
}

static void
tl_code_pane_init (TlCodePane *self)
{
  self->follow = tl_after_frame_new (GTK_WIDGET (self), follow);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->stack = gtk_stack_new ();
  /* A page that comes in asks for its size. In a stack whose pages have one size it would be allocated alone; GTK 4.8's text view asks for
     another size there, which its parents then never hear of: they are not drawn. */
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);   /* and each needs its own room alone */
  self->head = tl_code_head_new (GTK_STACK (self->stack));
  g_object_bind_property (self, "linked", self->head, "linked", G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (self->head, "next-place", G_CALLBACK (show_next_place), self);
  g_signal_connect_swapped (self->head, "copy-command", G_CALLBACK (copy_command), self);
  g_signal_connect_swapped (self->head, "split", G_CALLBACK (ask_split), self);
  g_signal_connect_swapped (self->head, "close", G_CALLBACK (ask_close), self);
  gtk_widget_set_parent (self->head, GTK_WIDGET (self));
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static void
add_forms (TlCodePane *self)
{
  for (guint i = 0; i < TL_N_FORMS; i++)
    {
      TlTarget target = tl_session_target (session_of (self));

      gtk_stack_add_titled (GTK_STACK (self->stack), adw_bin_new (), tl_code_form_name (i), tl_code_form_title (i, &target));
    }
}

static void
follow_session (TlCodePane *self, TlSession *session)
{
  g_signal_connect_object (session, "notify::target", G_CALLBACK (on_target), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::dialect", G_CALLBACK (on_dialect), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tl_code_pane_new (TlEditor *editor, TlMarkedNames *names)
{
  TlCodePane *self = g_object_new (TL_TYPE_CODE_PANE, NULL);
  TlSession  *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  self->names = g_object_ref (names);
  self->func_name = g_strdup (tl_session_func_name (session));
  add_forms (self);
  offer_forms (self);
  add_problems (self);
  use_selection (self, tl_session_selection (session), NULL);
  ensure_form (self, TL_FORM_SCRIPT);
  g_signal_connect_swapped (self->stack, "notify::visible-child", G_CALLBACK (on_page_changed), self);
  follow_session (self, session);
  on_page_changed (self);
  return GTK_WIDGET (self);
}

void
tl_code_pane_set_first (TlCodePane *self, gboolean is_first)
{
  tl_code_head_set_can_split (TL_CODE_HEAD (self->head), is_first);
  if (is_first && gtk_stack_get_child_by_name (GTK_STACK (self->stack), TL_CODE_PREVIEW_PAGE) == NULL)
    tl_code_preview_add (GTK_STACK (self->stack), session_of (self));
}

int
tl_code_pane_least_width (TlCodePane *self)
{
  int head, view;

  gtk_widget_measure (self->head, GTK_ORIENTATION_HORIZONTAL, -1, &head, NULL, NULL, NULL);
  gtk_widget_measure (self->stack, GTK_ORIENTATION_HORIZONTAL, -1, &view, NULL, NULL, NULL);
  return MAX (head, view);
}

const char *
tl_code_pane_title (TlCodePane *self)
{
  TlTarget target = tl_session_target (session_of (self));

  return has_form (self) ? tl_code_form_title (visible_form (self), &target) : _("Problems");
}

const char *
tl_code_pane_view (TlCodePane *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

void
tl_code_pane_set_view (TlCodePane *self, const char *name)
{
  TlTarget   target = tl_session_target (session_of (self));
  TlCodeForm form = tl_code_form_find (name);

  if (strcmp (tl_code_form_name (form), name) == 0)
    name = tl_code_form_name (tl_code_form_alike (form, &target));
  if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), name) != NULL && strcmp (name, PROBLEMS_PAGE) != 0)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}
