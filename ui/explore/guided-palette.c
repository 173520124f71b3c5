/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The list is not changed by what is found out of its rows: they are in another order only when somebody asks, so that none moves under
 * the pointer.
 */
#include "ui/explore/guided-palette.h"

#include <math.h>

#include "core/base/i18n.h"
#include "core/session/steps/suggestion-list.h"
#include "ui/explore/suggestion-row.h"
#include "ui/widgets/after-frame.h"

#define N_TOP   5
#define N_FIRST 8   /* rows, more than are in view: the popover is as high as it will be */

struct _TlGuidedPalette
{
  GtkPopover        parent_instance;
  TlEditor         *editor;
  TlSuggestionList *list;
  guint             n_impossible;
  guint             n_rows;    /* made; the others are made a few per frame */
  TlSuggestion     *kept;      /* nullable: to be selected when its row is made */
  TlAfterFrame     *add_rows;
  GtkWidget        *anchor;    /* weak, nullable */
  double            pointer_x, pointer_y;   /* where it was last; -1: not over the rows yet */
  /* Template widgets */
  GtkWidget        *title;
  GtkWidget        *bound;
  GtkWidget        *rows;      /* GtkListBox of TlSuggestionRow */
  GtkWidget        *measure_top;
  GtkWidget        *sort;
};

#define TL_TYPE_GUIDED_PALETTE (tl_guided_palette_get_type ())
G_DECLARE_FINAL_TYPE (TlGuidedPalette, tl_guided_palette, TL, GUIDED_PALETTE, GtkPopover)
G_DEFINE_FINAL_TYPE (TlGuidedPalette, tl_guided_palette, GTK_TYPE_POPOVER)

static TlSession *
session_of (TlGuidedPalette *self)
{
  return tl_editor_session (self->editor);
}

/* --- preview --- */

static void
preview (TlGuidedPalette *self, GtkListBoxRow *row)
{
  TlSuggestion *suggestion = row != NULL ? tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (row)) : NULL;

  if (self->list == NULL)   /* the rows are being destroyed */
    return;
  if (tl_suggestion_list_start (self->list) != tl_variant_state (tl_session_current (session_of (self))))
    return;
  tl_session_set_preview (session_of (self), suggestion != NULL ? suggestion->state : NULL,
                          suggestion != NULL ? suggestion->sentence : NULL);
}

static void
on_selected (TlGuidedPalette *self, GtkListBoxRow *row)
{
  preview (self, row);
}

/* Rows that come to lie under a pointer at rest are no wish of anybody. */
static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlGuidedPalette *self = user_data;
  double           pointer_x = x, pointer_y = y;
  gboolean         has_moved;

  gtk_widget_translate_coordinates (self->rows, GTK_WIDGET (self), x, y, &pointer_x, &pointer_y);
  has_moved = self->pointer_x >= 0 && (fabs (pointer_x - self->pointer_x) > 1 || fabs (pointer_y - self->pointer_y) > 1);
  self->pointer_x = pointer_x;
  self->pointer_y = pointer_y;
  if (has_moved)
    preview (self, gtk_list_box_get_row_at_y (GTK_LIST_BOX (self->rows), (int) y));
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer user_data)
{
  TlGuidedPalette *self = user_data;

  preview (self, gtk_list_box_get_selected_row (GTK_LIST_BOX (self->rows)));
}

/* --- taking a row --- */

static void
ask_parameters (TlGuidedPalette *self, TlSuggestion *suggestion)
{
  g_autoptr (TlEditor)              editor = g_object_ref (self->editor);
  g_autoptr (TlApplicablePrimitive) applicable = tl_applicable_primitive_ref (suggestion->applicable);
  GtkWidget                        *anchor = self->anchor;

  gtk_popover_popdown (GTK_POPOVER (self));
  if (suggestion->kind == TL_SUGGESTION_IMPOSSIBLE)
    tl_editor_start_applicable (editor, applicable, anchor);
  else
    tl_editor_ask (editor, applicable, anchor);
}

static void
on_activated (TlGuidedPalette *self, GtkListBoxRow *row)
{
  g_autoptr (TlSuggestion) suggestion = tl_suggestion_ref (tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (row)));
  g_autoptr (TlEditor)     editor = g_object_ref (self->editor);
  g_autoptr (TlState)      start = tl_state_ref (tl_suggestion_list_start (self->list));

  if (suggestion->state == NULL)
    {
      ask_parameters (self, suggestion);
      return;
    }
  gtk_popover_popdown (GTK_POPOVER (self));
  tl_editor_take_suggestion (editor, start, suggestion);
}

static TlSuggestion *
focused_suggestion (TlGuidedPalette *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, TL_TYPE_SUGGESTION_ROW) : NULL;

  return row != NULL ? tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (row)) : NULL;
}

