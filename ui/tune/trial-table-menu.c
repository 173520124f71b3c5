/* SPDX-License-Identifier: Apache-2.0 */
/* The row above the table: filter, the menu of columns, files, going to a number. */
#include "ui/tune/trial-table-private.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/widgets/present.h"
#include "ui/widgets/tip.h"

/* --- files --- */

static void
save (TlTrialTable *table, GFile *file, gboolean as_json)
{
  TlTrialColumns     columns = tl_trial_table_columns (table);
  guint              n;
  const guint       *indices = tl_trial_view_indices (table->view, &n);
  g_autofree char   *text = as_json ? tl_trial_columns_to_json (&columns, indices, n) : tl_trial_columns_to_csv (&columns, indices, n);
  g_autofree char   *path = g_file_get_path (file), *sentence = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  if (g_file_set_contents (path, text, -1, &error))
    sentence = g_strdup_printf (ngettext ("%u trial saved to %s", "%u trials saved to %s", n), n, path);
  else
    sentence = g_strdup_printf (_("The table was not saved: %s"), error->message);
  tl_trial_table_say (table, sentence);
}

static void
on_file_chosen (GtkNativeDialog *dialog, int response, TlTrialTable *table)
{
  if (response == GTK_RESPONSE_ACCEPT && table->view != NULL)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      save (table, file, g_object_get_data (G_OBJECT (dialog), "json") != NULL);
    }
  g_object_unref (dialog);
}

static void
ask_file (TlTrialTable *table, gboolean as_json)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_("Save Table"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (table))),
                                                              GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), as_json ? "trials.json" : "trials.csv");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  if (as_json)
    g_object_set_data (G_OBJECT (dialog), "json", dialog);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_file_chosen), table, 0);
  tl_show_native_next (GTK_NATIVE_DIALOG (dialog));
}

static void
on_save_csv (GSimpleAction *action, GVariant *parameter, gpointer table)
{
  ask_file (table, FALSE);
}

static void
on_save_json (GSimpleAction *action, GVariant *parameter, gpointer table)
{
  ask_file (table, TRUE);
}

static void
on_go_to (GSimpleAction *action, GVariant *parameter, gpointer table)
{
  tl_trial_table_ask_number (table);
}

static GtkWidget *
make_menu (TlTrialTable *table)
{
  static const GActionEntry entries[] = {
    { .name = "save-csv", .activate = on_save_csv },
    { .name = "save-json", .activate = on_save_json },
    { .name = "go-to", .activate = on_go_to },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), table);
  gtk_widget_insert_action_group (GTK_WIDGET (table), "trials", G_ACTION_GROUP (actions));
  g_menu_append (menu, _("Go to Trial…"), "trials.go-to");
  g_menu_append (menu, _("Save Table as CSV…"), "trials.save-csv");
  g_menu_append (menu, _("Save Table as JSON…"), "trials.save-json");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  tl_widget_set_tooltip (button, _("More about the Table"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Table Menu"), -1);
  return button;
}

/* --- trials without a time --- */

void
tl_trial_table_update_failures (TlTrialTable *table)
{
  guint            n = table->trials != NULL ? tl_trial_store_n (table->trials) - tl_trial_store_count (table->trials, TL_OUTCOME_OK) : 0;
  g_autofree char *text = g_strdup_printf (_("%u without a Time"), n);

  if (g_strcmp0 (gtk_menu_button_get_label (table->failures), text) != 0)
    gtk_menu_button_set_label (table->failures, text);
  gtk_widget_set_visible (GTK_WIDGET (table->failures), n > 0);
}

void
tl_trial_table_show_failures (TlTrialTable *table)
{
  if (table->view == NULL)
    return;
  tl_trial_view_set_group (table->view, tl_trial_selection_failures (table->selection));
  tl_trial_filter_bar_update (table->filter);
}

/* Shows the trials of the group alone, or (no group) all, and picks the first. */
static void
on_group (GtkButton *button, TlTrialTable *table)
{
  const TlFailureGroup *group = g_object_get_data (G_OBJECT (button), "group");

  tl_trial_selection_choose_failures (table->selection, group);
  if (group != NULL)
    tl_trial_selection_pick (table->selection, (gint) group->first);
  gtk_popover_popdown (gtk_menu_button_get_popover (table->failures));   /* its rows go with the next list alone */
}

static void
add_group (TlTrialTable *table, GtkBox *box, const char *text, TlFailureGroup *group)
{
  GtkWidget *button = gtk_button_new_with_label (text), *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 64);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "generation");
  tl_widget_set_tooltip (button, text);
  if (group != NULL)
    g_object_set_data_full (G_OBJECT (button), "group", group, (GDestroyNotify) tl_failure_group_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_group), table);
  gtk_box_append (box, button);
}

