/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The title: the program, and below it the function, the variant and the size. A module of several functions has a menu of them beside it,
 * and actions that go to the next or previous one.
 */
#include "ui/window-private.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "ui/widgets/tip.h"

/* --- functions --- */

static GtkListBoxRow *
row_at (TlWindow *self, int index)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->functions), index);
}

static const char *
func_name_of (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "name");
}

static void
act_step (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow      *self = TL_WINDOW (widget);
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->functions));
  int            n = 0, at = selected != NULL ? gtk_list_box_row_get_index (selected) : 0;

  while (row_at (self, n) != NULL)
    n++;
  if (n > 1)
    tl_session_set_func (self->session, func_name_of (row_at (self, (at + (strcmp (name, "win.next-function") == 0 ? 1 : n - 1)) % n)));
}

static void
on_function (TlWindow *self, GtkListBoxRow *row)
{
  gtk_popover_popdown (GTK_POPOVER (self->function_popover));
  tl_session_set_func (self->session, func_name_of (row));
}

static void
add_function (TlWindow *self, const char *name)
{
  GtkWidget        *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const TlPrimFunc *func = tl_module_prim (tl_state_module (tl_session_root (self->session)), name);
  g_autofree char  *size = tl_program_view_size (func), *accessible = g_strdup_printf (_("function %s, %s"), name, size);
  GtkWidget        *labels[] = { gtk_label_new (name), gtk_label_new (size) };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_xalign (GTK_LABEL (labels[i]), 0);
      gtk_box_append (GTK_BOX (box), labels[i]);
    }
  gtk_widget_add_css_class (labels[1], "caption");
  gtk_widget_add_css_class (labels[1], "dim-label");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (name), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->functions), row);
}

static void
fill_functions (TlWindow *self)
{
  g_auto (GStrv) names = tl_session_func_names (self->session);
  guint          n = names != NULL ? g_strv_length (names) : 0;

  while (row_at (self, 0) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->functions), GTK_WIDGET (row_at (self, 0)));
  for (guint i = 0; i < n; i++)
    add_function (self, names[i]);
  self->has_functions = n > 1;
  tl_window_set_obstacle (self, "win.next-function", n > 1 ? NULL : _("The module has no other function"));
  tl_window_set_obstacle (self, "win.previous-function", n > 1 ? NULL : _("The module has no other function"));
}

static void
select_function (TlWindow *self)
{
  const char    *shown = tl_session_func_name (self->session);
  GtkListBoxRow *row;

  for (int i = 0; (row = row_at (self, i)) != NULL; i++)
    if (g_strcmp0 (func_name_of (row), shown) == 0)
      gtk_list_box_select_row (GTK_LIST_BOX (self->functions), row);
}

/* The keyboard starts at the function that is shown. */
static void
on_function_popover (TlWindow *self)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->functions));

  if (selected != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (selected));
}

/* --- title --- */

static void
set_texts (TlWindow *self, const char *title, const char *subtitle)
{
  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_label_set_text (GTK_LABEL (self->subtitle), subtitle);
  gtk_widget_set_visible (self->subtitle, *subtitle != '\0');
  tl_widget_set_tooltip (self->title, title);
  tl_widget_set_tooltip (self->subtitle, subtitle);
}

void
tl_window_show_opening (TlWindow *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path), *text = g_strdup_printf (_("Opening %s…"), name);

  set_texts (self, text, "");
}

/* "feed_forward · start · float32 64×256×128" */
static char *
subtitle (TlWindow *self)
{
  TlVariant       *variant = tl_session_current (self->session);
  gboolean         has_several = self->has_functions;
  g_autofree char *size = NULL;

  if (variant == NULL)
    return g_strdup ("");
  size = tl_program_view_size (tl_module_prim (tl_state_module (tl_session_root (self->session)), tl_session_func_name (self->session)));
  return g_strdup_printf ("%s%s%s%s%s", has_several ? tl_session_func_name (self->session) : "", has_several ? " · " : "",
                          tl_variant_name (variant), *size != '\0' ? " · " : "", size);
}

/* "7.13 ms end to end · 23 calls of 18 kernels" */
static char *
model_subtitle (TlWindow *self)
{
  const TlModelFacts *facts = tl_whole_model_facts (self->model);
  g_autofree char    *calls = facts != NULL ? tl_model_facts_calls_text (facts) : NULL;
  g_autofree char    *latency = facts != NULL ? tl_model_facts_latency_text (facts) : NULL;

  return latency != NULL ? g_strdup_printf ("%s · %s", latency, calls) : g_strdup (calls != NULL ? calls : "");
}

void
tl_window_update_title (TlWindow *self)
{
  gboolean         is_model = tl_window_shows_model (self);
  const char      *title = is_model ? tl_whole_model_title (self->model) : tl_session_title (self->session);
  g_autofree char *window_title = g_strdup_printf (_("%s — Tileloom"), title), *below = is_model ? model_subtitle (self) : subtitle (self);

  set_texts (self, *title != '\0' ? title : "Tileloom", below);
  gtk_widget_set_visible (self->function, self->has_functions && !is_model);
  gtk_window_set_title (GTK_WINDOW (self), *title != '\0' ? window_title : "Tileloom");
}

static void
on_session_changed (TlWindow *self)
{
  select_function (self);
  tl_window_update_title (self);
}

void
tl_window_follow_title (TlWindow *self)
{
  g_signal_connect_swapped (self->functions, "row-activated", G_CALLBACK (on_function), self);
  g_signal_connect_swapped (self->function_popover, "show", G_CALLBACK (on_function_popover), self);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (fill_functions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  fill_functions (self);
  tl_window_update_title (self);
}

void
tl_window_install_title (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_bind_template_child (widget_class, TlWindow, title);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, subtitle);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, function);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, function_popover);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, functions);
  gtk_widget_class_install_action (widget_class, "win.next-function", NULL, act_step);
  gtk_widget_class_install_action (widget_class, "win.previous-function", NULL, act_step);
}
