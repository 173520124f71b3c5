/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/trial-pane-private.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-outcome.h"
#include "core/session/tuning/trial-text.h"
#include "ui/widgets/late-bin.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define NEST_HEIGHT  300
#define GLYPH_PX     12

G_DEFINE_FINAL_TYPE (TlTrialPane, tl_trial_pane, GTK_TYPE_WIDGET)

enum { MESSAGE, CLOSE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void fill (TlTrialPane *pane);

TlTrialStore *
tl_trial_pane_store (TlTrialPane *pane)
{
  return tl_trial_selection_trials (pane->selection);
}

TlTrialColumns
tl_trial_pane_columns (TlTrialPane *pane)
{
  return (TlTrialColumns) { tl_trial_pane_store (pane), pane->notes, pane->flops };
}

static TlTrialRecord
record_of (TlTrialPane *pane)
{
  return tl_trial_store_get (tl_trial_pane_store (pane), (guint) pane->shown);
}

void
tl_trial_pane_say (TlTrialPane *pane, const char *sentence)
{
  g_signal_emit (pane, signals[MESSAGE], 0, sentence);
}

/* --- parts --- */

GtkWidget *
tl_trial_pane_text (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

GtkWidget *
tl_trial_pane_heading (const char *text)
{
  GtkWidget *label = tl_trial_pane_text (text, "heading");

  gtk_widget_set_margin_top (label, 12);
  return label;
}

GtkWidget *
tl_trial_pane_fact (const char *name, const char *value)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *key = tl_trial_pane_text (name, "dim-label");
  GtkWidget *text = tl_trial_pane_text (value, "numeric");

  gtk_widget_set_size_request (key, 72, -1);
  gtk_widget_set_valign (key, GTK_ALIGN_START);
  gtk_widget_add_css_class (key, "caption");
  gtk_widget_add_css_class (text, "caption");
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (row), key);
  gtk_box_append (GTK_BOX (row), text);
  return row;
}

/* --- the figure --- */

/* "86 % of peak"; NULL: not known. */
static char *
share_text (TlTrialPane *pane, double seconds)
{
  TlRoof roof = tl_session_roof (pane->session);

  return tl_roof_share_text (&roof, seconds);
}

static void
add_figure (TlTrialPane *pane, GtkBox *content)
{
  TlTrialStore    *store = tl_trial_pane_store (pane);
  TlTrialRecord    record = record_of (pane);
  g_autofree char *latency = tl_trial_latency_text (store, (guint) pane->shown);
  g_autofree char *range = tl_trial_range_text (store, (guint) pane->shown);
  g_autofree char *speed = tl_format_gflops (pane->flops, record.latency_s), *share = share_text (pane, record.latency_s);
  g_autofree char *samples = g_strdup_printf (ngettext ("%u sample%s", "%u samples%s", record.latency.n_samples), record.latency.n_samples,
                                              record.rank.comparison > 0 ? _(", interleaved") : "");
  g_autofree char *left = tl_trial_store_is_predicted (store) ? g_strdup (_("predicted,\nnot measured"))
                                                              : g_strdup_printf ("%s\n%s", range, samples);
  g_autofree char *right = g_strdup_printf ("%s\n%s", speed, share != NULL ? share : "");
  GtkWidget       *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *label = tl_trial_pane_text (latency, "trial-figure");
  GtkWidget       *beside = tl_trial_pane_text (left, "caption"), *end = tl_trial_pane_text (right, "caption");

  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (beside, "dim-label");
  gtk_widget_set_hexpand (beside, TRUE);
  if (!tl_trial_store_is_predicted (store))
    tl_widget_set_tooltip (beside, _("Range of 80 % of the samples"));
  gtk_label_set_xalign (GTK_LABEL (end), 1);
  gtk_label_set_justify (GTK_LABEL (end), GTK_JUSTIFY_RIGHT);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), beside);
  gtk_box_append (GTK_BOX (row), end);
  gtk_box_append (content, row);
}

/* --- decisions --- */

