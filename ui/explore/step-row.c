/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/step-row.h"

#include "core/base/i18n.h"
#include "core/session/compare/compared.h"
#include "core/session/steps/decisions.h"
#include "ui/explore/decision-popover.h"
#include "ui/explore/primitive-form.h"
#include "ui/explore/split-ruler.h"
#include "ui/explore/step-edits.h"
#include "ui/widgets/tip.h"

struct _TlStepRow
{
  GtkListBoxRow parent_instance;
  /* Owned */
  TlEditor     *editor;
  TlState      *state;
  char         *time;       /* nullable */
  /* Values */
  guint         number;
  guint         branch;
  gboolean      is_current, is_later, is_shown;   /* as of the last update; is_shown: there was one */
  /* Children */
  GtkWidget    *rail;
  GtkWidget    *badge;
  GtkWidget    *chip;       /* NULL: the step has no decision */
};

G_DEFINE_FINAL_TYPE (TlStepRow, tl_step_row, GTK_TYPE_LIST_BOX_ROW)

static void
tl_step_row_dispose (GObject *object)
{
  TlStepRow *self = TL_STEP_ROW (object);

  g_clear_object (&self->editor);
  g_clear_pointer (&self->state, tl_state_unref);
  g_clear_pointer (&self->time, g_free);
  G_OBJECT_CLASS (tl_step_row_parent_class)->dispose (object);
}

static void
tl_step_row_class_init (TlStepRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_step_row_dispose;
}

static void
tl_step_row_init (TlStepRow *self)
{
}

TlState *
tl_step_row_state (TlStepRow *self)
{
  return self->state;
}

static TlInstStatus
status_of (const TlStepRow *self)
{
  return tl_state_inst (self->state) != NULL ? tl_state_inst (self->state)->status : TL_INST_APPLIED;
}

/* Why it is not applied, or, as a draft, which order it breaks; NULL: neither. Free with g_free. */
static char *
conflict_of (const TlStepRow *self)
{
  const GPtrArray *broken = tl_state_broken_orders (self->state);

  if (broken != NULL)
    return g_strdup_printf (_("Draft: %s"), tl_refusal_reason (broken->pdata[0]));
  return status_of (self) == TL_INST_REFUSED ? g_strdup (tl_state_inst (self->state)->reason) : NULL;
}

/* --- actions --- */

/* The factors of a split on its ruler, other arguments in their form. */
static void
change (TlStepRow *self)
{
  GtkWidget *ruler = tl_editor_split_ruler (self->editor);

  if (ruler == NULL || !tl_split_ruler_open_step (TL_SPLIT_RULER (ruler), self->state, GTK_WIDGET (self)))
    tl_primitive_form_open_step (self->editor, self->state, GTK_WIDGET (self));
}

gboolean
tl_step_row_change (TlStepRow *self)
{
  if (self->chip != NULL)
    tl_decision_popover_open (self->editor, self->state, self->chip);
  else if (tl_trace_can_change (self->state))
    change (self);
  else
    return FALSE;
  return TRUE;
}

static void
on_chip (TlStepRow *self)
{
  tl_step_row_change (self);
}

static void
on_skip (TlStepRow *self)
{
  tl_step_skip (self->editor, self->state);
}

static void
on_stop (TlStepRow *self)
{
  tl_step_stop_before (self->editor, self->state);
}

static void
on_fix (TlStepRow *self)
{
  tl_step_fix (self->editor, self->state);
}

/* --- the menu --- */


static void
copy (TlStepRow *self, const char *form)
{
  g_autofree char *text = tl_steps_as (tl_editor_session (self->editor), self->state, form);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
compare (TlStepRow *self)
{
  TlSession  *session = tl_editor_session (self->editor);
  TlCompared *compared = tl_compared_of (session);

  if (compared != NULL)
    tl_compared_add_and_tell (compared, tl_session_current (session), self->state);
}

gboolean
tl_step_row_compare (TlStepRow *self)
{
  TlSession  *session = tl_editor_session (self->editor);
  TlCompared *compared = tl_compared_of (session);
  TlVariant  *variant = tl_session_current (session);
  TlState    *state = self->state != tl_variant_state (variant) ? self->state : NULL;
  TlState    *shown = tl_session_visited (session);

  if (compared == NULL || !tl_compared_set_pair (compared, variant, shown == self->state ? NULL : shown, variant, state))
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.page", "s", "compare");
  return TRUE;
}

static void
act (TlStepRow *self, const char *name)
{
  TlSession *session = tl_editor_session (self->editor);

  if (g_strcmp0 (name, "change") == 0)
    tl_step_row_change (self);
  else if (g_strcmp0 (name, "current") == 0)
    tl_session_go_to (session, self->state);
  else if (g_strcmp0 (name, "compare") == 0)
    compare (self);
  else if (g_strcmp0 (name, "compare-shown") == 0)
    tl_step_row_compare (self);
  else if (g_strcmp0 (name, "toggle") == 0)
    tl_step_toggle (self->editor, self->state);
  else if (g_strcmp0 (name, "up") == 0)
    tl_step_move (self->editor, self->state, -1);
  else if (g_strcmp0 (name, "down") == 0)
    tl_step_move (self->editor, self->state, 1);
  else if (g_strcmp0 (name, "remove") == 0)
    tl_step_remove (self->editor, self->state);
  else
    copy (self, name);
}

static gboolean
is_offered (TlStepRow *self, const char *name)
{
  if (g_strcmp0 (name, "change") == 0)
    return self->chip != NULL || tl_trace_can_change (self->state);
  if (g_strcmp0 (name, "current") == 0)
    return !self->is_current;
  if (g_strcmp0 (name, "compare") == 0)
    return TRUE;
  if (g_strcmp0 (name, "compare-shown") == 0)
    return tl_session_state (tl_editor_session (self->editor)) != self->state
           || tl_variant_state (tl_session_current (tl_editor_session (self->editor))) != self->state;
  if (g_strcmp0 (name, "python") == 0 || g_strcmp0 (name, "json") == 0)
    return !tl_state_is_draft (self->state);
  return self->number > 0 || g_strcmp0 (name, "text") == 0;
}

static void
on_menu_item (GtkWidget *button, gpointer user_data)
{
  g_autoptr (TlStepRow) self = g_object_ref (user_data);
  const char           *name = g_object_get_data (G_OBJECT (button), "name");

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER)));
  act (self, name);
}

