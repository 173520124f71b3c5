/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/steps-pane.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "ui/compare/explain-dialog.h"
#include "ui/explore/step-edits.h"
#include "ui/explore/step-reason-bar.h"
#include "ui/explore/step-row.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/destroy.h"
#include "ui/widgets/tip.h"

#define MAX_MEASURE_S 30.0
#define MAX_ROWS      120u   /* of more steps, those around the one shown: GTK looks at all rows for each new one and in each frame */

struct _TlStepsPane
{
  GtkWidget      parent_instance;
  TlEditor      *editor;
  GtkWidget     *list;          /* GtkListBox */
  GtkWidget     *earlier, *later;   /* buttons, of steps that are not listed */
  GtkWidget     *explain;
  GtkWidget     *measure;
  GPtrArray     *states;        /* TlState */
  guint          first;         /* of them that is listed */
  guint          n_rows;        /* made from there on */
  guint          n_right;       /* … of which these show what there is to show now */
  guint          current;       /* of the states; G_MAXUINT: none */
  guint          shown;         /* … previewed, or the current one */
  gboolean       is_stale;      /* the session has changed since states were listed */
  gboolean       is_shown;      /* the row of the state that is shown was selected and scrolled to since then */
  TlAfterFrame  *refresh;
  GCancellable  *measuring;     /* nullable */
  TlExplanation *explanation;   /* nullable: the times of the last measurement of each step */
  gboolean       is_filling;
};

G_DEFINE_FINAL_TYPE (TlStepsPane, tl_steps_pane, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlStepsPane *self)
{
  return tl_editor_session (self->editor);
}

static TlStepRow *
nth_row (TlStepsPane *self, guint n)
{
  return TL_STEP_ROW (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) n));
}

static guint
n_listed (TlStepsPane *self)
{
  return MIN (self->states->len - self->first, MAX_ROWS);
}

/* --- times --- */

/* Of the last "Measure Each Step", where it was of this program. */
static double
explained_time (TlStepsPane *self, TlState *state)
{
  const char       *func_name = tl_session_func_name (session_of (self));
  const TlPrimFunc *func = tl_module_prim (tl_state_module (state), func_name);

  for (guint i = 0; self->explanation != NULL && i < self->explanation->n_steps; i++)
    if (tl_module_prim (tl_state_module (self->explanation->steps[i].state), func_name) == func)
      return self->explanation->steps[i].time_s;
  return 0;
}

/* Free with g_free; NULL: it was not measured. */
static char *
time_of (TlStepsPane *self, TlState *state)
{
  TlSession       *session = session_of (self);
  const TlOutcome *outcome = tl_variant_outcome_of (tl_session_current (session), state, tl_session_func_name (session));
  TlLatency        latency;
  double           time_s;

  if (outcome != NULL && tl_outcome_latency (outcome, &latency))
    return tl_format_seconds (latency.median_s);
  time_s = explained_time (self, state);
  return time_s > 0 ? tl_format_seconds (time_s) : NULL;
}

/* --- rows --- */

/* Where a state that is not listed stands: the nearest one before it that is. */
static guint
find_row (TlStepsPane *self, TlState *state)
{
  guint index;

  for (; state != NULL; state = tl_state_parent (state))
    if (g_ptr_array_find (self->states, state, &index))
      return index;
  return G_MAXUINT;
}

/* FALSE: it has no place yet. */
static gboolean
reveal (TlStepsPane *self, GtkWidget *row)
{
  GtkAdjustment  *position = gtk_list_box_get_adjustment (GTK_LIST_BOX (self->list));
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (row, gtk_widget_get_parent (self->list), &bounds) || bounds.size.height <= 0)
    return FALSE;
  gtk_adjustment_clamp_page (position, bounds.origin.y, bounds.origin.y + bounds.size.height);
  return TRUE;
}

static void
update_row (TlStepsPane *self, guint n)
{
  guint            index = self->first + n;
  TlState         *state = self->states->pdata[index];
  g_autofree char *time = time_of (self, state);

  tl_step_row_update (nth_row (self, n), index == self->current, index > self->current,
                      tl_session_branch_of (session_of (self), state), time);
}

