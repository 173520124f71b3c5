/* SPDX-License-Identifier: Apache-2.0 */
/* All widgets that wait stand in one queue, which the application keeps: one goes a dispatch, also when several windows are closed. */
#include "ui/widgets/destroy.h"

#define QUEUE "widgets-to-destroy"

static gboolean
destroy_next (gpointer user_data)
{
  GQueue *widgets = user_data;

  g_object_unref (g_queue_pop_head (widgets));
  return g_queue_is_empty (widgets) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
end (gpointer user_data)
{
  GApplication *application = g_application_get_default ();

  g_queue_free (g_object_steal_data (G_OBJECT (application), QUEUE));
  g_application_release (application);
}

static GQueue *
queue_of (GApplication *application)
{
  GQueue *queue = g_object_get_data (G_OBJECT (application), QUEUE);

  if (queue == NULL)
    {
      queue = g_queue_new ();
      g_object_set_data (G_OBJECT (application), QUEUE, queue);
      g_application_hold (application);
      g_idle_add_full (G_PRIORITY_HIGH_IDLE, destroy_next, queue, end);
    }
  return queue;
}

void
tl_destroy_in_steps (GtkWidget *const *widgets, guint n)
{
  for (guint i = 0; i < n; i++)
    if (widgets[i] != NULL)
      g_queue_push_tail (queue_of (g_application_get_default ()), g_object_ref (widgets[i]));
}
