/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/preferences-window.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/widgets/after-frame.h"
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

/* --- the window --- */

typedef struct
{
  GtkWidget           *window;
  GtkWidget           *page;        /* in it */
  AdwPreferencesGroup *group;       /* in it, the last; NULL: none yet */
  TlSettings          *settings;    /* owned */
  TlSetting            next;
  TlAfterFrame        *grow;        /* owned */
} Preferences;

static void
preferences_free (gpointer data)
{
  Preferences *preferences = data;

  tl_after_frame_free (preferences->grow);
  g_object_unref (preferences->settings);
  g_free (preferences);
}

static gboolean
begins_group (TlSetting setting)
{
  return setting == 0 || strcmp (tl_setting_row (setting)->group, tl_setting_row (setting - 1)->group) != 0;
}

/* A row for each frame: all at once are the work of several. */
static void
grow (GtkWidget *window)
{
  Preferences *preferences = g_object_get_data (G_OBJECT (window), "preferences");

  if (begins_group (preferences->next))
    {
      preferences->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
      adw_preferences_group_set_title (preferences->group, _(tl_setting_row (preferences->next)->group));
      adw_preferences_page_add (ADW_PREFERENCES_PAGE (preferences->page), preferences->group);
    }
  adw_preferences_group_add (preferences->group, make_row (preferences->settings, preferences->next));
  if (++preferences->next < TL_N_SETTINGS)
    tl_after_frame_ask (preferences->grow);
}

void
tl_preferences_window_open (GtkWindow *parent, TlSettings *settings)
{
  GtkWidget   *window = adw_preferences_window_new (), *page = adw_preferences_page_new ();
  Preferences *preferences = g_new (Preferences, 1);

  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  tl_window_set_usual_size (GTK_WINDOW (window), 640, 576);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  *preferences = (Preferences) { window, page, NULL, g_object_ref (settings), 0, tl_after_frame_new (window, grow) };
  g_object_set_data_full (G_OBJECT (window), "preferences", preferences, preferences_free);
  tl_widen_columns (page);
  grow (window);
  tl_present_in_steps (window);
}
