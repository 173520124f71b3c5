/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sections of resources/ui/shortcuts.ui have hundreds of labels: each is built in a dispatch of its own and measured in the next one,
 * and the window is presented when it has them all. The window that the file has around them is not built. Closed, it is hidden and kept:
 * to destroy it takes as long as to show it.
 */
#include "ui/shortcuts-window.h"

#include <string.h>

#include "core/session/session.h"
#include "ui/widgets/present.h"

#define STEPS_MARK "<!-- steps -->"

static const char *const sections[] = { "explore", "data", "code", "tune", "compare", "window" };

typedef struct
{
  GtkWindow *window;     /* owned */
  char      *first;      /* the section to show */
  char      *text;
  guint      n_built;
  GtkWidget *unmeasured; /* borrowed; NULL: none */
} ShortcutsBuild;

static void
shortcuts_build_free (gpointer data)
{
  ShortcutsBuild *build = data;

  g_object_unref (build->window);
  g_free (build->first);
  g_free (build->text);
  g_free (build);
}

/* The keys of the canvas come from the primitive table. A section lays out its columns once, so its description must contain them. */
static char *
description (void)
{
  g_autoptr (GBytes) bytes = g_resources_lookup_data ("/org/tileloom/Tileloom/ui/shortcuts.ui", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  const char        *text = g_bytes_get_data (bytes, NULL);
  const char        *mark = strstr (text, STEPS_MARK);
  GString           *out = g_string_new_len (text, mark - text);
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    if (primitive->shortcut != NULL)
      {
        g_autofree char *key = g_ascii_strdown (primitive->shortcut, -1);
        g_autofree char *element
          = g_markup_printf_escaped ("<child><object class='GtkShortcutsShortcut'><property name='title'>%s</property>"
                                     "<property name='accelerator'>%s</property></object></child>",
                                     primitive->title, key);

        g_string_append (out, element);
      }
  g_string_append (out, mark + strlen (STEPS_MARK));
  return g_string_free (out, FALSE);
}

static GtkWidget *
build_section (ShortcutsBuild *build, const char *name)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  const char            *ids[] = { name, NULL };
  g_autoptr (GError)     error = NULL;
  GObject               *section;

  if (!gtk_builder_add_objects_from_string (builder, build->text, -1, ids, &error))
    g_error ("shortcuts.ui: %s", error->message);
  section = gtk_builder_get_object (builder, name);
  GTK_BUILDABLE_GET_IFACE (build->window)->add_child (GTK_BUILDABLE (build->window), builder, section, NULL);
  return GTK_WIDGET (section);
}

static gboolean
go_on (gpointer user_data)
{
  ShortcutsBuild *build = user_data;

  if (build->unmeasured != NULL)
    {
      gtk_widget_measure (build->unmeasured, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_measure (build->unmeasured, GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
      build->unmeasured = NULL;
      return G_SOURCE_CONTINUE;
    }
  if (build->n_built < G_N_ELEMENTS (sections))
    {
      build->unmeasured = build_section (build, sections[build->n_built++]);
      return G_SOURCE_CONTINUE;
    }
  g_object_set (build->window, "section-name", build->first, NULL);
  tl_present_in_steps (GTK_WIDGET (build->window));
  return G_SOURCE_REMOVE;
}

/* Borrowed; NULL: none was opened. */
static GtkWindow *
find_kept (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (GTK_IS_SHORTCUTS_WINDOW (window))
        return window;
    }
  return NULL;
}

void
tl_shortcuts_window_open (GtkWindow *parent, const char *section)
{
  GtkWindow      *kept = find_kept ();
  ShortcutsBuild *build;

  if (kept != NULL)
    {
      gtk_window_set_transient_for (kept, parent);
      g_object_set (kept, "section-name", section, NULL);
      tl_present_in_steps (GTK_WIDGET (kept));
      return;
    }
  build = g_new0 (ShortcutsBuild, 1);
  build->window = g_object_ref (g_object_new (GTK_TYPE_SHORTCUTS_WINDOW, "modal", TRUE, "transient-for", parent, "hide-on-close", TRUE,
                                              NULL));
  build->first = g_strdup (section);
  build->text = description ();
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, go_on, build, shortcuts_build_free);
}