static GtkWidget *
make_chip (TlTrialPane *pane, const TlTrialColumns *columns, guint column)
{
  gint             best = tl_trial_store_best (columns->store);
  gboolean         differs = tl_trial_column_differs (columns, column, (guint) pane->shown);
  g_autofree char *value = tl_trial_column_text (columns, column, (guint) pane->shown);
  g_autofree char *old = differs ? tl_trial_column_text (columns, column, (guint) best) : NULL;
  g_autofree char *name = g_markup_escape_text (tl_trial_column_title (columns, column), -1), *shown = g_markup_escape_text (value, -1);
  g_autofree char *markup = g_strdup_printf (differs ? "%s <b>%s</b> <s>%s</s>" : "%s <b>%s</b>", name, shown, old);
  g_autofree char *spoken = differs ? g_strdup_printf (_("%s %s, the best has %s"), tl_trial_column_title (columns, column), value, old)
                                    : g_strdup_printf ("%s %s", tl_trial_column_title (columns, column), value);
  GtkWidget       *chip = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (chip), markup);
  gtk_widget_add_css_class (chip, "decision-chip");
  gtk_widget_add_css_class (chip, "numeric");
  if (differs)
    gtk_widget_add_css_class (chip, "differs");
  tl_widget_set_tooltip (chip, tl_trial_column_about (columns, column));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return chip;
}

static void
add_decisions (TlTrialPane *pane, GtkBox *content)
{
  TlTrialColumns columns = tl_trial_pane_columns (pane);
  GtkWidget     *chips = g_object_new (TL_TYPE_WRAP_BOX, NULL);
  guint          n = 0;

  for (guint i = TL_N_FIXED_COLUMNS; i < tl_trial_columns_n (&columns); i++)
    if (!isnan (tl_trial_column_value (&columns, i, (guint) pane->shown)))
      {
        gtk_widget_set_parent (make_chip (pane, &columns, i), chips);
        n++;
      }
  gtk_box_append (content, tl_trial_pane_heading (_("Decisions")));
  if (n > 0)
    {
      gtk_box_append (content, chips);
      return;
    }
  g_object_unref (g_object_ref_sink (chips));
  gtk_box_append (content, tl_trial_pane_text (_("No step of this schedule was sampled"), "dim-label"));
}

/* --- nest and cost model --- */

static void
draw_nest (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlTrialPane *pane = user_data;

  if (pane->nest != NULL)
    tl_draw_nest (cr, pane->nest, palette, 0, width, height);
}

static void
add_nest (TlTrialPane *pane, GtkBox *content)
{
  GtkWidget *picture;
  double     width, height;

  if (pane->nest == NULL && pane->detail != NULL && pane->detail->refusal == NULL)
    return;
  gtk_box_append (content, tl_trial_pane_heading (_("Loop Nest")));
  if (pane->detail != NULL && pane->detail->refusal != NULL)
    {
      gtk_box_append (content, tl_trial_pane_text (pane->detail->refusal, "dim-label"));
      return;
    }
  picture = tl_picture_new (draw_nest, pane, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Loop nest of the trial"), -1);
  height = NEST_HEIGHT;
  if (pane->nest != NULL)
    {
      tl_nest_picture_size (pane->nest, &width, &height);
      height = MIN (height * MIN (1, (TL_TRIAL_PANE_WIDTH - 32) / width), NEST_HEIGHT);
    }
  tl_picture_set_size (TL_PICTURE (picture), 0, (int) height);
  gtk_widget_add_css_class (picture, "card");
  gtk_box_append (content, picture);
}

static void
add_model (TlTrialPane *pane, GtkBox *content)
{
  TlTrialStore    *store = tl_trial_pane_store (pane);
  TlTrialRecord    record = record_of (pane);
  gint             best = tl_trial_store_best (store);
  guint            n = 0;
  double           correlation = tl_trial_store_rank_correlation (store, &n);
  g_autofree char *predicted = NULL, *measured = NULL, *ranks = NULL;

  if (isnan (record.score))
    return;
  predicted = g_strdup_printf ("%.2f", record.score);
  measured = g_strdup_printf ("%.2f", best >= 0 && record.latency_s > 0 ? tl_trial_store_latency_s (store)[best] / record.latency_s : 0);
  gtk_box_append (content, tl_trial_pane_heading (_("Cost Model")));
  gtk_box_append (content, tl_trial_pane_fact (_("predicted"), predicted));
  if (record.outcome == TL_OUTCOME_OK)
    gtk_box_append (content, tl_trial_pane_fact (tl_trial_store_is_predicted (store) ? _("GPU's model") : _("measured"), measured));
  if (isnan (correlation))
    return;
  ranks = g_strdup_printf (_("Speed against the best, 1 = best. Rank correlation over %u trials: %.2f"), n, correlation);
  gtk_box_append (content, tl_trial_pane_text (ranks, "caption"));
}

static void
add_times (TlTrialPane *pane, GtkBox *content)
{
  TlTrialRecord    record = record_of (pane);
  g_autofree char *build = tl_format_seconds (record.build_s), *run = tl_format_seconds (record.run_s);
  gboolean         is_checked = pane->detail != NULL && pane->detail->row->outcome.is_checked;
  g_autofree char *text = tl_trial_store_is_predicted (tl_trial_pane_store (pane))
                            ? g_strdup (record.message)
                            : g_strdup_printf (_("Built in %s, measured in %s%s"), build, run, is_checked ? _(", checked ✓") : "");
  GtkWidget       *label = tl_trial_pane_text (text, "caption");

  gtk_widget_set_margin_top (label, 12);
  gtk_box_append (content, label);
}

/* --- filling --- */

static void
clear_content (TlTrialPane *pane)
{
  GtkWidget *child;

  pane->strips = NULL;
  pane->verdict = NULL;
  pane->race_button = NULL;
  while ((child = gtk_widget_get_first_child (pane->content)) != NULL)
    gtk_box_remove (GTK_BOX (pane->content), child);
}

static const char *
remark_class (TlOutcomeKind kind)
{
  return kind == TL_OUTCOME_OK ? "success" : kind == TL_OUTCOME_PRUNED || kind == TL_OUTCOME_CANCELLED ? "dim-label" : "error";
}

static void
draw_pill_glyph (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  TlTrialPane *pane = user_data;
  GdkRGBA      color;

  if (pane->shown < 0)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  tl_draw_outcome_glyph (cr, record_of (pane).outcome, width / 2.0, height / 2.0, GLYPH_PX - 2);
}

static void
fill_pill (TlTrialPane *pane, TlOutcomeKind kind)
{
  static const char *const classes[] = { "success", "dim-label", "error" };
  GtkWidget               *glyph = gtk_widget_get_first_child (pane->pill);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (pane->pill, classes[i]);
  gtk_widget_add_css_class (pane->pill, remark_class (kind));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (pane->pill)), tl_outcome_title (kind));
  gtk_widget_queue_draw (glyph);
}

