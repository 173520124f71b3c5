/* SPDX-License-Identifier: Apache-2.0 */
/* A trial without a time: why, what such trials have in common, and how to repeat it. */
#include "ui/tune/trial-pane-private.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/failure-groups.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define MAX_STDERR_BYTES 4000
#define MAX_STDERR_PX    160
#define MAX_COMMON       3
#define MAX_SIBLINGS     24

/* --- what happened --- */

static GtkWidget *
make_row (const char *name, const char *value)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *text = tl_trial_pane_text (value, "numeric");
  GtkWidget *key = tl_trial_pane_text (name, "dim-label");

  gtk_widget_set_hexpand (key, TRUE);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_box_append (GTK_BOX (row), key);
  gtk_box_append (GTK_BOX (row), text);
  return row;
}

static void
add_share (GtkBox *card, const TlWrongResult *wrong)
{
  g_autofree char *n_wrong = tl_format_count ((gint64) wrong->n_wrong), *n_compared = tl_format_count ((gint64) wrong->n_compared);
  g_autofree char *text = g_strdup_printf (_("%s of %s compared elements are wrong"), n_wrong, n_compared);
  GtkWidget       *bar = gtk_level_bar_new_for_interval (0, 1);

  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), (double) wrong->n_wrong / (double) wrong->n_compared);
  gtk_widget_add_css_class (bar, "share-wrong");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_box_append (card, tl_trial_pane_text (text, NULL));
  gtk_box_append (card, bar);
}

/* The first line of the message, or the wrong element. */
static void
add_message (const TlTrialRecord *record, GtkBox *content)
{
  GtkWidget            *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_auto (TlWrongResult) wrong = { 0 };
  const char           *message = record->message != NULL ? record->message : tl_outcome_title (record->outcome);
  g_autofree char      *line = g_strndup (message, strcspn (message, "\n"));

  gtk_widget_add_css_class (card, "failure-card");
  if (record->outcome == TL_OUTCOME_PRUNED || record->outcome == TL_OUTCOME_CANCELLED)
    gtk_widget_add_css_class (card, "no-failure");
  if (record->outcome == TL_OUTCOME_WRONG_RESULT && tl_wrong_result_parse (message, &wrong))
    {
      gtk_box_append (GTK_BOX (card), tl_trial_pane_text (wrong.element, "monospace-bold"));
      gtk_box_append (GTK_BOX (card), make_row (_("got"), wrong.got));
      gtk_box_append (GTK_BOX (card), make_row (_("expected"), wrong.expected));
      if (wrong.n_compared > 0)
        add_share (GTK_BOX (card), &wrong);
    }
  else
    gtk_box_append (GTK_BOX (card), tl_trial_pane_text (line, NULL));
  gtk_box_append (content, card);
}

/* --- in common --- */

