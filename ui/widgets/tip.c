/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/tip.h"

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean from_keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  gtk_tooltip_set_text (tooltip, user_data);
  return TRUE;
}

static void
free_tip (gpointer text, GClosure *closure)
{
  g_free (text);
}

void
tl_widget_set_tip (GtkWidget *widget, const char *text)
{
  if (text == NULL)
    return;
  g_signal_connect_data (widget, "query-tooltip", G_CALLBACK (on_query_tooltip), g_strdup (text), free_tip, 0);
  gtk_widget_set_has_tooltip (widget, TRUE);
}

void
tl_widget_set_tooltip (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}
