/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/roofline-pane.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "core/session/measured-states.h"
#include "core/session/target-choice.h"
#include "core/session/this-machine.h"
#include "ui/explore/roofline-view.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define FOOT_HEIGHT 126

struct _TlRooflinePane
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlAfterFrame *refresh;
  GCancellable *computing;     /* NULL: the roofline shown is that of the session */
  TlRoofline   *roofline;      /* nullable */
  gint64        measured_s;    /* when the machine was, of @roofline; 0: not */
  GtkWidget    *stack;         /* "picture", "empty" or "computing" */
  GtkWidget    *view;
  GtkWidget    *path;          /* GtkToggleButton */
  gboolean      asks;          /* for advice: while the path is shown */
  GtkWidget    *card;          /* the pointed or current point in words */
  GtkWidget    *empty;         /* AdwStatusPage */
  GtkWidget    *measure;
};

G_DEFINE_FINAL_TYPE (TlRooflinePane, tl_roofline_pane, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlRooflinePane *self)
{
  return tl_editor_session (self->editor);
}

/* --- computing, in a thread on immutable states --- */

typedef struct
{
  TlModule     *module;
  char         *func_name;
  TlTarget      target;
  GArray       *states;      /* TlMeasuredState */
  TlMachine     machine;
  gboolean      is_measured;
  TlSuggestion *suggestion;  /* nullable: the step that is predicted to gain most, … */
  double        gain;        /* … and how much */
} RooflineJob;

static void
job_free (gpointer data)
{
  RooflineJob *job = data;

  tl_module_unref (job->module);
  g_array_unref (job->states);
  g_free (job->func_name);
  g_clear_pointer (&job->suggestion, tl_suggestion_unref);
  g_free (job);
}

/* The best one of those that were tried, while the path is shown. */
static void
add_suggestion (RooflineJob *job, TlEditor *editor)
{
  TlAdvisor *advisor = tl_editor_advisor (editor);
  GPtrArray *items = tl_advisor_items (advisor);
  TlVariant *variant = tl_session_current (tl_editor_session (editor));

  for (guint i = 0; items != NULL && i < items->len && job->suggestion == NULL; i++)
    {
      const TlAdvice *advice = items->pdata[i];

      if (advice->suggestion == NULL || variant == NULL || tl_advisor_start (advisor) != tl_variant_state (variant))
        continue;
      job->suggestion = tl_suggestion_ref (advice->suggestion);
      job->gain = advice->gain;
    }
}

static RooflineJob *
job_new (TlSession *session)
{
  RooflineJob *job = g_new0 (RooflineJob, 1);

  job->module = tl_module_ref (tl_state_module (tl_session_root (session)));
  job->func_name = g_strdup (tl_session_func_name (session));
  job->target = tl_session_target (session);
  job->states = tl_session_measured_states (session);
  job->is_measured = tl_target_is_here (&job->target) && tl_machine_load (&job->machine);
  return job;
}

static void
compute_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const RooflineJob *job = task_data;
  TlRoofline        *roofline = tl_roofline_new (job->module, job->func_name, &job->target, job->is_measured ? &job->machine : NULL,
                                                 (const TlMeasuredState *) job->states->data, job->states->len);

  if (job->suggestion != NULL)
    tl_roofline_suggest (roofline, job->suggestion->state, job->func_name, job->suggestion->sentence, job->gain);
  g_task_return_pointer (task, roofline, (GDestroyNotify) tl_roofline_free);
}

static void
stop_computing (TlRooflinePane *self)
{
  if (self->computing != NULL)
    g_cancellable_cancel (self->computing);
  g_clear_object (&self->computing);
}

/* --- what is shown --- */

static void
show_card (TlRooflinePane *self, gint point)
{
  g_autofree char *text = NULL;

  if (self->roofline != NULL && point < 0)
    point = tl_roofline_current (self->roofline);
  if (point >= 0)
    text = tl_roofline_point_text (self->roofline, &self->roofline->points[point]);
  else if (self->roofline != NULL && self->roofline->status == TL_ROOFLINE_READY)
    text = g_strdup (_("The current variant has no time yet: press F5."));
  gtk_label_set_text (GTK_LABEL (self->card), text != NULL ? text : "");
}

static gboolean
shows_picture (const TlRoofline *roofline)
{
  return roofline->status == TL_ROOFLINE_READY || roofline->status == TL_ROOFLINE_UNTIMED;
}

static void
show_empty (TlRooflinePane *self)
{
  g_autofree char *text = tl_roofline_status_text (self->roofline);

  adw_status_page_set_title (ADW_STATUS_PAGE (self->empty),
                             self->roofline->status == TL_ROOFLINE_UNMEASURED ? _("Machine Not Measured") : _("No Roofline"));
  adw_status_page_set_description (ADW_STATUS_PAGE (self->empty), text);
  gtk_widget_set_visible (self->measure, self->roofline->status == TL_ROOFLINE_UNMEASURED);
}