/* The text and, where a constraint of the search can say it, the button that excludes such candidates. */
static void
add_common_row (TlTrialPane *pane, const TlCommonDecision *common, GtkBox *content)
{
  TlTrialStore    *store = tl_trial_pane_store (pane);
  g_autofree char *text = tl_common_decision_text (store, common), *line = tl_common_decision_forbid (store, common);
  GtkWidget       *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = tl_trial_pane_text (text, "caption"), *button;

  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  if (line != NULL)
    {
      button = gtk_button_new_with_label (_("Exclude"));
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      tl_widget_set_tooltip (button, line);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", line);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "search.constrain");
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_box_append (content, row);
}

static void
add_common (TlTrialPane *pane, const TlTrialRecord *record, GtkBox *content)
{
  TlTrialStore         *store = tl_trial_pane_store (pane);
  g_autoptr (GPtrArray) common = tl_common_decisions (store, record->outcome, MAX_COMMON);
  g_autofree char      *outcome = g_ascii_strdown (tl_outcome_title (record->outcome), -1);
  g_autofree char      *heading = g_strdup_printf (_("Common to the %u of “%s”"), tl_trial_store_count (store, record->outcome), outcome);

  if (tl_trial_store_count (store, record->outcome) < 2)
    return;
  gtk_box_append (content, tl_trial_pane_heading (heading));
  for (guint i = 0; i < common->len; i++)
    {
      add_common_row (pane, common->pdata[i], content);
    }
  if (common->len == 0)
    gtk_box_append (content, tl_trial_pane_text (_("No decision sets them apart from measured trials"), "dim-label"));
}

/* --- phases --- */

/* "while running": what a crash says of its phase. */
static char *
phase_of_message (const char *message)
{
  const char *found = message != NULL ? strstr (message, " while ") : NULL;

  if (found == NULL)
    return NULL;
  found += strlen (" while ");
  return g_strndup (found, strcspn (found, ",:\n"));
}

static char *
phase_text (const TlTrialRecord *record)
{
  g_autofree char *build = tl_format_seconds (record->build_s), *run = tl_format_seconds (record->run_s);
  g_autofree char *said = phase_of_message (record->message);
  const char      *phase = said != NULL ? said : record->outcome == TL_OUTCOME_SCHEDULE_ERROR ? _("schedule")
                           : record->outcome == TL_OUTCOME_BUILD_ERROR ? _("build")
                           : record->outcome == TL_OUTCOME_WRONG_RESULT ? _("check")
                           : record->build_s > 0 || record->outcome == TL_OUTCOME_PRUNED ? _("run") : _("build");

  if (record->build_s <= 0 && record->run_s <= 0)
    return g_strdup (phase);
  if (record->run_s <= 0)
    return g_strdup_printf (_("%s, built in %s"), phase, build);
  return g_strdup_printf (_("%s, built in %s, ran %s"), phase, build, run);
}

/* Time in a queue is none of either. */
static char *
limit_text (const TlTrialRecord *record, const TlTrialDetail *detail)
{
  gboolean         in_build = record->build_s <= 0 || record->outcome == TL_OUTCOME_BUILD_ERROR;
  double           spent_s = in_build ? record->build_s : record->run_s, limit_s = in_build ? detail->build_timeout_s : detail->timeout_s;
  g_autofree char *spent = tl_format_seconds (spent_s > 0 ? spent_s : record->outcome == TL_OUTCOME_TIMEOUT ? limit_s : 0);

  if (limit_s <= 0)
    return g_strdup (spent);
  return g_strdup_printf (_("%s of %g s"), spent, limit_s);
}

static void
add_stderr (const TlTrialRecord *record, GtkBox *content)
{
  const char      *rest = record->message != NULL ? strchr (record->message, '\n') : NULL;
  g_autofree char *text = NULL;
  GtkWidget       *scroller, *label;

  if (record->outcome == TL_OUTCOME_WRONG_RESULT || rest == NULL || rest[1] == '\0')
    {
      gtk_box_append (content, tl_trial_pane_fact (_("stderr"), _("empty")));
      return;
    }
  text = g_utf8_make_valid (rest + 1, (gssize) MIN (strlen (rest + 1), MAX_STDERR_BYTES));
  label = tl_trial_pane_text (text, "monospace");
  gtk_widget_add_css_class (label, "caption");
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_STDERR_PX);
  gtk_widget_add_css_class (scroller, "card");
  gtk_box_append (content, tl_trial_pane_fact (_("stderr"), ""));
  gtk_box_append (content, scroller);
}

/* --- repeating --- */

static void
on_copy (GtkButton *button, TlTrialPane *pane)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (pane)), pane->detail->command);
  tl_trial_pane_say (pane, _("Command copied"));
}

static void
add_command (TlTrialPane *pane, GtkBox *content)
{
  GtkWidget *row, *label, *button;

  gtk_box_append (content, tl_trial_pane_heading (_("Reproduce")));
  if (pane->detail == NULL || pane->detail->command == NULL)
    {
      gtk_box_append (content, tl_trial_pane_text (pane->detail != NULL ? _("It failed before it had a schedule: there is nothing to run")
                                                   : _("The trial is not in the project file yet"), "dim-label"));
      return;
    }
  row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  label = tl_trial_pane_text (pane->detail->command, "monospace");
  button = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  gtk_widget_add_css_class (label, "caption");
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  tl_widget_set_tooltip (button, _("Copy Command"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Copy Command"), -1);
  g_signal_connect (button, "clicked", G_CALLBACK (on_copy), pane);
  gtk_widget_add_css_class (row, "failure-card");
  gtk_widget_add_css_class (row, "no-failure");
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), button);
  gtk_box_append (content, row);
}

