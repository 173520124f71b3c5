/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/preferences-window.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/widgets/present.h"
#include "ui/widgets/scale-bin.h"

/* The control of one preference. */
typedef struct
{
  TlSettings *settings;
  TlSetting   setting;
} Control;

static void
control_free (gpointer data, GClosure *closure)
{
  Control *control = data;

  g_object_unref (control->settings);
  g_free (control);
}

static Control *
control_new (TlSettings *settings, TlSetting setting)
{
  Control *control = g_new (Control, 1);

  *control = (Control) { g_object_ref (settings), setting };
  return control;
}

static void
on_choice (AdwComboRow *row, GParamSpec *property, Control *control)
{
  tl_settings_set (control->settings, control->setting, adw_combo_row_get_selected (row));
}

static void
on_number (GtkSpinButton *spin, Control *control)
{
  tl_settings_set (control->settings, control->setting, (guint) gtk_spin_button_get_value_as_int (spin));
}

static void
on_switch (GtkSwitch *toggle, GParamSpec *property, Control *control)
{
  tl_settings_set (control->settings, control->setting, gtk_switch_get_active (toggle));
}

static GtkWidget *
choice_row (TlSettings *settings, TlSetting setting, const char *const *choices)
{
  GtkWidget                *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; choices[i] != NULL; i++)
    gtk_string_list_append (titles, _(choices[i]));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), tl_settings_get (settings, setting));
  g_signal_connect_data (row, "notify::selected", G_CALLBACK (on_choice), control_new (settings, setting), control_free, 0);
  return row;
}

static GtkWidget *
row_with (GtkWidget *control, const char *title)
{
  GtkWidget *row = adw_action_row_new ();

  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  return row;
}

static GtkWidget *
number_row (TlSettings *settings, TlSetting setting, const TlSettingRow *about)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (about->least, about->most, 1);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), tl_settings_get (settings, setting));
  g_signal_connect_data (spin, "value-changed", G_CALLBACK (on_number), control_new (settings, setting), control_free, 0);
  return row_with (spin, _(about->title));
}

static GtkWidget *
switch_row (TlSettings *settings, TlSetting setting, const TlSettingRow *about)
{
  GtkWidget *toggle = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (toggle), tl_settings_get (settings, setting) != 0);
  g_signal_connect_data (toggle, "notify::active", G_CALLBACK (on_switch), control_new (settings, setting), control_free, 0);
  return row_with (toggle, _(about->title));
}

static GtkWidget *
make_row (TlSettings *settings, TlSetting setting)
{
  const TlSettingRow *about = tl_setting_row (setting);
  GtkWidget          *row = about->choices != NULL ? choice_row (settings, setting, about->choices)
                            : about->most == 1 ? switch_row (settings, setting, about) : number_row (settings, setting, about);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(about->title));
  if (about->subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _(about->subtitle));
  return row;
}

/* --- the window, a group of rows in each dispatch --- */

typedef struct
{
  GtkWidget  *window;      /* owned */
  GtkWidget  *page;        /* in it */
  TlSettings *settings;    /* owned */
  TlSetting   next;
} PreferencesBuild;

static void
preferences_build_free (gpointer data)
{
  PreferencesBuild *build = data;

  g_object_unref (build->window);
  g_object_unref (build->settings);
  g_free (build);
}

static gboolean
add_next_group (gpointer data)
{
  PreferencesBuild    *build = data;
  const char          *title = tl_setting_row (build->next)->group;
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  adw_preferences_group_set_title (group, _(title));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (build->page), group);
  for (; build->next < TL_N_SETTINGS && strcmp (title, tl_setting_row (build->next)->group) == 0; build->next++)
    adw_preferences_group_add (group, make_row (build->settings, build->next));
  if (build->next < TL_N_SETTINGS)
    return G_SOURCE_CONTINUE;
  tl_widen_columns (build->page);
  tl_present_in_steps (build->window);
  return G_SOURCE_REMOVE;
}

void
tl_preferences_window_open (GtkWindow *parent, TlSettings *settings)
{
  GtkWidget        *window = adw_preferences_window_new (), *page = adw_preferences_page_new ();
  PreferencesBuild *build = g_new (PreferencesBuild, 1);

  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  tl_window_set_usual_size (GTK_WINDOW (window), 640, 576);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  *build = (PreferencesBuild) { g_object_ref (window), page, g_object_ref (settings), 0 };
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, add_next_group, build, preferences_build_free);
}