/* A slice of them, at least one. */
static void
set_rows_right (TlStepsPane *self)
{
  gint64 end_us = g_get_monotonic_time () + TL_SLICE_US;

  for (; self->n_right < n_listed (self); self->n_right++)
    {
      if (self->n_right == self->n_rows)
        {
          guint index = self->first + self->n_rows++;

          gtk_list_box_append (GTK_LIST_BOX (self->list), tl_step_row_new (self->editor, self->states->pdata[index], index));
        }
      update_row (self, self->n_right);
      if (g_get_monotonic_time () >= end_us)
        {
          self->n_right++;
          break;
        }
    }
}

/* Of the states; G_MAXUINT: none. */
static guint
shown_index (TlStepsPane *self)
{
  TlState *previewed = tl_session_visited (session_of (self));

  return previewed != NULL ? find_row (self, previewed) : self->current;
}

/* Once after the states were listed, when its row is there. */
static void
select_shown (TlStepsPane *self)
{
  guint shown = shown_index (self);

  if (self->is_shown || shown < self->first || shown >= self->first + self->n_right)
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (nth_row (self, shown - self->first)));
  self->is_shown = reveal (self, GTK_WIDGET (nth_row (self, shown - self->first)));
  if (!self->is_shown)
    tl_after_frame_ask (self->refresh);
}

static void
remove_rows_from (TlStepsPane *self, guint n)
{
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int) n))) != NULL)
    {
      tl_destroy_in_steps (&row, 1);
      gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
    }
  self->n_rows = n;
}

/* Keeps the rows of steps that are listed already: a click is lost if its row is removed between press and release. */
static void
take_states (TlStepsPane *self, GPtrArray *states)
{
  guint n_same = 0, n = MIN (states->len - MIN (self->first, states->len), self->n_rows);

  while (n_same < n && states->pdata[self->first + n_same] == self->states->pdata[self->first + n_same])
    n_same++;
  remove_rows_from (self, n_same);
  g_ptr_array_unref (self->states);
  self->states = states;
}

static void
show_more (GtkWidget *button, guint n_more, const char *text)
{
  gtk_button_set_label (GTK_BUTTON (button), text);
  gtk_widget_set_visible (button, n_more > 0);
}

static void
list_from (TlStepsPane *self, guint first)
{
  guint            n_later;
  g_autofree char *earlier = NULL, *later = NULL;

  if (first != self->first)
    remove_rows_from (self, 0);
  self->first = first;
  self->n_right = 0;
  n_later = self->states->len - first - n_listed (self);
  earlier = g_strdup_printf (ngettext ("%u Earlier Step", "%u Earlier Steps", first), first);
  later = g_strdup_printf (ngettext ("%u Later Step", "%u Later Steps", n_later), n_later);
  show_more (self->earlier, first, earlier);
  show_more (self->later, n_later, later);
}

/* As before where the one shown is listed or is the same as before: it may have been left by the buttons. */
static guint
choose_first (TlStepsPane *self)
{
  guint n = self->states->len, before = self->shown, last_first = n > MAX_ROWS ? n - MAX_ROWS : 0;

  self->shown = shown_index (self);
  if (self->first <= last_first && (self->shown == before || (self->shown >= self->first && self->shown < self->first + MAX_ROWS)))
    return self->first;
  return MIN (self->shown - MIN (self->shown, MAX_ROWS / 2), last_first);
}

/* Times of all steps, which a draft has none of. */
static void
update_measuring (TlStepsPane *self, TlVariant *variant)
{
  g_autoptr (GError) draft = NULL;
  gboolean           is_legal = variant == NULL || tl_state_check_order (tl_variant_tip (variant), &draft);

  gtk_widget_set_sensitive (self->explain, is_legal && variant != NULL
                                           && tl_variant_state (variant) != tl_session_root (session_of (self)));
  gtk_widget_set_sensitive (self->measure, self->measuring != NULL || (is_legal && self->states->len > 1
                                                                       && !tl_session_is_timing (session_of (self))));
  tl_widget_set_tooltip (self->explain, is_legal ? _("Time each step, to see which brought what") : draft->message);
  tl_widget_set_tooltip (self->measure, !is_legal ? draft->message
                         : self->measuring != NULL ? _("Stop Measuring") : _("Measure Each Step"));
}