static void
show (TlRooflinePane *self)
{
  gboolean with_path = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->path));

  if (self->roofline == NULL)
    return;
  if (shows_picture (self->roofline))
    tl_roofline_view_show (TL_ROOFLINE_VIEW (self->view), self->roofline, with_path);
  else
    show_empty (self);
  show_card (self, -1);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), shows_picture (self->roofline) ? "picture" : "empty");
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlRooflinePane) self = user_data;
  const RooflineJob         *job = g_task_get_task_data (G_TASK (result));
  TlRoofline                *roofline = g_task_propagate_pointer (G_TASK (result), NULL);

  if (roofline == NULL || self->view == NULL)   /* cancelled */
    {
      g_clear_pointer (&roofline, tl_roofline_free);
      return;
    }
  g_clear_object (&self->computing);
  tl_roofline_view_show (TL_ROOFLINE_VIEW (self->view), NULL, FALSE);
  g_clear_pointer (&self->roofline, tl_roofline_free);
  self->roofline = roofline;
  self->measured_s = job->is_measured ? job->machine.measured_s : 0;
  show (self);
}

/* The old roofline stays until the new one is there. */
static void
refresh (GtkWidget *widget)
{
  TlRooflinePane   *self = TL_ROOFLINE_PANE (widget);
  g_autoptr (GTask) task = NULL;
  RooflineJob      *job;

  if (tl_session_func_name (session_of (self)) == NULL)
    return;
  stop_computing (self);
  self->computing = g_cancellable_new ();
  task = g_task_new (NULL, self->computing, on_computed, g_object_ref (self));
  job = job_new (session_of (self));
  if (self->asks)
    add_suggestion (job, self->editor);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, compute_in_thread);
}

static void
refresh_soon (TlRooflinePane *self)
{
  tl_after_frame_ask (self->refresh);
}

/* The dialog that measures the machine is a window of its own: afterwards the program's is active again. */
static void
on_active (TlRooflinePane *self)
{
  TlMachine machine;

  if ((tl_machine_load (&machine) ? machine.measured_s : 0) != self->measured_s)
    refresh_soon (self);
}

/* The path ends in the step that is suggested: somebody has to find it. */
static void
ask_for_advice (TlRooflinePane *self)
{
  gboolean asks = gtk_widget_get_mapped (GTK_WIDGET (self)) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->path));

  if (asks == self->asks)
    return;
  self->asks = asks;
  if (asks)
    tl_advisor_begin (tl_editor_advisor (self->editor));
  else
    tl_advisor_end (tl_editor_advisor (self->editor));
  refresh_soon (self);
}

static void
on_advice (TlRooflinePane *self)
{
  if (self->asks)
    refresh_soon (self);
}

static void
on_path (TlRooflinePane *self)
{
  show (self);
  ask_for_advice (self);
}

static void
on_map (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  ask_for_advice (TL_ROOFLINE_PANE (widget));
  g_signal_handlers_disconnect_by_func (root, on_active, widget);
  g_signal_connect_object (root, "notify::is-active", G_CALLBACK (on_active), widget, G_CONNECT_SWAPPED);
}

/* --- input --- */

/* New reference; NULL: it is gone. */
static TlVariant *
variant_of (TlRooflinePane *self, guint point)
{
  return g_list_model_get_item (tl_session_variants (session_of (self)), self->roofline->points[point].variant);
}

/* Those of @variants alone are listed; without any, all. Takes it. */
static void
list_variants (TlRooflinePane *self, GPtrArray *variants)
{
  if (variants->len == 0)
    g_clear_pointer (&variants, g_ptr_array_unref);
  tl_editor_list_variants (self->editor, variants);
}

static void
on_chosen (TlRooflineView *view, GArray *points, gpointer user_data)
{
  TlRooflinePane *self = user_data;
  GPtrArray      *variants = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < points->len; i++)
    {
      TlVariant *variant = variant_of (self, g_array_index (points, guint, i));

      if (variant != NULL && !g_ptr_array_find (variants, variant, NULL))
        g_ptr_array_add (variants, g_object_ref (variant));
      g_clear_object (&variant);
    }
  list_variants (self, variants);
}

static void
on_toggled (TlRooflineView *view, guint point, gpointer user_data)
{
  TlRooflinePane       *self = user_data;
  GPtrArray            *listed = tl_editor_listed_variants (self->editor), *variants = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (TlVariant) variant = variant_of (self, point);

  if (listed != NULL)
    g_ptr_array_extend (variants, listed, (GCopyFunc) g_object_ref, NULL);
  if (variant != NULL && !g_ptr_array_remove (variants, variant))
    g_ptr_array_add (variants, g_object_ref (variant));
  list_variants (self, variants);
}

static void
on_picked (TlRooflineView *view, guint point, gpointer user_data)
{
  TlRooflinePane       *self = user_data;
  g_autoptr (TlVariant) variant = variant_of (self, point);

  if (variant != NULL)
    tl_session_set_current (session_of (self), variant);
}