static void
fill_notes (TlTrialPane *pane)
{
  g_auto (GStrv)   words = g_strsplit (tl_trial_notes_tags (pane->notes, (guint) pane->shown), "\n", -1);
  g_autofree char *tags = g_strjoinv (", ", words);

  pane->is_filling = TRUE;
  gtk_toggle_button_set_active (pane->star, tl_trial_notes_is_starred (pane->notes, (guint) pane->shown));
  gtk_button_set_icon_name (GTK_BUTTON (pane->star),
                            gtk_toggle_button_get_active (pane->star) ? "starred-symbolic" : "non-starred-symbolic");
  gtk_editable_set_text (pane->tags, tags);
  gtk_editable_set_text (pane->note, tl_trial_notes_text (pane->notes, (guint) pane->shown));
  pane->is_filling = FALSE;
}

static void
fill (TlTrialPane *pane)
{
  TlTrialRecord    record = record_of (pane);
  g_autofree char *title = g_strdup_printf (_("Trial %u"), record.number);
  GtkBox          *content = GTK_BOX (pane->content);
  gboolean         has_state = pane->detail != NULL && pane->detail->state != NULL;
  gboolean         is_predicted = record.outcome == TL_OUTCOME_OK && tl_trial_store_is_predicted (tl_trial_pane_store (pane));

  clear_content (pane);
  gtk_label_set_label (pane->title, title);
  fill_pill (pane, is_predicted ? TL_OUTCOME_PREDICTED : record.outcome);
  if (record.outcome == TL_OUTCOME_OK)
    add_figure (pane, content);
  else
    tl_trial_pane_add_failure (pane, content);
  if (record.outcome == TL_OUTCOME_OK && !is_predicted)
    tl_trial_pane_add_strips (pane, content);
  add_decisions (pane, content);
  tl_trial_pane_add_genealogy (pane, content);
  add_nest (pane, content);
  add_model (pane, content);
  if (record.outcome == TL_OUTCOME_OK)
    add_times (pane, content);
  gtk_widget_set_sensitive (pane->open_button, has_state);
  gtk_widget_set_sensitive (pane->copy_button, has_state);
  gtk_widget_set_sensitive (pane->compare_button, has_state && tl_trial_store_best (tl_trial_pane_store (pane)) != pane->shown);
  gtk_widget_set_sensitive (pane->again_button, has_state && pane->measuring == NULL);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlTrialPane) pane = user_data;
  g_autoptr (GError)      error = NULL;
  TlTrialDetail          *detail = tl_trial_detail_read_finish (TL_SESSION (source), result, &error);
  TlState                *root = tl_session_root (pane->session);

  if (g_task_get_cancellable (G_TASK (result)) != pane->reading)
    {
      g_clear_pointer (&detail, tl_trial_detail_free);
      return;
    }
  g_clear_object (&pane->reading);
  if (detail == NULL || pane->shown < 0)   /* without a file the table's figures are all there is */
    return;
  pane->detail = detail;
  if (detail->state != NULL && root != NULL)
    pane->nest = tl_nest_new_from (tl_state_module (root), tl_state_module (detail->state), detail->func_name);
  fill (pane);
}

