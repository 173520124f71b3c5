/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/application.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "core/base/i18n.h"
#include "tileloom-config.h"
#include "ui/machine-dialog.h"
#include "ui/renderer.h"
#include "ui/watch-holds.h"
#include "ui/window.h"

struct _TlApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (TlApplication, tl_application, ADW_TYPE_APPLICATION)

static void
tl_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (tl_window_new (ADW_APPLICATION (application)));
  gtk_window_present (window);
}

static void
tl_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      TlWindow        *window = tl_window_new (ADW_APPLICATION (application));
      g_autofree char *path = g_file_get_path (files[i]);

      gtk_window_present (GTK_WINDOW (window));
      if (path != NULL)
        tl_window_open (window, path);
    }
}

static void
act_quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *each = windows; each != NULL; each = each->next)
    gtk_window_close (each->data);
}

static void
act_new_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (tl_window_new (user_data)));
}

static const char *
type_name (gpointer object)
{
  return object != NULL ? G_OBJECT_TYPE_NAME (object) : "none";
}

/* Facts for reports of problems with the window; @window is nullable. */
static char *
debug_info (GtkWindow *window)
{
  return g_strdup_printf ("Tileloom %s\nGTK %u.%u.%u, libadwaita %u.%u.%u\n%s, drawn by %s\n", TL_VERSION, gtk_get_major_version (),
                          gtk_get_minor_version (), gtk_get_micro_version (), adw_get_major_version (), adw_get_minor_version (),
                          adw_get_micro_version (), type_name (gdk_display_get_default ()),
                          type_name (window != NULL ? gtk_native_get_renderer (GTK_NATIVE (window)) : NULL));
}

static void
act_about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow       *window = gtk_application_get_active_window (user_data);
  g_autofree char *info = debug_info (window);

  adw_show_about_window (window, "application-name", "Tileloom", "application-icon", "org.tileloom.Tileloom", "version", TL_VERSION,
                         "comments", _("A schedule explorer for tensor programs"), "license-type", GTK_LICENSE_APACHE_2_0, "debug-info",
                         info,
                         "debug-info-filename", "tileloom-window.txt", NULL);
}

static void
act_machine (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window = gtk_application_get_active_window (user_data);

  tl_machine_dialog_open (window, TL_IS_WINDOW (window) ? tl_window_session (TL_WINDOW (window)) : NULL);
}

#define STEPS_MARK "<!-- steps -->"

/* The keys of the canvas come from the primitive table. The window lays out its columns once, so its description must contain them. */
static char *
shortcuts_description (void)
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

static void
act_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autofree char       *description = shortcuts_description ();
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (description, -1);
  GtkWindow             *window = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (window, gtk_application_get_active_window (user_data));
  gtk_window_present (window);
}

static void
set_keys (GtkApplication *application)
{
  static const struct { const char *action; const char *keys[3]; } rows[] = {
    { "app.quit", { "<Control>q" } },
    { "app.new-window", { "<Control>n" } },
    { "app.shortcuts", { "<Control>question" } },
    { "window.close", { "<Control>w" } },
    { "win.open", { "<Control>o" } },
    { "win.save-as", { "<Control><Shift>s", "<Control>s" } },
    { "win.export-function", { "<Control>e" } },
    { "win.undo", { "<Control>z" } },
    { "win.redo", { "<Control><Shift>z", "<Control>y" } },
    { "win.run-script", { "<Control>r" } },
    { "win.schedule-by-rules", { "F7" } },
    { "win.measure", { "F5" } },
    { "win.tune", { "F6" } },
    { "win.tune-variant", { "<Shift>F6" } },
    { "win.panes", { "F9" } },
    { "win.previous-function", { "<Alt>Page_Up" } },
    { "win.next-function", { "<Alt>Page_Down" } },
    { "win.page::explore", { "<Alt>1" } },
    { "win.page::tune", { "<Alt>2" } },
    { "win.page::compare", { "<Alt>3" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *keys[4] = { rows[i].keys[0], rows[i].keys[1], rows[i].keys[2], NULL };

      gtk_application_set_accels_for_action (application, rows[i].action, keys);
    }
}

static void
tl_application_startup (GApplication *application)
{
  const GActionEntry entries[] = {
    { .name = "quit", .activate = act_quit },
    { .name = "new-window", .activate = act_new_window },
    { .name = "about", .activate = act_about },
    { .name = "machine", .activate = act_machine },
    { .name = "shortcuts", .activate = act_shortcuts },
  };

  G_APPLICATION_CLASS (tl_application_parent_class)->startup (application);
  if (gdk_display_get_default ())
    tl_renderer_choose (gdk_display_get_default ());
  gtk_source_init ();
  tl_watch_holds (GTK_APPLICATION (application));
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  set_keys (GTK_APPLICATION (application));
}

static void
tl_application_class_init (TlApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = tl_application_activate;
  application_class->open = tl_application_open;
  application_class->startup = tl_application_startup;
}

static void
tl_application_init (TlApplication *self)
{
}

TlApplication *
tl_application_new (void)
{
  GApplicationFlags flags = G_APPLICATION_HANDLES_OPEN;

  if (g_strcmp0 (g_getenv ("TILELOOM_NON_UNIQUE"), "1") == 0)
    flags |= G_APPLICATION_NON_UNIQUE;
  return g_object_new (TL_TYPE_APPLICATION, "application-id", "org.tileloom.Tileloom", "resource-base-path", "/org/tileloom/Tileloom",
                       "flags",
                       flags, NULL);
}
