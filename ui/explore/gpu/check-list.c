/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/gpu/check-list.h"

#include "core/base/i18n.h"
#include "core/session/gpu/kernel-check.h"
#include "ui/widgets/tip.h"

#define TICK_MS 200

struct _TlCheckList
{
  GtkWidget      parent_instance;
  TlSession     *session;      /* owned */
  TlState       *checked;      /* owned, nullable: the program that is checked or was */
  GCancellable  *running;      /* NULL: no check runs */
  gint64         start_us;
  guint          tick;         /* source, while one runs */
  TlKernelCheck *check;        /* nullable */
  /* Children */
  GtkWidget     *button;
  GtkWidget     *text;
  GtkWidget     *progress;
  GtkWidget     *list;
};

G_DEFINE_FINAL_TYPE (TlCheckList, tl_check_list, GTK_TYPE_WIDGET)

enum { NODE_PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- rows --- */

static GtkWidget *
make_row (const TlKernelProblem *problem)
{
  GtkWidget       *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *title, *text;
  g_autofree char *times = problem->count > 1 ? g_strdup_printf (_("%s, %" G_GUINT64_FORMAT " times"), tl_kernel_problem_title (problem),
                                                                 problem->count) : g_strdup (tl_kernel_problem_title (problem));
  g_autofree char *spoken = g_strdup_printf ("%s: %s", times, problem->text);

  title = gtk_label_new (times);
  text = gtk_label_new (problem->text);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 48);
  gtk_widget_add_css_class (title, "error");
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (text, "caption");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), problem->node != 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

static void
show_problems (TlCheckList *self)
{
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0))) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; self->check != NULL && i < self->check->problems->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self->check->problems->pdata[i]));
  gtk_widget_set_visible (self->list, self->check != NULL && self->check->problems->len > 0);
}

static void
on_activated (TlCheckList *self, GtkListBoxRow *row)
{
  const TlKernelProblem *problem = self->check->problems->pdata[gtk_list_box_row_get_index (row)];

  if (problem->node != 0)
    g_signal_emit (self, signals[NODE_PICKED], 0, problem->node);
}

/* --- running --- */

static void
show_state (TlCheckList *self, const char *text)
{
  gboolean is_running = self->running != NULL, is_bad = self->check != NULL && self->check->problems->len > 0;
  gboolean is_good = self->check != NULL && !is_bad;

  gtk_button_set_label (GTK_BUTTON (self->button), is_running ? _("Stop Check") : _("Check for Faults"));
  gtk_widget_set_visible (self->progress, is_running);
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_widget_remove_css_class (self->text, is_good ? "error" : "success");
  if (is_bad || is_good)
    gtk_widget_add_css_class (self->text, is_bad ? "error" : "success");
  else
    gtk_widget_remove_css_class (self->text, "error");
}

static gboolean
on_tick (gpointer user_data)
{
  TlCheckList     *self = user_data;
  double           seconds = (double) (g_get_monotonic_time () - self->start_us) / G_USEC_PER_SEC;
  g_autofree char *text = g_strdup_printf (_("In the emulator for %.0f s"), seconds);

  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  gtk_label_set_text (GTK_LABEL (self->text), text);
  return G_SOURCE_CONTINUE;
}

static void
stop (TlCheckList *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_handle_id (&self->tick, g_source_remove);
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlCheckList) self = user_data;
  g_autoptr (GError)      error = NULL;
  TlKernelCheck          *check = tl_session_check_kernels_finish (TL_SESSION (source), result, &error);
  g_autofree char        *summary = NULL;

  if (self->list == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)   /* stopped */
    {
      g_clear_pointer (&check, tl_kernel_check_free);
      return;
    }
  stop (self);
  g_clear_pointer (&self->check, tl_kernel_check_free);
  self->check = check;
  summary = check != NULL ? tl_kernel_check_summary (check) : g_strdup_printf (_("Not checked: %s"), error->message);
  show_state (self, summary);
  show_problems (self);
}

static void
forget (TlCheckList *self)
{
  stop (self);
  g_clear_pointer (&self->check, tl_kernel_check_free);
  g_clear_pointer (&self->checked, tl_state_unref);
  show_state (self, _("Races, barriers, bounds and results, without a GPU"));
  show_problems (self);
}

void
tl_check_list_start (TlCheckList *self)
{
  if (self->running != NULL || tl_session_current (self->session) == NULL)
    return;
  forget (self);
  self->checked = tl_state_ref (tl_session_state (self->session));
  self->running = g_cancellable_new ();
  self->start_us = g_get_monotonic_time ();
  self->tick = g_timeout_add (TICK_MS, on_tick, self);
  show_state (self, _("In the emulator…"));
  tl_session_check_kernels_async (self->session, self->checked, self->running, on_checked, g_object_ref (self));
}

static void
on_button (TlCheckList *self)
{
  if (self->running != NULL)
    forget (self);
  else
    tl_check_list_start (self);
}

/* "changed" also comes with the selection of another variant, or a measurement. */
static void
on_changed (TlCheckList *self)
{
  if (self->checked != NULL && (tl_session_current (self->session) == NULL || tl_session_state (self->session) != self->checked))
    forget (self);
}

/* --- building --- */

static void
tl_check_list_dispose (GObject *object)
{
  TlCheckList *self = TL_CHECK_LIST (object);
  GtkWidget   *child;

  stop (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->list = NULL;
  g_clear_pointer (&self->check, tl_kernel_check_free);
  g_clear_pointer (&self->checked, tl_state_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_check_list_parent_class)->dispose (object);
}

static void
tl_check_list_class_init (TlCheckListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_check_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[NODE_PICKED] = g_signal_new ("node-picked", TL_TYPE_CHECK_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_UINT);
}

static void
tl_check_list_init (TlCheckList *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 4);
  self->button = gtk_button_new ();
  self->text = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_widget_add_css_class (self->text, "caption");
  gtk_widget_set_hexpand (self->text, TRUE);
  tl_widget_set_tooltip (self->button, _("Run the kernels in the emulator, and compare their result with the program's meaning"));
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row), self->button);
  gtk_box_append (GTK_BOX (row), self->text);
  self->progress = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Check in the emulator"), -1);
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "phase-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Problems"), -1);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_activated), self);
  gtk_widget_set_parent (row, GTK_WIDGET (self));
  gtk_widget_set_parent (self->progress, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
}

GtkWidget *
tl_check_list_new (TlSession *session)
{
  TlCheckList *self = g_object_new (TL_TYPE_CHECK_LIST, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::target", G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  forget (self);
  return GTK_WIDGET (self);
}