static void
list_states (TlStepsPane *self)
{
  TlVariant *variant = tl_session_current (session_of (self));

  self->is_stale = self->is_shown = FALSE;
  take_states (self, tl_session_steps (session_of (self)));
  self->current = variant != NULL ? find_row (self, tl_variant_state (variant)) : G_MAXUINT;
  list_from (self, choose_first (self));
  update_measuring (self, variant);
}

static void
fill (TlStepsPane *self)
{
  self->is_filling = TRUE;
  if (self->is_stale)
    list_states (self);
  set_rows_right (self);
  select_shown (self);
  self->is_filling = FALSE;
  if (self->n_right < n_listed (self))
    tl_after_frame_ask (self->refresh);
}

static void
refresh (GtkWidget *widget)
{
  fill (TL_STEPS_PANE (widget));
}

static void
refresh_soon (TlStepsPane *self)
{
  self->is_stale = TRUE;
  tl_after_frame_ask (self->refresh);
}

static void
on_row_selected (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  TlStepsPane *self = user_data;

  if (row != NULL && !self->is_filling)
    tl_session_visit (session_of (self), tl_step_row_state (TL_STEP_ROW (row)));
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  tl_session_go_to (session_of (user_data), tl_step_row_state (TL_STEP_ROW (row)));
}

static void
on_earlier (TlStepsPane *self)
{
  list_from (self, self->first - MIN (self->first, MAX_ROWS / 2));
  tl_after_frame_ask (self->refresh);
}

static void
on_later (TlStepsPane *self)
{
  list_from (self, MIN (self->first + MAX_ROWS / 2, self->states->len - MAX_ROWS));
  tl_after_frame_ask (self->refresh);
}

static TlStepRow *
focused_row (TlStepsPane *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, TL_TYPE_STEP_ROW) : NULL;

  return row != NULL ? TL_STEP_ROW (row) : NULL;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlStepsPane *self = user_data;
  TlStepRow   *row = focused_row (self);
  gboolean     has_alt = (modifiers & GDK_ALT_MASK) != 0, has_shift = (modifiers & GDK_SHIFT_MASK) != 0;
  gboolean     is_step = row != NULL && tl_state_inst (tl_step_row_state (row)) != NULL;

  if (row == NULL)
    return FALSE;
  if (keyval == GDK_KEY_Return && (modifiers & GDK_CONTROL_MASK) != 0)
    return tl_step_row_compare (row);
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && has_shift))
    tl_step_row_open_menu (row);
  else if (is_step && (keyval == GDK_KEY_Delete || keyval == GDK_KEY_KP_Delete))
    tl_step_remove (self->editor, tl_step_row_state (row));
  else if (is_step && has_alt && (keyval == GDK_KEY_Up || keyval == GDK_KEY_Down))
    tl_step_move (self->editor, tl_step_row_state (row), keyval == GDK_KEY_Up ? -1 : 1);
  else if (is_step && keyval == GDK_KEY_F2)
    return tl_step_row_change (row);
  else
    return FALSE;
  return TRUE;
}

/* --- measuring --- */

static void
take_explanation (TlStepsPane *self, TlExplanation *explanation)
{
  g_clear_pointer (&self->explanation, tl_explanation_unref);
  self->explanation = tl_explanation_ref (explanation);
  refresh_soon (self);
}

static void
on_progress (TlExplanation *explanation, gpointer user_data)
{
  take_explanation (user_data, explanation);
}

static void
show_measuring (TlStepsPane *self)
{
  const char *title = self->measuring != NULL ? _("Stop Measuring") : _("Measure Each Step");

  gtk_button_set_icon_name (GTK_BUTTON (self->measure), self->measuring != NULL ? "media-playback-stop-symbolic"
                                                                                : "preferences-system-time-symbolic");
  tl_widget_set_tooltip (self->measure, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->measure), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlStepsPane)   self = user_data;
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlExplanation) explanation = tl_session_explain_finish (TL_SESSION (source), result, &error);

  g_clear_object (&self->measuring);
  if (self->editor == NULL)
    return;
  show_measuring (self);
  if (explanation != NULL)
    take_explanation (self, explanation);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_editor_refuse (self->editor, error);
}

