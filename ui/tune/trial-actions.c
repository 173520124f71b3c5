/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-actions.h"

#include <math.h>

#include "core/base/i18n.h"
#include "core/session/compare/compared.h"
#include "core/session/program-view.h"
#include "core/session/tuning/trial-detail.h"

struct _TlTrialActions
{
  GObject           parent_instance;

  /* Owned */
  TlSession        *session;
  TlTrialNotes     *notes;
  TlTrialSelection *selection;
  GtkWidget        *popover;     /* the menu, or the entry of tags or a note; NULL: none yet */
  GdkRectangle      place;       /* where it stands */
  GtkWidget        *former;      /* the popover before, until it is idle: an item of it may be pressed still; NULL: none */
  guint             former_idle;

  /* Borrowed */
  GtkWidget        *focus;       /* weak: had it before, and gets it back */
  GtkWidget        *widget;      /* NULL: it is gone */
};

G_DEFINE_FINAL_TYPE (TlTrialActions, tl_trial_actions, G_TYPE_OBJECT)

enum { MESSAGE, OPEN, TUNE_FROM, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
say (TlTrialActions *self, const char *sentence)
{
  g_signal_emit (self, signals[MESSAGE], 0, sentence);
}

static TlTrialStore *
trials_of (TlTrialActions *self)
{
  return tl_trial_selection_trials (self->selection);
}

/* The index that an action has. FALSE: there is no such trial any more. */
static gboolean
read_index (TlTrialActions *self, GVariant *parameter, guint *index)
{
  *index = g_variant_get_uint32 (parameter);
  return trials_of (self) != NULL && *index < tl_trial_store_n (trials_of (self));
}

static GListModel *
tasks_of (TlTrialActions *self)
{
  return tl_tuning_tasks (tl_session_tuning (self->session));
}

static guint
shown_task (TlTrialActions *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (tasks_of (self)); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks_of (self), i);

      if (tl_tuning_task_trials (task) == trials_of (self))
        return i;
    }
  return 0;
}

/* --- star, tags, note --- */

static void
on_star (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TlTrialActions    *self = user_data;
  g_autoptr (GError) error = NULL;
  guint              index;

  if (read_index (self, parameter, &index)
      && !tl_trial_notes_set_starred (self->notes, index, !tl_trial_notes_is_starred (self->notes, index), &error))
    say (self, error->message);
}

static void
on_entered (GtkEntry *entry, TlTrialActions *self)
{
  gboolean           is_tags = g_object_get_data (G_OBJECT (entry), "tags") != NULL;
  guint              index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (entry), "index"));
  const char        *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autoptr (GError) error = NULL;

  if (!(is_tags ? tl_trial_notes_set_tags (self->notes, index, text, &error) : tl_trial_notes_set_text (self->notes, index, text, &error)))
    say (self, error->message);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
on_closed (GtkWidget *popover, TlTrialActions *self)
{
  if (popover == self->popover && self->focus != NULL && gtk_widget_get_mapped (self->focus))
    gtk_widget_grab_focus (self->focus);
}

static void
drop_former (TlTrialActions *self)
{
  g_clear_handle_id (&self->former_idle, g_source_remove);
  g_clear_pointer (&self->former, gtk_widget_unparent);
}

static gboolean
drop_former_in_idle (gpointer user_data)
{
  TlTrialActions *self = user_data;

  self->former_idle = 0;
  drop_former (self);
  return G_SOURCE_REMOVE;
}

/* Takes @popover in place of the one before, and shows it where that was. */
static void
show_popover (TlTrialActions *self, GtkWidget *popover)
{
  drop_former (self);
  self->former = self->popover;
  self->popover = popover;
  if (self->former != NULL)
    {
      gtk_popover_popdown (GTK_POPOVER (self->former));
      self->former_idle = g_idle_add_full (G_PRIORITY_LOW, drop_former_in_idle, self, NULL);
    }
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), self);
  gtk_widget_set_parent (popover, self->widget);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &self->place);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