static void
forget (TlTrialPane *pane)
{
  if (pane->reading != NULL)
    g_cancellable_cancel (pane->reading);
  g_clear_object (&pane->reading);
  if (pane->measuring != NULL)
    g_cancellable_cancel (pane->measuring);
  g_clear_object (&pane->measuring);
  g_clear_pointer (&pane->detail, tl_trial_detail_free);
  g_clear_pointer (&pane->nest, tl_nest_free);
  tl_outcome_clear (&pane->raced[0]);
  tl_outcome_clear (&pane->raced[1]);
  pane->has_raced = FALSE;
}

static void
show (GtkWidget *widget)
{
  TlTrialPane *pane = TL_TRIAL_PANE (widget);
  gint         index = tl_trial_selection_picked (pane->selection);

  forget (pane);
  pane->shown = index;
  if (index < 0)
    {
      clear_content (pane);
      gtk_label_set_label (pane->title, "");
      return;
    }
  pane->number = record_of (pane).number;
  fill (pane);
  fill_notes (pane);
  pane->reading = g_cancellable_new ();
  tl_trial_detail_read_async (pane->session, pane->task, (guint) index, pane->reading, on_read, g_object_ref (pane));
}

/* Of a store that was read again, another one may stand at the index. */
static gboolean
still_holds (TlTrialPane *pane)
{
  TlTrialStore *store = tl_trial_pane_store (pane);

  return pane->shown < 0 || ((guint) pane->shown < tl_trial_store_n (store) && record_of (pane).number == pane->number);
}

/* Plots and table mark the trial first. */
static void
on_picked (TlTrialPane *pane)
{
  if (tl_trial_selection_picked (pane->selection) < 0 || !still_holds (pane))
    show (GTK_WIDGET (pane));
  else
    tl_after_frame_ask (pane->refresh);
}

/* --- actions --- */

/* One of ui/tune/trial-actions.h. */
static void
on_action (GtkButton *button, TlTrialPane *pane)
{
  if (pane->shown >= 0)
    gtk_widget_activate_action (GTK_WIDGET (pane), g_object_get_data (G_OBJECT (button), "action"), "u", (guint) pane->shown);
}

static void
on_measured_again (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlTrialPane) pane = user_data;
  g_autoptr (GError)      error = NULL;
  TlOutcome               outcome = { 0 };
  TlLatency               latency;
  g_autofree char        *text = NULL, *sentence = NULL;

  if (g_task_get_cancellable (G_TASK (result)) == pane->measuring)
    g_clear_object (&pane->measuring);
  if (!tl_session_time_finish (TL_SESSION (source), result, &outcome, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tl_trial_pane_say (pane, error->message);
      return;
    }
  text = tl_outcome_latency (&outcome, &latency) ? tl_latency_to_text (&latency) : g_strdup (outcome.message);
  sentence = g_strdup_printf (_("Run again: %s. %s"), tl_outcome_title (outcome.kind), text != NULL ? text : "");
  tl_trial_pane_say (pane, sentence);
  tl_outcome_clear (&outcome);
  if (pane->shown >= 0)
    gtk_widget_set_sensitive (pane->again_button, TRUE);
}