static void
on_measure (TlStepsPane *self)
{
  TlSession *session = session_of (self);

  if (self->measuring != NULL)
    {
      g_cancellable_cancel (self->measuring);
      return;
    }
  self->measuring = g_cancellable_new ();
  show_measuring (self);
  tl_session_explain_async (session, tl_session_root (session), tl_variant_tip (tl_session_current (session)), MAX_MEASURE_S, FALSE,
                            on_progress, self, self->measuring, on_measured, g_object_ref (self));
}

/* From the program without steps to the current one. */
static void
on_explain (TlStepsPane *self)
{
  TlVariant *variant = tl_session_current (session_of (self));

  tl_explain_dialog_open (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), session_of (self), tl_session_root (session_of (self)),
                          _("No steps"), tl_variant_state (variant), tl_variant_name (variant));
}

/* --- object --- */

static void
tl_steps_pane_dispose (GObject *object)
{
  TlStepsPane *self = TL_STEPS_PANE (object);
  GtkWidget   *child;

  if (self->measuring != NULL)
    g_cancellable_cancel (self->measuring);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->refresh, tl_after_frame_free);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_pointer (&self->explanation, tl_explanation_unref);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_steps_pane_parent_class)->dispose (object);
}

static void
tl_steps_pane_class_init (TlStepsPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_steps_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "stepspane");
}

static void
tl_steps_pane_init (TlStepsPane *self)
{
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
  self->states = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_state_unref);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

/* Beside the heading: buttons for what is listed below. */
static void
add_heading (TlStepsPane *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *heading = gtk_label_new (_("Steps"));

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_set_hexpand (heading, TRUE);
  gtk_widget_add_css_class (heading, "pane-heading");
  gtk_box_append (GTK_BOX (line), heading);
  self->measure = gtk_button_new ();
  gtk_widget_add_css_class (self->measure, "flat");
  gtk_widget_add_css_class (self->measure, "pane-icon");
  gtk_widget_set_valign (self->measure, GTK_ALIGN_END);
  show_measuring (self);
  g_signal_connect_swapped (self->measure, "clicked", G_CALLBACK (on_measure), self);
  gtk_box_append (GTK_BOX (line), self->measure);
  self->explain = gtk_button_new_with_label (_("Explain"));
  gtk_widget_add_css_class (self->explain, "flat");
  gtk_widget_add_css_class (self->explain, "pane-action");
  gtk_widget_set_valign (self->explain, GTK_ALIGN_END);
  g_signal_connect_swapped (self->explain, "clicked", G_CALLBACK (on_explain), self);
  gtk_box_append (GTK_BOX (line), self->explain);
  gtk_widget_set_parent (line, GTK_WIDGET (self));
}

static GtkWidget *
add_more_button (TlStepsPane *self, GtkWidget *box, void (*on_clicked) (TlStepsPane *self))
{
  GtkWidget *button = gtk_button_new ();

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_visible (button, FALSE);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
add_list (TlStepsPane *self)
{
  GtkWidget          *scroller = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->list), FALSE);
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_widget_add_css_class (self->list, "steps");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Steps"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->earlier = add_more_button (self, box, on_earlier);
  gtk_box_append (GTK_BOX (box), self->list);
  self->later = add_more_button (self, box, on_later);
  gtk_widget_set_vexpand (self->list, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_list_box_set_adjustment (GTK_LIST_BOX (self->list), gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)));
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->list, keys);
}

GtkWidget *
tl_steps_pane_new (TlEditor *editor)
{
  TlStepsPane *self = g_object_new (TL_TYPE_STEPS_PANE, NULL);

  self->editor = g_object_ref (editor);
  add_heading (self);
  add_list (self);
  gtk_widget_set_parent (tl_step_reason_bar_new (editor), GTK_WIDGET (self));
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_object (session_of (self), "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "notify::timing", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  self->is_stale = TRUE;
  fill (self);
  return GTK_WIDGET (self);
}