/* Before the popover, to which Right means the widget right of the focus. */
static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlGuidedPalette *self = user_data;
  TlSuggestion    *suggestion = focused_suggestion (self);

  if (suggestion == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return FALSE;
  switch (gdk_keyval_to_lower (keyval))
    {
    case GDK_KEY_Right:
      if (suggestion->applicable != NULL)
        ask_parameters (self, suggestion);
      return TRUE;
    case GDK_KEY_m:
      tl_suggestion_list_measure (self->list, suggestion);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- measuring --- */

static void
on_row_measure (TlGuidedPalette *self, TlSuggestionRow *row)
{
  tl_suggestion_list_measure (self->list, tl_suggestion_row_suggestion (row));
}

static void
on_measure_top (TlGuidedPalette *self)
{
  if (tl_suggestion_list_is_measuring (self->list))
    tl_suggestion_list_stop (self->list);
  else
    tl_suggestion_list_measure_top (self->list, N_TOP);
}

static void
on_measured (TlGuidedPalette *self, TlSuggestion *suggestion)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->rows), i)) != NULL; i++)
    if (tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (row)) == suggestion)
      tl_suggestion_row_update (TL_SUGGESTION_ROW (row));
  gtk_button_set_label (GTK_BUTTON (self->measure_top), tl_suggestion_list_is_measuring (self->list) ? _("Stop") : _("Measure Top 5"));
  gtk_widget_set_sensitive (self->sort, TRUE);
}

/* --- rows --- */

static char *
group_title (TlGuidedPalette *self, const TlSuggestion *suggestion)
{
  if (suggestion->kind != TL_SUGGESTION_IMPOSSIBLE)
    return g_strdup (tl_suggestion_group_title (suggestion->group));
  return g_strdup_printf (_("Not possible now (%u)"), self->n_impossible);
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  TlGuidedPalette *self = user_data;
  g_autofree char *title = group_title (self, tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (row)));
  g_autofree char *above = before != NULL ? group_title (self, tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (before))) : NULL;
  GtkWidget       *header;

  if (g_strcmp0 (title, above) == 0)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  header = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (header), 0);
  gtk_widget_add_css_class (header, "pane-heading");
  gtk_list_box_row_set_header (row, header);
}

/* Only once there is something to show: its place depends on its size. */
static void
pop_up (TlGuidedPalette *self)
{
  tl_editor_popup (self->editor, GTK_WIDGET (self), self->anchor);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_RIGHT);   /* the preview must not be covered */
  g_object_unref (self);   /* the popover that nobody had */
}

static void
select_row (TlGuidedPalette *self, GtkWidget *row)
{
  gtk_list_box_select_row (GTK_LIST_BOX (self->rows), GTK_LIST_BOX_ROW (row));
  gtk_widget_grab_focus (row);
}

static void
add_row (TlGuidedPalette *self, TlSuggestion *suggestion)
{
  GtkWidget *row = tl_suggestion_row_new (suggestion);

  g_signal_connect_swapped (row, "measure", G_CALLBACK (on_row_measure), self);
  gtk_list_box_append (GTK_LIST_BOX (self->rows), row);
  if (suggestion == self->kept)
    select_row (self, row);
}

static void
add_rows (GtkWidget *widget)
{
  TlGuidedPalette *self = TL_GUIDED_PALETTE (widget);
  GPtrArray       *items = tl_suggestion_list_items (self->list);
  gint64           end_us = g_get_monotonic_time () + TL_SLICE_US;

  while (self->n_rows < items->len && (self->n_rows < N_FIRST || g_get_monotonic_time () < end_us))
    add_row (self, items->pdata[self->n_rows++]);
  if (self->n_rows < items->len)
    tl_after_frame_ask (self->add_rows);
}

static void
keep_selection (TlGuidedPalette *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->rows));

  g_clear_pointer (&self->kept, tl_suggestion_unref);
  if (selected != NULL)
    self->kept = tl_suggestion_ref (tl_suggestion_row_suggestion (TL_SUGGESTION_ROW (selected)));
}

static void
on_listed (TlGuidedPalette *self)
{
  GPtrArray *items = tl_suggestion_list_items (self->list);
  GtkWidget *row;

  keep_selection (self);
  while ((row = gtk_widget_get_first_child (self->rows)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->rows), row);
  self->n_rows = self->n_impossible = 0;
  for (guint i = 0; i < items->len; i++)
    self->n_impossible += ((TlSuggestion *) g_ptr_array_index (items, i))->kind == TL_SUGGESTION_IMPOSSIBLE;
  gtk_widget_remove_css_class (self->rows, "outdated");
  add_rows (GTK_WIDGET (self));
  if (gtk_widget_get_parent (GTK_WIDGET (self)) == NULL)
    pop_up (self);
  row = gtk_widget_get_first_child (self->rows);
  if (row != NULL && (self->kept == NULL || !g_ptr_array_find (items, self->kept, NULL)))
    select_row (self, row);
}