static void
on_pointed (TlRooflineView *view, gint point, gpointer user_data)
{
  show_card (user_data, point);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlRooflinePane  *self = user_data;
  GtkToggleButton *path = GTK_TOGGLE_BUTTON (self->path);

  if (keyval == GDK_KEY_Escape && tl_editor_listed_variants (self->editor) != NULL)
    {
      tl_editor_list_variants (self->editor, NULL);
      return TRUE;
    }
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || keyval != GDK_KEY_t)
    return FALSE;
  gtk_toggle_button_set_active (path, !gtk_toggle_button_get_active (path));
  return TRUE;
}

/* --- object --- */

static void
tl_roofline_pane_dispose (GObject *object)
{
  TlRooflinePane *self = TL_ROOFLINE_PANE (object);
  GtkWidget      *child;

  g_clear_pointer (&self->refresh, tl_after_frame_free);
  stop_computing (self);
  if (self->view != NULL)
    tl_roofline_view_show (TL_ROOFLINE_VIEW (self->view), NULL, FALSE);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->view = NULL;
  g_clear_pointer (&self->roofline, tl_roofline_free);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_roofline_pane_parent_class)->dispose (object);
}

static void
tl_roofline_pane_class_init (TlRooflinePaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_roofline_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "rooflinepane");
}

/* Of a fixed height: the picture stands still while the pointer moves. */
static GtkWidget *
make_foot (TlRooflinePane *self)
{
  GtkWidget *foot = gtk_scrolled_window_new ();

  self->card = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (self->card), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->card), 0);
  gtk_label_set_yalign (GTK_LABEL (self->card), 0);
  gtk_widget_add_css_class (self->card, "numeric");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (foot), self->card);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (foot), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (foot), FOOT_HEIGHT);
  gtk_widget_add_css_class (foot, "foot");
  return foot;
}

static GtkWidget *
make_picture (TlRooflinePane *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->view = tl_roofline_view_new ();
  self->path = gtk_toggle_button_new_with_label (_("Trace"));
  gtk_widget_add_css_class (self->path, "mode");
  gtk_widget_set_halign (self->path, GTK_ALIGN_END);
  gtk_widget_set_valign (self->path, GTK_ALIGN_START);
  gtk_widget_set_margin_end (self->path, 8);
  tl_widget_set_tooltip (self->path, _("Show the way of the current variant through its measured states, and to where the best "
                                       "suggested step is predicted to lead (T)"));
  g_signal_connect_swapped (self->path, "toggled", G_CALLBACK (on_path), self);
  gtk_widget_set_vexpand (overlay, TRUE);
  gtk_widget_set_hexpand (overlay, TRUE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), tl_scale_bin_new (self->view));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->path);
  return overlay;
}

static GtkWidget *
make_empty (TlRooflinePane *self)
{
  self->empty = adw_status_page_new ();
  self->measure = gtk_button_new_with_label (_("Measure This Machine"));
  gtk_widget_add_css_class (self->measure, "pill");
  gtk_widget_set_halign (self->measure, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->measure), "app.machine");
  adw_status_page_set_child (ADW_STATUS_PAGE (self->empty), self->measure);
  gtk_widget_add_css_class (self->empty, "compact");
  return self->empty;
}

/* It turns while it is seen: a hidden one has the window lay itself out sixty times a second, too. */
static GtkWidget *
make_computing (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *spinner = gtk_spinner_new ();

  g_signal_connect (spinner, "map", G_CALLBACK (gtk_spinner_start), NULL);
  g_signal_connect (spinner, "unmap", G_CALLBACK (gtk_spinner_stop), NULL);
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_("Predicting traffic…")));
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  return box;
}

static void
tl_roofline_pane_init (TlRooflinePane *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget          *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
  gtk_box_append (GTK_BOX (body), make_picture (self));
  gtk_box_append (GTK_BOX (body), make_foot (self));
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), make_computing (), "computing");
  gtk_stack_add_named (GTK_STACK (self->stack), body, "picture");
  gtk_stack_add_named (GTK_STACK (self->stack), make_empty (self), "empty");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  g_signal_connect (self->view, "picked", G_CALLBACK (on_picked), self);
  g_signal_connect (self->view, "pointed", G_CALLBACK (on_pointed), self);
  g_signal_connect (self->view, "toggled", G_CALLBACK (on_toggled), self);
  g_signal_connect (self->view, "chosen", G_CALLBACK (on_chosen), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (ask_for_advice), NULL);
}

GtkWidget *
tl_roofline_pane_new (TlEditor *editor)
{
  TlRooflinePane *self = g_object_new (TL_TYPE_ROOFLINE_PANE, NULL);
  TlSession      *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect_object (tl_editor_advisor (editor), "changed", G_CALLBACK (on_advice), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "machine-measured", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_variants (session), "items-changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
