/* SPDX-License-Identifier: Apache-2.0 */
/* The layout that windows begin with, and the view that projects are opened in. */
#include "ui/window-private.h"

#include <string.h>

#include "core/base/i18n.h"

#define PAGE_KEY "shown-page"
#define ZOOM_KEY "zoom-percent"

static void
keep_layout (TlWindow *self)
{
  GtkWindow *window = GTK_WINDOW (self);
  int        width, height;

  gtk_window_get_default_size (window, &width, &height);   /* of the window when it is not maximized */
  tl_settings_set_layout (self->settings, "width", width);
  tl_settings_set_layout (self->settings, "height", height);
  tl_settings_set_layout (self->settings, "maximized", gtk_window_is_maximized (window));
  tl_settings_set_layout (self->settings, "panes", gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->panes)));
  tl_explore_page_keep_layout (TL_EXPLORE_PAGE (self->explore_page), self->settings);
  tl_settings_keep_layout (self->settings);
}

static gboolean
on_close (TlWindow *self)
{
  keep_layout (self);
  tl_window_keep_view (self);
  return FALSE;
}

/* Below @widget, the switcher's button with the label; NULL. The class is the library's own. */
static GtkWidget *
find_switch (GtkWidget *widget, const char *label)
{
  GtkWidget       *found = NULL;
  g_autofree char *own = NULL;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwViewSwitcherButton"))
    g_object_get (widget, "label", &own, NULL);
  if (g_strcmp0 (own, label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_switch (child, label);
  return found;
}

void
tl_window_take_compared_drops (TlWindow *self)
{
  GtkWidget *const switchers[] = { self->switcher, self->switcher_bar };

  for (guint i = 0; i < G_N_ELEMENTS (switchers); i++)
    {
      GtkWidget *button = find_switch (switchers[i], _("Compare"));

      if (button != NULL)
        tl_compare_page_take_drops (TL_COMPARE_PAGE (self->compare_page), button);
    }
}

void
tl_window_restore_layout (TlWindow *self, TlSettings *settings)
{
  int width = tl_settings_layout (settings, "width"), height = tl_settings_layout (settings, "height");

  self->settings = g_object_ref (settings);
  if (width > 0 && height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (tl_settings_layout (settings, "maximized") == 1)
    gtk_window_maximize (GTK_WINDOW (self));
  if (tl_settings_layout (settings, "panes") == 0)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->panes), FALSE);
  tl_explore_page_restore_layout (TL_EXPLORE_PAGE (self->explore_page), settings);
  g_signal_connect (self, "close-request", G_CALLBACK (on_close), NULL);
}

const char *
tl_window_page (TlWindow *self)
{
  if (g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->outer)), "work") != 0)
    return "window";
  return adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (self->pages));
}

/* --- of the project --- */

void
tl_window_keep_view (TlWindow *self)
{
  const char      *page = tl_window_shows_model (self) ? "explore" : adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (self->pages));
  g_autofree char *zoom = g_strdup_printf ("%.0f", tl_explore_page_zoom (TL_EXPLORE_PAGE (self->explore_page)) * 100);

  tl_session_keep_view (self->session, PAGE_KEY, page);
  tl_session_keep_view (self->session, ZOOM_KEY, zoom);
}

void
tl_window_restore_view (TlWindow *self)
{
  g_autofree char *page = tl_session_view (self->session, PAGE_KEY), *zoom = tl_session_view (self->session, ZOOM_KEY);
  double           percent = zoom != NULL ? g_ascii_strtod (zoom, NULL) : 0;

  if (page != NULL && adw_view_stack_get_child_by_name (ADW_VIEW_STACK (self->pages), page) != NULL)
    adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), page);
  if (percent >= 10 && percent <= 1000)
    tl_explore_page_set_zoom (TL_EXPLORE_PAGE (self->explore_page), percent / 100);
}
