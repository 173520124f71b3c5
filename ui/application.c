/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/application.h"

#include <gtksourceview/gtksource.h>

#include "core/base/i18n.h"
#include "tileloom-config.h"
#include "ui/machine-dialog.h"
#include "ui/preferences-window.h"
#include "ui/renderer.h"
#include "ui/shortcuts-window.h"
#include "ui/watch-holds.h"
#include "ui/widgets/text-widths.h"
#include "ui/window.h"

struct _TlApplication
{
  AdwApplication  parent_instance;
  TlSettings     *settings;
  GtkCssProvider *code_style;   /* the text size of code */
};

G_DEFINE_FINAL_TYPE (TlApplication, tl_application, ADW_TYPE_APPLICATION)

static void
tl_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (tl_window_new (ADW_APPLICATION (application), TL_APPLICATION (application)->settings));
  gtk_window_present (window);
}

static void
tl_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      TlWindow        *window = tl_window_new (ADW_APPLICATION (application), TL_APPLICATION (application)->settings);
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
  tl_window_present_new (user_data, TL_APPLICATION (user_data)->settings);
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

/* --- preferences --- */

TlSettings *
tl_application_settings (TlApplication *self)
{
  return self->settings;
}

static void
act_preferences (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tl_preferences_window_open (gtk_application_get_active_window (user_data), TL_APPLICATION (user_data)->settings);
}

static void
apply_style (TlApplication *self)
{
  static const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), schemes[tl_settings_get (self->settings, TL_SETTING_STYLE)]);
}

static void
apply_code_size (TlApplication *self)
{
  guint            points = tl_settings_get (self->settings, TL_SETTING_CODE_SIZE);
  g_autofree char *css = points > 0 ? g_strdup_printf ("textview { font-size: %upt; }", points) : g_strdup ("");

  gtk_css_provider_load_from_data (self->code_style, css, -1);
}

static void
apply_animations (TlApplication *self)
{
  GtkSettings *system = gtk_settings_get_default ();

  if (tl_settings_get (self->settings, TL_SETTING_ANIMATIONS) != 0)
    gtk_settings_reset_property (system, "gtk-enable-animations");
  else
    g_object_set (system, "gtk-enable-animations", FALSE, NULL);
}

static void
on_setting (TlApplication *self, guint setting)
{
  if (setting == TL_SETTING_STYLE)
    apply_style (self);
  else if (setting == TL_SETTING_CODE_SIZE)
    apply_code_size (self);
  else if (setting == TL_SETTING_ANIMATIONS)
    apply_animations (self);
}

static void
use_settings (TlApplication *self)
{
  self->settings = tl_settings_new (NULL);
  self->code_style = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (self->code_style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  apply_style (self);
  apply_code_size (self);
  if (tl_settings_get (self->settings, TL_SETTING_ANIMATIONS) == 0)
    apply_animations (self);
}

/* --- keys --- */

static void
act_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *active = gtk_application_get_active_window (user_data);

  tl_shortcuts_window_open (active, TL_IS_WINDOW (active) ? tl_window_page (TL_WINDOW (active)) : "window");
}

static void
set_keys (GtkApplication *application)
{
  static const struct { const char *action; const char *keys[3]; } rows[] = {
    { "app.quit", { "<Control>q" } },
    { "app.new-window", { "<Control>n" } },
    { "app.shortcuts", { "<Control>question" } },
    { "app.preferences", { "<Control>comma" } },
    { "window.close", { "<Control>w" } },
    { "win.open", { "<Control>o" } },
    { "win.save-as", { "<Control><Shift>s", "<Control>s" } },
    { "win.export-function", { "<Control>e" } },
    { "win.undo", { "<Control>z" } },
    { "win.redo", { "<Control><Shift>z", "<Control>y" } },
    { "win.commands", { "<Control>k" } },
    { "win.run-script", { "<Control>r" } },
    { "win.schedule-by-rules", { "F7" } },
    { "win.measure", { "F5" } },
    { "win.check-kernels", { "<Control>F5" } },
    { "win.tune", { "<Control>t" } },
    { "win.tune-variant", { "<Control><Shift>t" } },
    { "win.panes", { "F9" } },
    { "win.previous-function", { "<Alt>Page_Up" } },
    { "win.next-function", { "<Alt>Page_Down" } },
    { "win.page::model", { "<Alt>0" } },
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
    { .name = "preferences", .activate = act_preferences },
    { .name = "shortcuts", .activate = act_shortcuts },
  };

  G_APPLICATION_CLASS (tl_application_parent_class)->startup (application);
  if (gdk_display_get_default ())
    tl_renderer_choose (gdk_display_get_default ());
  gtk_source_init ();
  gtk_source_language_manager_append_search_path (gtk_source_language_manager_get_default (),
                                                  "resource:///org/tileloom/Tileloom/languages/");   /* of assembly there is none else */
  if (gdk_display_get_default ())
    use_settings (TL_APPLICATION (application));
  tl_watch_holds (GTK_APPLICATION (application));
  tl_text_widths_measure_once ();
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  set_keys (GTK_APPLICATION (application));
}

static void
tl_application_finalize (GObject *object)
{
  TlApplication *self = TL_APPLICATION (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->code_style);
  G_OBJECT_CLASS (tl_application_parent_class)->finalize (object);
}

static void
tl_application_class_init (TlApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tl_application_finalize;
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