/* --- texts --- */

/* How much there is to gain at all: the time of the current state over that of the roofline. */
static void
show_bound (TlGuidedPalette *self)
{
  TlSession       *session = session_of (self);
  TlRoof           roof = tl_session_roof (session);
  const TlOutcome *outcome = tl_variant_outcome (tl_session_current (session), tl_session_func_name (session));
  double           least_s = tl_roof_s (&roof);
  TlLatency        latency;
  g_autofree char *text = NULL;

  if (least_s > 0 && outcome != NULL && tl_outcome_latency (outcome, &latency) && latency.median_s > least_s)
    text = g_strdup_printf (_("Roofline: at most %.1f× as fast"), latency.median_s / least_s);
  gtk_label_set_text (GTK_LABEL (self->bound), text != NULL ? text : "");
}

static void
show_title (TlGuidedPalette *self)
{
  TlSession       *session = session_of (self);
  const TlNodeId  *nodes;
  guint            n;
  const TlModule  *module = tl_state_module (tl_variant_state (tl_session_current (session)));
  const TlStmt    *stmt;
  g_autofree char *text = NULL;

  nodes = tl_selection_nodes (tl_session_selection (session), &n);
  stmt = n == 1 ? tl_module_find (module, nodes[0]) : NULL;
  if (stmt == NULL)
    text = g_strdup_printf (g_dngettext (NULL, "Steps for %u selected item", "Steps for %u selected items", n), n);
  else if (stmt->kind == TL_STMT_FOR)
    text = g_strdup_printf (_("Steps for loop %s"), stmt->loop.var->name);
  else
    text = g_strdup_printf (_("Steps for block %s"), stmt->block.name);
  gtk_label_set_text (GTK_LABEL (self->title), text);
}

/* --- object --- */

static void
on_program_changed (TlGuidedPalette *self)
{
  gtk_widget_add_css_class (self->rows, "outdated");
  tl_suggestion_list_update (self->list);
}

static void
on_closed (TlGuidedPalette *self)
{
  g_signal_handlers_disconnect_by_data (session_of (self), self);
  tl_session_set_preview (session_of (self), NULL, NULL);
  g_clear_pointer (&self->add_rows, tl_after_frame_free);
  if (self->list != NULL)
    g_object_run_dispose (G_OBJECT (self->list));
}

static void
tl_guided_palette_dispose (GObject *object)
{
  TlGuidedPalette *self = TL_GUIDED_PALETTE (object);

  g_clear_weak_pointer (&self->anchor);
  g_clear_pointer (&self->kept, tl_suggestion_unref);
  g_clear_pointer (&self->add_rows, tl_after_frame_free);
  if (self->list != NULL)
    g_object_run_dispose (G_OBJECT (self->list));
  g_clear_object (&self->list);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_guided_palette_parent_class)->dispose (object);
}

static void
tl_guided_palette_class_init (TlGuidedPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_guided_palette_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/guided-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, TlGuidedPalette, title);
  gtk_widget_class_bind_template_child (widget_class, TlGuidedPalette, bound);
  gtk_widget_class_bind_template_child (widget_class, TlGuidedPalette, rows);
  gtk_widget_class_bind_template_child (widget_class, TlGuidedPalette, measure_top);
  gtk_widget_class_bind_template_child (widget_class, TlGuidedPalette, sort);
}

static void
tl_guided_palette_init (TlGuidedPalette *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();

  self->pointer_x = self->pointer_y = -1;
  self->add_rows = tl_after_frame_new (GTK_WIDGET (self), add_rows);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->rows), update_header, self, NULL);
  g_signal_connect_swapped (self->rows, "row-selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->rows, "row-activated", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (self->measure_top, "clicked", G_CALLBACK (on_measure_top), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->rows, motion);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self, "closed", G_CALLBACK (on_closed), NULL);
}

void
tl_guided_palette_open (TlEditor *editor, GtkWidget *anchor)
{
  TlGuidedPalette *self;

  if (tl_session_current (tl_editor_session (editor)) == NULL
      || tl_selection_primary (tl_session_selection (tl_editor_session (editor))) == 0)
    return;
  self = g_object_ref_sink (g_object_new (TL_TYPE_GUIDED_PALETTE, NULL));
  self->editor = g_object_ref (editor);
  self->list = tl_suggestion_list_new (tl_editor_session (editor), tl_editor_gains (editor));
  g_set_weak_pointer (&self->anchor, anchor);
  g_signal_connect_object (self->list, "listed", G_CALLBACK (on_listed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "measured", G_CALLBACK (on_measured), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sort, "clicked", G_CALLBACK (tl_suggestion_list_sort), self->list, G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "changed", G_CALLBACK (on_program_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "notify::timing", G_CALLBACK (show_bound), self, G_CONNECT_SWAPPED);
  show_title (self);
  show_bound (self);
  tl_suggestion_list_update (self->list);
}
