/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/decision-popover.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/steps/decisions.h"
#include "ui/explore/step-edits.h"

typedef struct
{
  TlEditor       *editor;
  TlState        *step;
  TlDecisionList *list;
  GCancellable   *cancellable;   /* of the preview under way; nullable */
  TlEditedSteps  *edited;        /* that is previewed; nullable */
  const TlDecision *shown;       /* of @edited */
  GtkWidget      *popover;
  GtkWidget      *search;
  GtkWidget      *rows;
  GtkWidget      *effect;
  GtkWidget      *apply;
} DecisionPopover;

static void
decision_popover_free (gpointer data)
{
  DecisionPopover *self = data;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->edited, tl_edited_steps_unref);
  tl_decision_list_free (self->list);
  tl_state_unref (self->step);
  g_object_unref (self->editor);
  g_free (self);
}

static const TlDecision *
decision_of (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "decision");
}

static const TlDecision *
selected (DecisionPopover *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->rows));

  return row != NULL ? decision_of (row) : NULL;
}

/* --- the preview --- */

/* "2 later steps no longer apply: Vectorize j_1" or that all do. */
static char *
effect_text (const TlEditedSteps *edited)
{
  guint            n = edited->refused->len;
  g_autofree char *first = n > 0 ? tl_state_describe (edited->refused->pdata[0]) : NULL;

  if (n == 0)
    return g_strdup (_("All later steps apply"));
  return g_strdup_printf (g_dngettext (NULL, "%u later step no longer applies: %s", "%u later steps no longer apply, first %s", n), n,
                          first);
}

static void
show_effect (DecisionPopover *self, const char *text, gboolean is_bad)
{
  gtk_label_set_text (GTK_LABEL (self->effect), text);
  if (is_bad)
    gtk_widget_add_css_class (self->effect, "conflict-text");
  else
    gtk_widget_remove_css_class (self->effect, "conflict-text");
}

static void
on_edited (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget)     popover = user_data;
  DecisionPopover          *self = g_object_get_data (G_OBJECT (popover), "decision-popover");
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlEditedSteps) edited = tl_session_edit_steps_finish (TL_SESSION (source), result, &error);
  g_autofree char          *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || !gtk_widget_get_visible (popover) || selected (self) == NULL)
    return;
  g_clear_pointer (&self->edited, tl_edited_steps_unref);
  gtk_widget_set_sensitive (self->apply, edited != NULL);
  if (edited == NULL)
    {
      show_effect (self, tl_refusal_reason (error), TRUE);
      return;
    }
  self->edited = g_steal_pointer (&edited);
  self->shown = selected (self);
  text = effect_text (self->edited);
  show_effect (self, text, self->edited->refused->len > 0);
  tl_session_visit (TL_SESSION (source), self->edited->end);
}

static void
on_selected (DecisionPopover *self)
{
  const TlDecision *decision = selected (self);
  TlInst            inst = *tl_state_inst (self->step);
  TlTraceEdit       edit = { .kind = TL_TRACE_CHANGE, .step = self->step, .inst = &inst };

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (decision == NULL || decision == self->shown)
    return;
  gtk_widget_set_sensitive (self->apply, FALSE);
  if (decision->is_current && tl_state_is_applied (self->step))
    {
      g_clear_pointer (&self->edited, tl_edited_steps_unref);
      self->shown = NULL;
      show_effect (self, _("The present value"), FALSE);
      tl_session_visit (tl_editor_session (self->editor), NULL);
      return;
    }
  inst.decision = decision->decision;
  inst.status = TL_INST_APPLIED;
  inst.words = NULL;
  self->cancellable = g_cancellable_new ();
  tl_session_edit_steps_async (tl_editor_session (self->editor), &edit, self->cancellable, on_edited, g_object_ref (self->popover));
}

static void
on_closed (DecisionPopover *self)
{
  tl_session_visit (tl_editor_session (self->editor), NULL);
}

static void
on_apply (DecisionPopover *self)
{
  g_autoptr (TlEditor)      editor = g_object_ref (self->editor);
  g_autoptr (TlEditedSteps) edited = NULL;
  g_autofree char          *words = NULL, *label = NULL;

  if (self->edited == NULL || self->shown != selected (self))
    return;
  edited = tl_edited_steps_ref (self->edited);
  words = tl_state_describe (self->step);
  label = g_strdup_printf (_("Change “%s” to %s"), words, self->shown->label);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  tl_step_take (editor, edited, label);
}

/* --- the list --- */

