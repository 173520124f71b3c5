/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/drop-down.h"

#include <string.h>

static gboolean
has_same (GListModel *model, GtkStringList *names)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (names));

  if (model == NULL || n != g_list_model_get_n_items (model))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (strcmp (gtk_string_list_get_string (GTK_STRING_LIST (model), i), gtk_string_list_get_string (names, i)) != 0)
      return FALSE;
  return TRUE;
}

void
tl_drop_down_show (GtkDropDown *list, GtkStringList *names, guint selected)
{
  if (!has_same (gtk_drop_down_get_model (list), names))
    gtk_drop_down_set_model (list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (list, selected);
}