ask (TlTrialActions *self, guint index, gboolean is_tags)
{
  GtkWidget       *popover = gtk_popover_new (), *entry = gtk_entry_new ();
  g_auto (GStrv)   words = g_strsplit (tl_trial_notes_tags (self->notes, index), "\n", -1);
  g_autofree char *tags = g_strjoinv (", ", words);
  g_autofree char *name = g_strdup_printf (is_tags ? _("Tags of trial %u") : _("Note on trial %u"),
                                           tl_trial_store_number (trials_of (self))[index]);

  gtk_editable_set_text (GTK_EDITABLE (entry), is_tags ? tags : tl_trial_notes_text (self->notes, index));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 28);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), is_tags ? _("Tags, with commas") : _("Note"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (entry), "index", GUINT_TO_POINTER (index));
  if (is_tags)
    g_object_set_data (G_OBJECT (entry), "tags", entry);
  g_signal_connect (entry, "activate", G_CALLBACK (on_entered), self);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  show_popover (self, popover);
  gtk_widget_grab_focus (entry);
}

static void
on_tag (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  guint index;

  if (read_index (user_data, parameter, &index))
    ask (user_data, index, TRUE);
}

static void
on_note (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  guint index;

  if (read_index (user_data, parameter, &index))
    ask (user_data, index, FALSE);
}

/* --- comparing, opening --- */

static void
compare (TlTrialActions *self, GVariant *parameter, gboolean against_best)
{
  TlCompared *compared = tl_compared_of (self->session);
  guint       index;

  if (compared == NULL || !read_index (self, parameter, &index))
    return;
  tl_compared_add_trial (compared, trials_of (self), index, against_best);
  if (against_best)
    gtk_widget_activate_action (self->widget, "win.page", "s", "compare");
}

static void
on_compare (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  compare (self, parameter, FALSE);
}

static void
on_compare_with_best (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  compare (self, parameter, TRUE);
}

static void
on_open (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  guint index;

  if (read_index (self, parameter, &index))
    g_signal_emit (self, signals[OPEN], 0, index);
}

/* --- what needs the schedule, which is read in a thread --- */

typedef void (*DetailFunc) (TlTrialActions *self, const TlTrialDetail *detail);

typedef struct
{
  TlTrialActions *self;
  DetailFunc      func;
} DetailRead;

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree DetailRead     *reading = user_data;
  g_autoptr (TlTrialActions) self = reading->self;
  g_autoptr (GError)         error = NULL;
  g_autoptr (TlTrialDetail)  detail = tl_trial_detail_read_finish (TL_SESSION (source), result, &error);

  if (self->widget == NULL)
    return;
  if (detail == NULL)
    say (self, error->message);
  else if (detail->state == NULL)
    say (self, detail->refusal != NULL ? detail->refusal : _("The trial failed before it had a schedule"));
  else
    reading->func (self, detail);
}

static void
read_then (TlTrialActions *self, GVariant *parameter, DetailFunc func)
{
  DetailRead *reading;
  guint    index;

  if (!read_index (self, parameter, &index))
    return;
  reading = g_new0 (DetailRead, 1);
  *reading = (DetailRead) { g_object_ref (self), func };
  tl_trial_detail_read_async (self->session, shown_task (self), index, NULL, on_read, reading);
}

static void
copy_script (TlTrialActions *self, const TlTrialDetail *detail)
{
  g_autofree char *script = tl_program_view_trace (detail->state, tl_session_dialect (self->session));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (self->widget), script);
  say (self, _("Schedule copied as Python"));
}

static void
copy_trace (TlTrialActions *self, const TlTrialDetail *detail)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (self->widget), detail->trace_json);
  say (self, _("Trace copied as JSON"));
}

static void
tune_from (TlTrialActions *self, const TlTrialDetail *detail)
{
  g_signal_emit (self, signals[TUNE_FROM], 0, detail->row->trace_json);
}

static void
on_copy_script (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  read_then (self, parameter, copy_script);
}

static void
on_copy_trace (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  read_then (self, parameter, copy_trace);
}

static void
on_tune_from (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  read_then (self, parameter, tune_from);
}

/* --- the menu --- */

static void
append_item (GMenu *section, const char *label, const char *action, guint index)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
  g_autofree char      *name = g_strconcat ("trial.", action, NULL);

  g_menu_item_set_action_and_target (item, name, "u", index);
  g_menu_append_item (section, item);
}

static GMenu *
append_section (GMenu *menu, const char *title)
{
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append_section (menu, title, G_MENU_MODEL (section));
  return section;   /* the menu keeps it */
}