static void
add_menu_item (TlStepRow *self, GtkWidget *box, const char *title, const char *name)
{
  GtkWidget *button;

  if (!is_offered (self, name))
    return;
  button = gtk_button_new_with_label (title);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
  g_object_set_data (G_OBJECT (button), "name", (gpointer) name);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_menu_item), self, 0);
  gtk_box_append (GTK_BOX (box), button);
}

void
tl_step_row_open_menu (TlStepRow *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  add_menu_item (self, box, _("Make Current"), "current");
  add_menu_item (self, box, _("Change…"), "change");
  add_menu_item (self, box, status_of (self) == TL_INST_OFF ? _("Switch On") : _("Switch Off"), "toggle");
  add_menu_item (self, box, _("Move Up"), "up");
  add_menu_item (self, box, _("Move Down"), "down");
  add_menu_item (self, box, _("Remove"), "remove");
  add_menu_item (self, box, _("Add to Compare"), "compare");
  add_menu_item (self, box, tl_session_visited (tl_editor_session (self->editor)) == self->state ? _("Compare with Current Step")
                                                                                          : _("Compare with Shown Step"), "compare-shown");
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  add_menu_item (self, box, _("Copy as Python"), "python");
  add_menu_item (self, box, _("Copy as Trace JSON"), "json");
  add_menu_item (self, box, _("Copy as Text"), "text");
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Step"), -1);
  tl_editor_popup (self->editor, popover, GTK_WIDGET (self));
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer row)
{
  tl_step_row_open_menu (row);
}

/* --- drag --- */

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, gpointer row)
{
  return gdk_content_provider_new_typed (TL_TYPE_STEP_ROW, row);
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, gpointer row)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (row);

  gtk_drag_source_set_icon (source, picture, 12, 12);
}

static GdkDragAction
on_drag_over (GtkDropTarget *target, double x, double y, gpointer row)
{
  gboolean is_below = y > gtk_widget_get_height (row) / 2.0;

  gtk_widget_remove_css_class (row, is_below ? "drop-above" : "drop-below");
  gtk_widget_add_css_class (row, is_below ? "drop-below" : "drop-above");
  return GDK_ACTION_MOVE;
}

static void
on_drag_leave (GtkDropTarget *target, gpointer row)
{
  gtk_widget_remove_css_class (row, "drop-above");
  gtk_widget_remove_css_class (row, "drop-below");
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer row)
{
  TlStepRow *self = row, *dragged = g_value_get_object (value);
  GtkWidget *before = GTK_WIDGET (self);

  if (y > gtk_widget_get_height (row) / 2.0)
    before = gtk_widget_get_next_sibling (before);
  on_drag_leave (target, row);
  if (dragged == self || (before != NULL && tl_step_row_state (TL_STEP_ROW (before)) == dragged->state))
    return FALSE;
  tl_step_move_before (self->editor, dragged->state, before != NULL ? tl_step_row_state (TL_STEP_ROW (before)) : NULL);
  return TRUE;
}