/* --- others like it --- */

static void
on_sibling (GtkButton *button, TlTrialPane *pane)
{
  tl_trial_selection_pick (pane->selection, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "trial")));
}

static void
add_siblings (TlTrialPane *pane, GtkBox *content)
{
  TlTrialStore      *store = tl_trial_pane_store (pane);
  g_autoptr (GArray) others = tl_failures_like (store, (guint) pane->shown);
  g_autofree char   *heading = g_strdup_printf (ngettext ("%u other with this message", "%u others with this message", others->len),
                                                others->len);
  GtkWidget         *chips;

  if (others->len == 0)
    return;
  gtk_box_append (content, tl_trial_pane_heading (heading));
  chips = g_object_new (TL_TYPE_WRAP_BOX, NULL);
  for (guint i = 0; i < MIN (others->len, MAX_SIBLINGS); i++)
    {
      guint            index = g_array_index (others, guint, i);
      g_autofree char *label = g_strdup_printf ("#%u", tl_trial_store_number (store)[index]);
      GtkWidget       *button = gtk_button_new_with_label (label);

      gtk_widget_add_css_class (button, "chip");
      g_object_set_data (G_OBJECT (button), "trial", GUINT_TO_POINTER (index));
      g_signal_connect (button, "clicked", G_CALLBACK (on_sibling), pane);
      gtk_widget_set_parent (button, chips);
    }
  gtk_box_append (content, chips);
  if (others->len > MAX_SIBLINGS)
    {
      g_autofree char *rest = g_strdup_printf (_("and %u more"), others->len - MAX_SIBLINGS);

      gtk_box_append (content, tl_trial_pane_text (rest, "dim-label"));
    }
}

/* --- its kind alone --- */

static void
on_failures_changed (TlTrialSelection *selection, GtkToggleButton *button)
{
  const TlFailureGroup *failures = tl_trial_selection_failures (selection);
  guint                 kind = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kind"));

  gtk_toggle_button_set_active (button, failures != NULL && failures->signature == NULL && failures->kind == kind);
}

static void
on_kind_clicked (GtkToggleButton *button, TlTrialPane *pane)
{
  tl_trial_selection_toggle_kind (pane->selection, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "kind")));
}

/* A toggle that shows all trials with this outcome alone, in the plot and in the table. */
static void
add_kind (TlTrialPane *pane, const TlTrialRecord *record, GtkBox *content)
{
  g_autofree char *text = g_strdup_printf (_("Show Only “%s” (%u)"), tl_outcome_title (record->outcome),
                                           tl_trial_store_count (tl_trial_pane_store (pane), record->outcome));
  GtkWidget       *button = gtk_toggle_button_new_with_label (text);

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_object_set_data (G_OBJECT (button), "kind", GUINT_TO_POINTER (record->outcome));
  on_failures_changed (pane->selection, GTK_TOGGLE_BUTTON (button));
  g_signal_connect (button, "clicked", G_CALLBACK (on_kind_clicked), pane);
  g_signal_connect_object (pane->selection, "failures-changed", G_CALLBACK (on_failures_changed), button, 0);
  gtk_box_append (content, button);
}

void
tl_trial_pane_add_failure (TlTrialPane *pane, GtkBox *content)
{
  TlTrialRecord    record = tl_trial_store_get (tl_trial_pane_store (pane), (guint) pane->shown);
  g_autofree char *phase = phase_text (&record), *limit = pane->detail != NULL ? limit_text (&record, pane->detail) : NULL;

  add_message (&record, content);
  add_kind (pane, &record, content);
  if (tl_outcome_is_failure (record.outcome))
    add_common (pane, &record, content);
  add_command (pane, content);
  gtk_box_append (content, tl_trial_pane_fact (_("Phase"), phase));
  if (limit != NULL)
    gtk_box_append (content, tl_trial_pane_fact (_("Elapsed"), limit));
  if (tl_outcome_is_failure (record.outcome))
    {
      add_stderr (&record, content);
      add_siblings (pane, content);
    }
}