static GMenu *
make_menu (TlTrialActions *self, guint index)
{
  GMenu           *menu = g_menu_new (), *section;
  g_autofree char *title = g_strdup_printf (_("Trial %u"), tl_trial_store_number (trials_of (self))[index]);

  section = append_section (menu, title);
  append_item (section, _("Open as Variant"), "open", index);
  section = append_section (menu, NULL);
  append_item (section, tl_trial_notes_is_starred (self->notes, index) ? _("Remove Star") : _("Star"), "star", index);
  append_item (section, _("Tag…"), "tag", index);
  append_item (section, _("Note…"), "note", index);
  section = append_section (menu, NULL);
  if (g_list_model_get_n_items (tasks_of (self)) == 1)
    append_item (section, _("Tune from Here"), "tune-from", index);
  append_item (section, _("Add to Compare"), "compare", index);
  if (tl_trial_store_best (trials_of (self)) >= 0 && tl_trial_store_best (trials_of (self)) != (gint) index)
    append_item (section, _("Compare with Best"), "compare-with-best", index);
  section = append_section (menu, NULL);
  append_item (section, _("Copy as Script"), "copy-script", index);
  append_item (section, _("Copy Trace as JSON"), "copy-trace", index);
  return menu;
}

static void
on_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TlTrialActions   *self = user_data;
  GtkWidget        *window = GTK_WIDGET (gtk_widget_get_root (self->widget)), *popover;
  guint             index;
  double            x, y;
  graphene_point_t  point;
  g_autoptr (GMenu) menu = NULL;

  g_variant_get (parameter, "(udd)", &index, &x, &y);
  if (trials_of (self) == NULL || index >= tl_trial_store_n (trials_of (self))
      || !gtk_widget_compute_point (window, self->widget, &GRAPHENE_POINT_INIT ((float) x, (float) y), &point))
    return;
  g_set_weak_pointer (&self->focus, gtk_root_get_focus (GTK_ROOT (window)));
  self->place = (GdkRectangle) { (int) round (point.x), (int) round (point.y), 1, 1 };
  menu = make_menu (self, index);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  show_popover (self, popover);
}

/* --- object --- */

static void
add_actions (TlTrialActions *self)
{
  static const GActionEntry entries[] = {
    { .name = "menu", .activate = on_menu, .parameter_type = "(udd)" },
    { .name = "star", .activate = on_star, .parameter_type = "u" },
    { .name = "tag", .activate = on_tag, .parameter_type = "u" },
    { .name = "note", .activate = on_note, .parameter_type = "u" },
    { .name = "open", .activate = on_open, .parameter_type = "u" },
    { .name = "tune-from", .activate = on_tune_from, .parameter_type = "u" },
    { .name = "compare", .activate = on_compare, .parameter_type = "u" },
    { .name = "compare-with-best", .activate = on_compare_with_best, .parameter_type = "u" },
    { .name = "copy-script", .activate = on_copy_script, .parameter_type = "u" },
    { .name = "copy-trace", .activate = on_copy_trace, .parameter_type = "u" },
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (self->widget, "trial", G_ACTION_GROUP (group));
}

TlTrialActions *
tl_trial_actions_new (GtkWidget *widget, TlSession *session, TlTrialNotes *notes)
{
  TlTrialActions *self = g_object_new (TL_TYPE_TRIAL_ACTIONS, NULL);

  self->widget = widget;
  self->session = g_object_ref (session);
  self->notes = g_object_ref (notes);
  self->selection = g_object_ref (tl_tuning_selection (tl_session_tuning (session)));
  add_actions (self);
  return self;
}

void
tl_trial_actions_close (TlTrialActions *self)
{
  if (self->widget != NULL)
    gtk_widget_insert_action_group (self->widget, "trial", NULL);
  drop_former (self);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_weak_pointer (&self->focus);
  self->widget = NULL;
}

static void
tl_trial_actions_dispose (GObject *object)
{
  TlTrialActions *self = TL_TRIAL_ACTIONS (object);

  tl_trial_actions_close (self);
  g_clear_object (&self->selection);
  g_clear_object (&self->notes);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_trial_actions_parent_class)->dispose (object);
}

static void
tl_trial_actions_class_init (TlTrialActionsClass *class)
{
  GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_trial_actions_dispose;
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[OPEN] = g_signal_new ("open", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[TUNE_FROM] = g_signal_new ("tune-from", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_trial_actions_init (TlTrialActions *self)
{
}