static void
on_again (GtkButton *button, TlTrialPane *pane)
{
  if (pane->detail == NULL || pane->detail->state == NULL || pane->measuring != NULL)
    return;
  pane->measuring = g_cancellable_new ();
  gtk_widget_set_sensitive (pane->again_button, FALSE);
  tl_session_time_state_async (pane->session, pane->detail->state, pane->detail->func_name, pane->measuring, on_measured_again,
                               g_object_ref (pane));
}

static void
on_close (GtkButton *button, TlTrialPane *pane)
{
  tl_trial_selection_pick (pane->selection, -1);
  g_signal_emit (pane, signals[CLOSE], 0);
}

static void
tell_failure (TlTrialPane *pane, gboolean ok, const GError *error)
{
  if (!ok)
    tl_trial_pane_say (pane, error->message);
}

static void
on_star (GtkToggleButton *star, TlTrialPane *pane)
{
  g_autoptr (GError) error = NULL;

  if (!pane->is_filling && pane->shown >= 0)
    tell_failure (pane, tl_trial_notes_set_starred (pane->notes, (guint) pane->shown, gtk_toggle_button_get_active (star), &error), error);
}

/* When the person leaves the entry or presses Return. */
static void
keep_entries (TlTrialPane *pane)
{
  g_auto (GStrv)     words = NULL;
  g_autofree char   *old = NULL;
  g_autoptr (GError) error = NULL;
  gboolean           ok = TRUE;

  if (pane->is_filling || pane->shown < 0)
    return;
  words = g_strsplit (tl_trial_notes_tags (pane->notes, (guint) pane->shown), "\n", -1);
  old = g_strjoinv (", ", words);
  if (strcmp (old, gtk_editable_get_text (pane->tags)) != 0)
    ok = tl_trial_notes_set_tags (pane->notes, (guint) pane->shown, gtk_editable_get_text (pane->tags), &error);
  if (ok && strcmp (tl_trial_notes_text (pane->notes, (guint) pane->shown), gtk_editable_get_text (pane->note)) != 0)
    ok = tl_trial_notes_set_text (pane->notes, (guint) pane->shown, gtk_editable_get_text (pane->note), &error);
  tell_failure (pane, ok, error);
}

static void
on_notes_changed (TlTrialPane *pane)
{
  if (pane->shown >= 0 && (guint) pane->shown < tl_trial_store_n (tl_trial_pane_store (pane)))
    fill_notes (pane);
}

void
tl_trial_pane_set_session (TlTrialPane *pane, TlSession *session, TlTrialNotes *notes)
{
  g_return_if_fail (TL_IS_TRIAL_PANE (pane) && pane->session == NULL);

  pane->session = g_object_ref (session);
  pane->notes = g_object_ref (notes);
  pane->selection = g_object_ref (tl_tuning_selection (tl_session_tuning (session)));
  g_signal_connect_object (pane->selection, "changed", G_CALLBACK (on_picked), pane, G_CONNECT_SWAPPED);
  g_signal_connect_object (notes, "changed", G_CALLBACK (on_notes_changed), pane, G_CONNECT_SWAPPED);
}

void
tl_trial_pane_set_task (TlTrialPane *pane, guint task, double flops)
{
  pane->task = task;
  pane->flops = flops;
}

/* --- class --- */

static void
tl_trial_pane_dispose (GObject *object)
{
  TlTrialPane *pane = TL_TRIAL_PANE (object);

  forget (pane);
  pane->shown = -1;
  g_clear_pointer (&pane->refresh, tl_after_frame_free);
  g_clear_pointer (&pane->box, gtk_widget_unparent);
  g_clear_object (&pane->selection);
  g_clear_object (&pane->notes);
  g_clear_object (&pane->session);
  G_OBJECT_CLASS (tl_trial_pane_parent_class)->dispose (object);
}

static void
tl_trial_pane_class_init (TlTrialPaneClass *class)
{
  GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_trial_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "trialpane");
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CLOSE] = g_signal_new ("close", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
make_pill (TlTrialPane *pane)
{
  GtkWidget *glyph = gtk_drawing_area_new ();

  pane->pill = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (glyph), GLYPH_PX);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (glyph), GLYPH_PX);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (glyph), draw_pill_glyph, pane, NULL);
  gtk_widget_add_css_class (pane->pill, "outcome-pill");
  gtk_widget_set_valign (pane->pill, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (pane->pill), glyph);
  gtk_box_append (GTK_BOX (pane->pill), gtk_label_new (""));
  return pane->pill;
}