static void
watch_drags (TlStepRow *self)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (TL_TYPE_STEP_ROW, GDK_ACTION_MOVE);

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE | GDK_ACTION_COPY);
  g_signal_connect (source, "prepare", G_CALLBACK (on_drag_prepare), self);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
  g_signal_connect (target, "motion", G_CALLBACK (on_drag_over), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_drag_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* --- the row --- */

static void
name_row (TlStepRow *self)
{
  g_autofree char *words = tl_state_describe (self->state), *decision = tl_decision_text (self->state), *conflict = conflict_of (self);
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_append_printf (name, _("step %u, %s"), self->number, words);
  if (decision != NULL)
    g_string_append_printf (name, ", %s", decision);
  if (self->time != NULL)
    g_string_append_printf (name, ", %s", self->time);
  if (status_of (self) == TL_INST_OFF)
    g_string_append (name, _(", switched off"));
  if (conflict != NULL)
    g_string_append_printf (name, status_of (self) == TL_INST_REFUSED ? _(", not applied: %s") : ", %s", conflict);
  if (self->is_current)
    g_string_append (name, _(", current"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

void
tl_step_row_update (TlStepRow *self, gboolean is_current, gboolean is_later, guint branch, const char *time)
{
  g_autofree char *hue = g_strdup_printf ("branch-%u", branch % TL_BRANCH_HUES);
  const char      *classes[] = { "step-rail", branch != G_MAXUINT ? hue : NULL, NULL };

  if (self->is_shown && self->is_current == is_current && self->is_later == is_later && self->branch == branch
      && g_strcmp0 (self->time, time) == 0)
    return;
  gtk_widget_set_css_classes (self->rail, classes);
  g_free (self->time);
  self->time = g_strdup (time);
  self->branch = branch;
  self->is_current = is_current;
  self->is_later = is_later;
  self->is_shown = TRUE;
  gtk_label_set_text (GTK_LABEL (self->badge), time != NULL ? time : "");
  gtk_widget_set_visible (self->badge, time != NULL);
  set_class (GTK_WIDGET (self), "current", is_current);
  set_class (GTK_WIDGET (self), "undone", is_later);
  name_row (self);
}

static GtkWidget *
small_button (TlStepRow *self, const char *title, const char *tip, void (*call) (TlStepRow *self))
{
  g_autofree char *words = tl_state_describe (self->state), *name = g_strdup_printf ("%s: %s", title, words);
  GtkWidget       *button = gtk_button_new_with_label (title);

  gtk_widget_add_css_class (button, "pane-action");
  tl_widget_set_tooltip (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (call), self);
  return button;
}

/* Why the step no longer applies, or what it breaks, and what can be done. */
static void
add_conflict (TlStepRow *self, const char *conflict, GtkWidget *box)
{
  GtkWidget *reason = gtk_label_new (conflict), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (reason), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (reason), 0);
  gtk_widget_add_css_class (reason, "caption");
  gtk_box_append (GTK_BOX (box), reason);
  gtk_box_append (GTK_BOX (buttons), small_button (self, _("Skip"), _("Keep the step switched off"), on_skip));
  gtk_box_append (GTK_BOX (buttons), small_button (self, _("Stop Here"), _("Go back to the step before; later ones are kept"), on_stop));
  gtk_box_append (GTK_BOX (buttons), small_button (self, _("Fix"), _("Look for steps that make it legal"), on_fix));
  gtk_box_append (GTK_BOX (box), buttons);
}

static GtkWidget *
make_line (TlStepRow *self)
{
  g_autofree char *words = tl_state_describe (self->state), *decision = tl_decision_text (self->state);
  GtkWidget       *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "words");
  gtk_widget_set_hexpand (label, TRUE);
  tl_widget_set_tip (label, words);
  gtk_box_append (GTK_BOX (line), label);
  if (decision != NULL)
    {
      g_autofree char *name = g_strdup_printf (_("Decision of step %u: %s"), self->number, decision);

      self->chip = gtk_button_new_with_label (decision);
      gtk_widget_add_css_class (self->chip, "chip");
      gtk_widget_add_css_class (self->chip, "decision");
      gtk_widget_set_valign (self->chip, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->chip), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      g_signal_connect_swapped (self->chip, "clicked", G_CALLBACK (on_chip), self);
      gtk_box_append (GTK_BOX (line), self->chip);
    }
  self->badge = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->badge, "dim-label");
  gtk_widget_add_css_class (self->badge, "numeric");
  gtk_box_append (GTK_BOX (line), self->badge);
  return line;
}

static void
fill (TlStepRow *self)
{
  g_autofree char *conflict = conflict_of (self);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  self->rail = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->rail, "step-rail");
  gtk_box_append (GTK_BOX (row), self->rail);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), make_line (self));
  if (conflict != NULL)
    add_conflict (self, conflict, box);
  gtk_box_append (GTK_BOX (row), box);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), row);
  gtk_widget_add_css_class (GTK_WIDGET (self), "step");
  set_class (GTK_WIDGET (self), "off", status_of (self) == TL_INST_OFF);
  set_class (GTK_WIDGET (self), "conflict", conflict != NULL);
}

/* With Ctrl: the list would take it as no selection. */
static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, gpointer row)
{
  if ((gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click)) & GDK_CONTROL_MASK) == 0)
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  tl_step_row_compare (row);
}

static void
watch_comparing (TlStepRow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
tl_step_row_new (TlEditor *editor, TlState *state, guint number)
{
  TlStepRow  *self = g_object_new (TL_TYPE_STEP_ROW, NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  self->editor = g_object_ref (editor);
  self->state = tl_state_ref (state);
  self->number = number;
  fill (self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  watch_comparing (self);
  if (number > 0)
    watch_drags (self);
  return GTK_WIDGET (self);
}
