/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/step-reason-bar.h"

#include "core/base/i18n.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/tip.h"

struct _TlStepReasonBar
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlAfterFrame *refresh;
  TlState      *shown;      /* nullable: of the reason that is shown, or is on its way */
  GCancellable *finding;    /* nullable */
  /* Template widgets */
  GtkWidget    *content;
  GtkWidget    *previous;
  GtkWidget    *number;
  GtkWidget    *next;
  GtkWidget    *reason;
};

G_DEFINE_FINAL_TYPE (TlStepReasonBar, tl_step_reason_bar, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlStepReasonBar *self)
{
  return tl_editor_session (self->editor);
}

static void
show_reason (TlStepReasonBar *self, const char *reason)
{
  gtk_label_set_text (GTK_LABEL (self->reason), reason != NULL ? reason : "");
  tl_widget_set_tooltip (self->reason, reason);
  gtk_widget_set_visible (self->reason, reason != NULL);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlStepReasonBar) self = user_data;
  g_autoptr (GError)          error = NULL;
  g_autofree char            *reason = tl_session_step_reason_finish (TL_SESSION (source), result, &error);

  if (error != NULL || self->editor == NULL)
    return;
  g_clear_object (&self->finding);
  show_reason (self, reason);
}

/* The old sentence stays until the new one is there: stepping through them does not flicker. */
static void
find_reason (TlStepReasonBar *self, TlState *state)
{
  if (state == self->shown)
    return;
  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_clear_pointer (&self->shown, tl_state_unref);
  self->shown = state != NULL ? tl_state_ref (state) : NULL;
  if (state == NULL || tl_state_inst (state) == NULL)
    {
      show_reason (self, NULL);
      return;
    }
  self->finding = g_cancellable_new ();
  tl_session_step_reason_async (session_of (self), state, self->finding, on_found, g_object_ref (self));
}

/* A button that can go no further gives the focus to the other one. */
static void
set_ends (TlStepReasonBar *self, gboolean has_previous, gboolean has_next)
{
  gtk_widget_set_sensitive (self->previous, has_previous || gtk_widget_has_focus (self->previous));
  gtk_widget_set_sensitive (self->next, has_next || gtk_widget_has_focus (self->next));
  if (!has_previous && gtk_widget_has_focus (self->previous))
    gtk_widget_grab_focus (self->next);
  if (!has_next && gtk_widget_has_focus (self->next))
    gtk_widget_grab_focus (self->previous);
  gtk_widget_set_sensitive (self->previous, has_previous);
  gtk_widget_set_sensitive (self->next, has_next);
}

static void
refresh (GtkWidget *widget)
{
  TlStepReasonBar      *self = TL_STEP_REASON_BAR (widget);
  g_autoptr (GPtrArray) steps = tl_session_steps (session_of (self));
  guint                 n, number = tl_session_step_number (session_of (self), &n);
  g_autofree char      *text = number > 0 ? g_strdup_printf (_("Step %u of %u"), number, n) : g_strdup_printf (_("Start, before %u"), n);

  gtk_widget_set_visible (self->content, n > 0);   /* the bar itself stays, to be refreshed */
  gtk_label_set_text (GTK_LABEL (self->number), text);
  set_ends (self, number > 0, number < n);
  find_reason (self, number < steps->len ? g_ptr_array_index (steps, number) : NULL);
}

static void
refresh_soon (TlStepReasonBar *self)
{
  tl_after_frame_ask (self->refresh);
}

/* Its caches and cores are others. */
static void
on_target (TlStepReasonBar *self)
{
  g_clear_pointer (&self->shown, tl_state_unref);
  refresh_soon (self);
}

static void
on_previous (TlStepReasonBar *self)
{
  tl_session_visit_by (session_of (self), -1);
}

static void
on_next (TlStepReasonBar *self)
{
  tl_session_visit_by (session_of (self), 1);
}

static void
tl_step_reason_bar_dispose (GObject *object)
{
  TlStepReasonBar *self = TL_STEP_REASON_BAR (object);
  GtkWidget       *child;

  if (self->finding != NULL)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  g_clear_pointer (&self->shown, tl_state_unref);
  g_clear_pointer (&self->refresh, tl_after_frame_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_step_reason_bar_parent_class)->dispose (object);
}

static void
tl_step_reason_bar_class_init (TlStepReasonBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_step_reason_bar_dispose;
  gtk_widget_class_set_css_name (widget_class, "stepreason");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/step-reason-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TlStepReasonBar, content);
  gtk_widget_class_bind_template_child (widget_class, TlStepReasonBar, previous);
  gtk_widget_class_bind_template_child (widget_class, TlStepReasonBar, number);
  gtk_widget_class_bind_template_child (widget_class, TlStepReasonBar, next);
  gtk_widget_class_bind_template_child (widget_class, TlStepReasonBar, reason);
}

static void
tl_step_reason_bar_init (TlStepReasonBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
}

GtkWidget *
tl_step_reason_bar_new (TlEditor *editor)
{
  TlStepReasonBar *self = g_object_new (TL_TYPE_STEP_REASON_BAR, NULL);

  self->editor = g_object_ref (editor);
  g_signal_connect_swapped (self->previous, "clicked", G_CALLBACK (on_previous), self);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (on_next), self);
  g_signal_connect_object (session_of (self), "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session_of (self), "notify::target", G_CALLBACK (on_target), self, G_CONNECT_SWAPPED);
  refresh (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
