/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/run-watch.h"

struct _TlRunWatch
{
  GtkWidget parent_instance;

  /* Owned */
  TlWorkerPool *pool;     /* of what is shown; NULL: nothing is */
  gint          worker;   /* that the button ends; -1: none */

  /* Template widgets */
  GtkWidget *content;
  GtkLabel  *message;
  GtkWidget *end_worker;
};

G_DEFINE_FINAL_TYPE (TlRunWatch, tl_run_watch, GTK_TYPE_WIDGET)

static void
take_pool (TlRunWatch *watch, TlWorkerPool *pool)
{
  if (watch->pool == pool)
    return;
  g_clear_pointer (&watch->pool, tl_worker_pool_unref);
  watch->pool = pool != NULL ? tl_worker_pool_ref (pool) : NULL;
}

void
tl_run_watch_update (TlRunWatch *watch, TlTuning *tuning, TlWorkerPool *pool)
{
  TlTuningSilence silence;
  gboolean        is_silent = pool != NULL && tl_tuning_silence (tuning, pool, &silence);

  g_return_if_fail (TL_IS_RUN_WATCH (watch));

  take_pool (watch, is_silent ? pool : NULL);
  watch->worker = is_silent ? silence.worker : -1;
  if (is_silent)
    {
      g_autofree char *text = tl_tuning_silence_text (&silence);

      gtk_label_set_label (watch->message, text);
    }
  gtk_widget_set_visible (watch->end_worker, watch->worker >= 0);
  gtk_widget_set_visible (GTK_WIDGET (watch), is_silent);
}

static void
on_end_worker (GtkButton *button, TlRunWatch *watch)
{
  if (watch->pool != NULL && watch->worker >= 0)
    tl_worker_pool_end_task (watch->pool, (guint) watch->worker);
}

static void
tl_run_watch_dispose (GObject *object)
{
  TlRunWatch *watch = TL_RUN_WATCH (object);

  take_pool (watch, NULL);
  g_clear_pointer (&watch->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_run_watch_parent_class)->dispose (object);
}

static void
tl_run_watch_class_init (TlRunWatchClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_run_watch_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/run-watch.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlRunWatch, content);
  gtk_widget_class_bind_template_child (widget_class, TlRunWatch, message);
  gtk_widget_class_bind_template_child (widget_class, TlRunWatch, end_worker);
  gtk_widget_class_bind_template_callback (widget_class, on_end_worker);
}

static void
tl_run_watch_init (TlRunWatch *watch)
{
  watch->worker = -1;
  gtk_widget_init_template (GTK_WIDGET (watch));
}