/* Typed "8 16" or "8,16" finds "8 × 16". */
static gboolean
is_listed (GtkListBoxRow *row, gpointer user_data)
{
  DecisionPopover     *self = user_data;
  g_auto (GStrv)       words = g_strsplit_set (gtk_editable_get_text (GTK_EDITABLE (self->search)), " ,*", -1);
  g_autoptr (GString)  wanted = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && strcmp (words[i], "×") != 0)
      g_string_append_printf (wanted, "%s%s", wanted->len > 0 ? " × " : "", words[i]);
  return wanted->len == 0 || strstr (decision_of (row)->label, wanted->str) != NULL;
}

static void
on_search (DecisionPopover *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->rows));
}

/* Return in the search takes the selected value, or selects the first that is listed. */
static void
on_search_activate (DecisionPopover *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->rows));

  if (row != NULL && is_listed (row, self) && self->edited != NULL)
    {
      on_apply (self);
      return;
    }
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->rows), i)) != NULL; i++)
    if (is_listed (row, self))
      {
        gtk_list_box_select_row (GTK_LIST_BOX (self->rows), row);
        return;
      }
}

static void
add_rows (DecisionPopover *self)
{
  for (guint i = 0; i < self->list->decisions->len; i++)
    {
      TlDecision      *decision = self->list->decisions->pdata[i];
      GtkWidget       *row = gtk_list_box_row_new (), *label = gtk_label_new (decision->label);
      g_autofree char *name = g_strdup_printf (decision->is_current ? _("value %s, present") : _("value %s"), decision->label);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "monospace");
      if (decision->is_current)
        gtk_widget_add_css_class (label, "heading");
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      g_object_set_data (G_OBJECT (row), "decision", decision);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      gtk_list_box_append (GTK_LIST_BOX (self->rows), row);
      if (decision->is_current)
        gtk_list_box_select_row (GTK_LIST_BOX (self->rows), GTK_LIST_BOX_ROW (row));
    }
}

static GtkWidget *
left_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 36);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_content (DecisionPopover *self)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *scroller = gtk_scrolled_window_new ();
  g_autofree char *words = tl_state_describe (self->step);

  gtk_widget_add_css_class (box, "form");
  gtk_box_append (GTK_BOX (box), left_label (words, "heading"));
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_widget_set_visible (self->search, self->list->decisions->len > 8);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 240);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->rows);
  gtk_box_append (GTK_BOX (box), scroller);
  if (self->list->has_more)
    {
      g_autofree char *more = g_strdup_printf (_("The first %u values"), self->list->decisions->len);

      gtk_box_append (GTK_BOX (box), left_label (more, "caption"));
    }
  gtk_box_append (GTK_BOX (box), self->effect);
  gtk_box_append (GTK_BOX (box), self->apply);
  return box;
}

static void
make_widgets (DecisionPopover *self)
{
  self->popover = gtk_popover_new ();
  self->search = gtk_search_entry_new ();
  self->rows = gtk_list_box_new ();
  self->effect = left_label ("", "dim-label");
  self->apply = gtk_button_new_with_label (_("Apply"));
  gtk_widget_add_css_class (self->apply, "suggested-action");
  gtk_widget_set_halign (self->apply, GTK_ALIGN_END);
  gtk_widget_set_sensitive (self->apply, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find a Value"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Values"), -1);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->rows), FALSE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->rows), is_listed, self, NULL);
  add_rows (self);
  show_effect (self, _("The present value"), FALSE);
  g_signal_connect_swapped (self->rows, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->rows, "row-activated", G_CALLBACK (on_apply), self);
  g_signal_connect_swapped (self->apply, "clicked", G_CALLBACK (on_apply), self);
  gtk_search_entry_set_search_delay (GTK_SEARCH_ENTRY (self->search), 0);   /* Return takes the row that the text asks for */
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activate), self);
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (on_closed), self);
}

void
tl_decision_popover_open (TlEditor *editor, TlState *step, GtkWidget *anchor)
{
  g_autoptr (GError) error = NULL;
  TlDecisionList    *list = tl_decision_list_new (step, &error);
  DecisionPopover   *self;
  GtkListBoxRow     *row;

  if (list == NULL)
    {
      tl_editor_refuse (editor, error);
      return;
    }
  self = g_new0 (DecisionPopover, 1);
  self->editor = g_object_ref (editor);
  self->step = tl_state_ref (step);
  self->list = list;
  make_widgets (self);
  gtk_popover_set_child (GTK_POPOVER (self->popover), make_content (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Decision"), -1);
  g_object_set_data_full (G_OBJECT (self->popover), "decision-popover", self, decision_popover_free);
  tl_editor_popup (editor, self->popover, anchor);
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->rows));
  gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : self->rows);
}
