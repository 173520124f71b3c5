/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/run-progress.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/session/tuning/tuning-pace.h"
#include "ui/widgets/tip.h"

struct _TlRunProgress
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkWidget      *content;
  GtkProgressBar *bar;
  GtkLabel       *count;
  GtkLabel       *pace;
};

G_DEFINE_FINAL_TYPE (TlRunProgress, tl_run_progress, GTK_TYPE_WIDGET)

void
tl_run_progress_update (TlRunProgress *progress, TlTuning *tuning)
{
  guint            n = tl_tuning_n_done (tuning), n_wanted = tl_max (tl_tuning_n_wanted (tuning), n);
  g_autofree char *count = g_strdup_printf (ngettext ("%u of %u trial", "%u of %u trials", n_wanted), n, n_wanted);
  g_autofree char *pace = tl_tuning_state (tuning) == TL_TUNING_PAUSED ? g_strdup (_("paused")) : tl_tuning_pace_text (tuning);
  g_autofree char *stop_rule = tl_tuning_stop_rule_text (tuning);

  g_return_if_fail (TL_IS_RUN_PROGRESS (progress));

  gtk_widget_set_visible (GTK_WIDGET (progress), tl_tuning_is_active (tuning));
  gtk_progress_bar_set_fraction (progress->bar, n_wanted > 0 ? (double) n / n_wanted : 0);
  gtk_label_set_label (progress->count, count);
  gtk_label_set_label (progress->pace, pace);
  tl_widget_set_tooltip (GTK_WIDGET (progress), stop_rule != NULL ? stop_rule : _("The run stops when its budget is used up"));
}

static void
tl_run_progress_dispose (GObject *object)
{
  g_clear_pointer (&TL_RUN_PROGRESS (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_run_progress_parent_class)->dispose (object);
}

static void
tl_run_progress_class_init (TlRunProgressClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_run_progress_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/run-progress.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlRunProgress, content);
  gtk_widget_class_bind_template_child (widget_class, TlRunProgress, bar);
  gtk_widget_class_bind_template_child (widget_class, TlRunProgress, count);
  gtk_widget_class_bind_template_child (widget_class, TlRunProgress, pace);
}

static void
tl_run_progress_init (TlRunProgress *progress)
{
  gtk_widget_init_template (GTK_WIDGET (progress));
}
