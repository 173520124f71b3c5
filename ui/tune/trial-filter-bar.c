/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-filter-bar.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"

#define MAX_SHOWN 12

struct _TlTrialFilterBar
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget     *box;
  GtkWidget     *popover;      /* completions */
  TlTrialView   *view;         /* nullable */
  TlTrialColumns columns;
  guint          timer;        /* an error waits until the person stops typing */

  /* Borrowed */
  GtkText       *text;
  GtkEditable   *entry;
  GtkLabel      *count;
  GtkLabel      *error;
  GtkWidget     *list;
  guint          word_start;   /* bytes; of what a completion replaces */
  gboolean       is_completing;
};

G_DEFINE_FINAL_TYPE (TlTrialFilterBar, tl_trial_filter_bar, GTK_TYPE_WIDGET)

enum { FILTERED, LEAVE, N_SIGNALS };
static guint signals[N_SIGNALS];

#define ERROR_DELAY_MS 600

void
tl_trial_filter_bar_update (TlTrialFilterBar *bar)
{
  guint            n = bar->view != NULL ? g_list_model_get_n_items (G_LIST_MODEL (bar->view)) : 0;
  guint            n_all = bar->view != NULL ? tl_trial_view_n_unfiltered (bar->view) : 0;
  g_autofree char *all = tl_format_count (n_all), *shown = tl_format_count (n);
  g_autofree char *label = n == n_all ? g_strdup_printf (ngettext ("%s trial", "%s trials", n_all), all)
                                      : g_strdup_printf (_("%s of %s"), shown, all);

  if (strcmp (gtk_label_get_label (bar->count), label) != 0)
    gtk_label_set_label (bar->count, label);
}

/* --- errors --- */

static void
show_error (TlTrialFilterBar *bar, const char *message)
{
  gtk_widget_set_visible (GTK_WIDGET (bar->error), message != NULL);
  gtk_label_set_label (bar->error, message != NULL ? message : "");
  if (message != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (bar->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (bar->entry), "error");
}

/* The place counts characters from one, as people do. */
static void
apply (TlTrialFilterBar *bar)
{
  const char        *text = gtk_editable_get_text (bar->entry);
  guint              place = 0;
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&bar->timer, g_source_remove);
  if (bar->view == NULL)
    return;
  if (tl_trial_view_set_filter (bar->view, text, &place, &error))
    show_error (bar, NULL);
  else
    {
      glong            character = g_utf8_pointer_to_offset (text, text + place) + 1;
      g_autofree char *message = g_strdup_printf (_("Character %ld: %s"), character, error->message);

      show_error (bar, message);
    }
  tl_trial_filter_bar_update (bar);
  g_signal_emit (bar, signals[FILTERED], 0);
}

static gboolean
on_timer (gpointer user_data)
{
  TlTrialFilterBar *bar = user_data;

  bar->timer = 0;
  apply (bar);
  return G_SOURCE_REMOVE;
}

/* --- completion --- */

static void
take_completion (TlTrialFilterBar *bar, const char *word)
{
  const char      *text = gtk_editable_get_text (bar->entry);
  int              from = (int) g_utf8_pointer_to_offset (text, text + bar->word_start);
  g_autofree char *spaced = g_strconcat (word, " ", NULL);

  gtk_popover_popdown (GTK_POPOVER (bar->popover));
  bar->is_completing = TRUE;
  gtk_editable_delete_text (bar->entry, from, gtk_editable_get_position (bar->entry));
  gtk_editable_insert_text (bar->entry, spaced, -1, &from);
  gtk_editable_set_position (bar->entry, from);
  bar->is_completing = FALSE;
  apply (bar);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, TlTrialFilterBar *bar)
{
  take_completion (bar, gtk_label_get_label (GTK_LABEL (gtk_list_box_row_get_child (row))));
}

static void
fill_list (TlTrialFilterBar *bar, const GPtrArray *words)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (bar->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (bar->list), child);
  for (guint i = 0; i < MIN (words->len, MAX_SHOWN); i++)
    {
      GtkWidget *label = gtk_label_new (words->pdata[i]);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_list_box_append (GTK_LIST_BOX (bar->list), label);
    }
  gtk_list_box_select_row (GTK_LIST_BOX (bar->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (bar->list), 0));
}

static void
complete (TlTrialFilterBar *bar)
{
  const char               *text = gtk_editable_get_text (bar->entry);
  guint                     cursor = (guint) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (bar->entry)) - text);
  g_autoptr (TlTrialFields) fields = bar->view != NULL ? tl_trial_fields_new (&bar->columns) : NULL;
  g_autoptr (GPtrArray)     words = fields != NULL ? tl_trial_filter_complete (text, cursor, &fields->source, &bar->word_start) : NULL;

  if (words == NULL || words->len == 0 || cursor == 0)
    {
      gtk_popover_popdown (GTK_POPOVER (bar->popover));
      return;
    }
  fill_list (bar, words);
  gtk_popover_popup (GTK_POPOVER (bar->popover));
}

static void
on_changed (GtkEditable *entry, TlTrialFilterBar *bar)
{
  if (bar->is_completing)
    return;
  g_clear_handle_id (&bar->timer, g_source_remove);
  show_error (bar, NULL);
  bar->timer = g_timeout_add (ERROR_DELAY_MS, on_timer, bar);
}

/* The cursor is where it is after the change only now. */
static void
on_cursor (TlTrialFilterBar *bar)
{
  if (!bar->is_completing && gtk_widget_has_focus (GTK_WIDGET (bar->text)))
    complete (bar);
}