static GtkWidget *
make_icon_button (GtkWidget *button, const char *icon, const char *name)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_add_css_class (button, "flat");
  tl_widget_set_tooltip (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return button;
}

static GtkWidget *
make_head (TlTrialPane *pane)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *close = make_icon_button (gtk_button_new (), "window-close-symbolic", _("Close Details"));

  pane->title = GTK_LABEL (gtk_label_new (""));
  gtk_widget_add_css_class (GTK_WIDGET (pane->title), "title-3");
  pane->star = GTK_TOGGLE_BUTTON (make_icon_button (gtk_toggle_button_new (), "non-starred-symbolic", _("Star")));
  g_signal_connect (pane->star, "toggled", G_CALLBACK (on_star), pane);
  g_signal_connect (close, "clicked", G_CALLBACK (on_close), pane);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (pane->title));
  gtk_box_append (GTK_BOX (row), make_pill (pane));
  gtk_box_append (GTK_BOX (row), space);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (pane->star));
  gtk_box_append (GTK_BOX (row), close);
  gtk_widget_add_css_class (row, "trial-pane-head");
  return row;
}

static GtkEditable *
make_entry (TlTrialPane *pane, const char *placeholder, const char *name)
{
  GtkWidget          *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (keep_entries), pane);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (keep_entries), pane);
  gtk_widget_add_controller (entry, focus);
  return GTK_EDITABLE (entry);
}

static GtkWidget *
make_action (GtkWidget *button, const char *action, TlTrialPane *pane)
{
  g_object_set_data (G_OBJECT (button), "action", (gpointer) action);
  g_signal_connect (button, "clicked", G_CALLBACK (on_action), pane);
  return button;
}

static GtkWidget *
make_foot (TlTrialPane *pane)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *entries = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  pane->tags = make_entry (pane, _("Tags, with commas"), _("Tags"));
  pane->note = make_entry (pane, _("Note"), _("Note"));
  gtk_box_append (GTK_BOX (entries), GTK_WIDGET (pane->tags));
  gtk_box_append (GTK_BOX (entries), GTK_WIDGET (pane->note));
  pane->open_button = make_action (gtk_button_new_with_label (_("Open as Variant")), "trial.open", pane);
  tl_widget_set_tooltip (pane->open_button, _("Go on with this schedule on the page Explore"));
  pane->compare_button = make_action (gtk_button_new_with_label (_("Compare with Best")), "trial.compare-with-best", pane);
  tl_widget_set_tooltip (pane->compare_button, _("Show this trial beside the best one on the page Compare"));
  pane->again_button = make_icon_button (gtk_button_new (), "view-refresh-symbolic", _("Run Again"));
  tl_widget_set_tooltip (pane->again_button, _("Run Again: build, check and time this trial once more"));
  g_signal_connect (pane->again_button, "clicked", G_CALLBACK (on_again), pane);
  pane->copy_button = make_action (make_icon_button (gtk_button_new (), "edit-copy-symbolic", _("Copy as Script")), "trial.copy-script",
                                   pane);
  gtk_widget_remove_css_class (pane->again_button, "flat");
  gtk_widget_remove_css_class (pane->copy_button, "flat");
  gtk_widget_set_hexpand (pane->open_button, TRUE);
  gtk_box_append (GTK_BOX (buttons), pane->open_button);
  gtk_box_append (GTK_BOX (buttons), pane->compare_button);
  gtk_box_append (GTK_BOX (buttons), pane->again_button);
  gtk_box_append (GTK_BOX (buttons), pane->copy_button);
  gtk_box_append (GTK_BOX (box), entries);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_widget_add_css_class (box, "trial-pane-foot");
  return box;
}

static void
tl_trial_pane_init (TlTrialPane *pane)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  pane->shown = -1;
  pane->refresh = tl_after_frame_new (GTK_WIDGET (pane), show);
  pane->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (pane->content, "trial-pane-content");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), pane->content);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  pane->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (pane->box), make_head (pane));
  gtk_box_append (GTK_BOX (pane->box), tl_late_bin_new (scroller));
  gtk_box_append (GTK_BOX (pane->box), tl_late_bin_new (make_foot (pane)));
  gtk_widget_set_size_request (pane->box, TL_TRIAL_PANE_WIDTH, -1);
  gtk_widget_set_parent (pane->box, GTK_WIDGET (pane));
  gtk_accessible_update_property (GTK_ACCESSIBLE (pane), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Details of the trial"), -1);
}