static void
on_failures_shown (GtkPopover *popover, TlTrialTable *table)
{
  GtkWidget            *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *scroller = gtk_scrolled_window_new ();
  g_autoptr (GPtrArray) groups = tl_failure_groups (table->trials);

  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *text = tl_failure_group_text (groups->pdata[i]);

      add_group (table, GTK_BOX (box), text, tl_failure_group_copy (groups->pdata[i]));
    }
  add_group (table, GTK_BOX (box), _("Show All Trials"), NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 320);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_popover_set_child (popover, scroller);
  gtk_widget_child_focus (GTK_WIDGET (popover), GTK_DIR_TAB_FORWARD);   /* it was shown without these rows */
}

static GtkWidget *
make_failures (TlTrialTable *table)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();

  table->failures = GTK_MENU_BUTTON (button);
  g_signal_connect (popover, "show", G_CALLBACK (on_failures_shown), table);
  gtk_menu_button_set_popover (table->failures, popover);
  tl_widget_set_tooltip (button, _("Trials without a time, by cause"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Trials Without a Time"), -1);
  gtk_widget_set_visible (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  return button;
}

/* --- columns --- */

static GtkWidget *
make_columns_button (TlTrialTable *table)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *scroller = gtk_scrolled_window_new ();

  table->columns_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), table->columns_box);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (tl_trial_table_fill_menu), table);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Columns"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Columns"), -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_add_css_class (button, "flat");
  return button;
}

/* --- going to a number --- */

static void
go_to (GtkEntry *entry, TlTrialTable *table)
{
  guint64          number;
  gint             index = -1;
  g_autofree char *sentence = NULL;

  if (g_ascii_string_to_unsigned (gtk_editable_get_text (GTK_EDITABLE (entry)), 10, 0, G_MAXUINT, &number, NULL))
    index = tl_trial_selection_find_number (table->selection, (guint) number);
  gtk_popover_popdown (GTK_POPOVER (table->jump));
  if (index >= 0)
    {
      tl_trial_selection_pick (table->selection, index);
      return;
    }
  sentence = g_strdup_printf (_("There is no trial %s"), gtk_editable_get_text (GTK_EDITABLE (entry)));
  tl_trial_table_say (table, sentence);
}

void
tl_trial_table_ask_number (TlTrialTable *table)
{
  GtkWidget *entry = gtk_popover_get_child (GTK_POPOVER (table->jump));

  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_popover_popup (GTK_POPOVER (table->jump));
  gtk_widget_grab_focus (entry);
}

static void
make_jump (TlTrialTable *table, GtkWidget *parent)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("Trial number"));
  gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_DIGITS);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Trial number"), -1);
  g_signal_connect (entry, "activate", G_CALLBACK (go_to), table);
  table->jump = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (table->jump), entry);
  gtk_widget_set_parent (table->jump, parent);
}

static GtkWidget *
make_legend (void)
{
  GtkWidget *label = gtk_label_new (_("ties with the best"));

  gtk_widget_add_css_class (label, "tie");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  tl_widget_set_tooltip (label, _("Trials that the measurements cannot tell from the best: the 95 % intervals overlap"));
  return label;
}

GtkWidget *
tl_trial_table_head_new (TlTrialTable *table)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *heading = gtk_label_new (_("Results"));

  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (row, "table-head");
  table->filter = TL_TRIAL_FILTER_BAR (tl_trial_filter_bar_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (table->filter), TRUE);
  gtk_box_append (GTK_BOX (row), heading);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (table->filter));
  gtk_box_append (GTK_BOX (row), make_failures (table));
  gtk_box_append (GTK_BOX (row), make_legend ());
  gtk_box_append (GTK_BOX (row), make_columns_button (table));
  gtk_box_append (GTK_BOX (row), make_menu (table));
  make_jump (table, heading);
  return row;
}