static void
move_in_list (TlTrialFilterBar *bar, int by)
{
  GtkListBox    *list = GTK_LIST_BOX (bar->list);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list);
  GtkListBoxRow *next = gtk_list_box_get_row_at_index (list, row != NULL ? tl_max (gtk_list_box_row_get_index (row) + by, 0) : 0);

  if (next != NULL)
    gtk_list_box_select_row (list, next);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlTrialFilterBar *bar)
{
  gboolean       is_open = gtk_widget_get_visible (bar->popover);
  GtkListBoxRow *row = is_open ? gtk_list_box_get_selected_row (GTK_LIST_BOX (bar->list)) : NULL;

  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_Up:
      if (is_open)
        move_in_list (bar, key == GDK_KEY_Down ? 1 : -1);
      else if (key == GDK_KEY_Down)
        g_signal_emit (bar, signals[LEAVE], 0);
      return TRUE;
    case GDK_KEY_Tab:
      if (row != NULL)
        on_row_activated (GTK_LIST_BOX (bar->list), row, bar);
      return row != NULL;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      gtk_popover_popdown (GTK_POPOVER (bar->popover));
      apply (bar);
      return TRUE;
    case GDK_KEY_Escape:
      if (is_open)
        gtk_popover_popdown (GTK_POPOVER (bar->popover));
      else if (*gtk_editable_get_text (bar->entry) != '\0')
        tl_trial_filter_bar_clear (bar);
      else
        return FALSE;
      return TRUE;
    default:
      return FALSE;
    }
}

void
tl_trial_filter_bar_set_text (TlTrialFilterBar *bar, const char *text)
{
  gtk_editable_set_text (bar->entry, text);
  apply (bar);
}

void
tl_trial_filter_bar_clear (TlTrialFilterBar *bar)
{
  tl_trial_filter_bar_set_text (bar, "");
}

void
tl_trial_filter_bar_set_view (TlTrialFilterBar *bar, TlTrialView *view, const TlTrialColumns *columns)
{
  g_return_if_fail (TL_IS_TRIAL_FILTER_BAR (bar));

  g_set_object (&bar->view, view);
  bar->columns = *columns;
  apply (bar);
}

/* --- class --- */

static void
tl_trial_filter_bar_dispose (GObject *object)
{
  TlTrialFilterBar *bar = TL_TRIAL_FILTER_BAR (object);

  g_clear_handle_id (&bar->timer, g_source_remove);
  g_clear_pointer (&bar->popover, gtk_widget_unparent);
  g_clear_pointer (&bar->box, gtk_widget_unparent);
  g_clear_object (&bar->view);
  G_OBJECT_CLASS (tl_trial_filter_bar_parent_class)->dispose (object);
}

static void
tl_trial_filter_bar_class_init (TlTrialFilterBarClass *class)
{
  GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_trial_filter_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "trialfilter");
  signals[FILTERED] = g_signal_new ("filtered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LEAVE] = g_signal_new ("leave", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* It shows beside the entry, which keeps the focus. */
static void
make_popover (TlTrialFilterBar *bar)
{
  bar->list = gtk_list_box_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Completions"), -1);
  g_signal_connect (bar->list, "row-activated", G_CALLBACK (on_row_activated), bar);
  bar->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (bar->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (bar->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (bar->popover), GTK_POS_TOP);
  gtk_widget_set_halign (bar->popover, GTK_ALIGN_START);
  gtk_popover_set_child (GTK_POPOVER (bar->popover), bar->list);
  gtk_widget_set_can_focus (bar->list, FALSE);
  gtk_widget_set_parent (bar->popover, GTK_WIDGET (bar->entry));
}

static void
on_focus_left (TlTrialFilterBar *bar)
{
  gtk_popover_popdown (GTK_POPOVER (bar->popover));
}

static void
make_entry (TlTrialFilterBar *bar)
{
  GtkWidget          *entry = gtk_entry_new ();
  GtkEventController *key = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();

  bar->entry = GTK_EDITABLE (entry);
  bar->text = GTK_TEXT (gtk_editable_get_delegate (bar->entry));
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (entry), GTK_ENTRY_ICON_PRIMARY, "system-search-symbolic");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "lat < 2ms && status == ok");
  gtk_editable_set_width_chars (bar->entry, 10);
  gtk_editable_set_max_width_chars (bar->entry, 40);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Filter"), -1);
  g_signal_connect (entry, "changed", G_CALLBACK (on_changed), bar);
  g_signal_connect_swapped (bar->text, "notify::cursor-position", G_CALLBACK (on_cursor), bar);
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), bar);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_left), bar);
  gtk_widget_add_controller (entry, key);
  gtk_widget_add_controller (entry, focus);
}

static void
tl_trial_filter_bar_init (TlTrialFilterBar *bar)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  make_entry (bar);
  make_popover (bar);
  bar->count = GTK_LABEL (gtk_label_new (""));
  gtk_widget_add_css_class (GTK_WIDGET (bar->count), "numeric");
  gtk_widget_add_css_class (GTK_WIDGET (bar->count), "dim-label");
  bar->error = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_xalign (bar->error, 0);
  gtk_label_set_wrap (bar->error, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (bar->error), "error");
  gtk_widget_add_css_class (GTK_WIDGET (bar->error), "caption");
  gtk_widget_set_visible (GTK_WIDGET (bar->error), FALSE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (bar->entry));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (bar->count));
  bar->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_box_append (GTK_BOX (bar->box), row);
  gtk_box_append (GTK_BOX (bar->box), GTK_WIDGET (bar->error));
  gtk_widget_set_parent (bar->box, GTK_WIDGET (bar));
}

GtkWidget *
tl_trial_filter_bar_new (void)
{
  return g_object_new (TL_TYPE_TRIAL_FILTER_BAR, NULL);
}
