/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of the trial beside those of the best, and the race of the two. */
#include "ui/tune/trial-pane-private.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-race.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define RACE_MAX_S 10.0

/* Samples of this trial (0) or the best (1): of the last race, else as they are stored. */
static const TlOutcome *
outcome_of (TlTrialPane *pane, guint side)
{
  const TlTrialRow *row = pane->detail == NULL ? NULL : side == 0 ? pane->detail->row : pane->detail->best;

  return pane->has_raced ? &pane->raced[side] : row != NULL ? &row->outcome : NULL;
}

static void
draw_strips (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlTrialPane     *pane = user_data;
  const TlOutcome *own = outcome_of (pane, 0), *best = outcome_of (pane, 1);
  TlTrialStore    *store = tl_trial_pane_store (pane);
  gint             at = store != NULL ? tl_trial_store_best (store) : -1;
  g_autofree char *name = NULL, *best_name = NULL;
  TlSampleStrip    strips[2];
  guint            n = 0;

  if (pane->shown < 0 || store == NULL)
    return;
  name = g_strdup_printf ("#%u", tl_trial_store_number (store)[pane->shown]);
  best_name = at >= 0 ? g_strdup_printf ("#%u", tl_trial_store_number (store)[at]) : NULL;
  if (best != NULL && best_name != NULL)
    strips[n++] = (TlSampleStrip) { best_name, best->samples_s, best->n_samples, palette->write };
  if (own != NULL)
    strips[n++] = (TlSampleStrip) { name, own->samples_s, own->n_samples, palette->accent };
  tl_draw_samples (cr, strips, n, palette, width, height);
}

/* By the 95 % intervals of the medians. */
static char *
verdict_text (TlTrialPane *pane)
{
  const TlOutcome *own = outcome_of (pane, 0), *best = outcome_of (pane, 1);
  TlLatency        a, b;
  g_autofree char *gain = NULL;

  if (pane->shown == tl_trial_store_best (tl_trial_pane_store (pane)))
    return g_strdup (_("The best trial"));
  if (own == NULL || best == NULL || !tl_outcome_latency (own, &a) || !tl_outcome_latency (best, &b))
    return g_strdup ("");
  if (a.low_s <= b.high_s && b.low_s <= a.high_s)
    return g_strdup (_("Not distinguishable from the best"));
  gain = a.median_s > b.median_s ? tl_format_gain (a.median_s, b.median_s) : tl_format_gain (b.median_s, a.median_s);
  return g_strdup_printf (a.median_s > b.median_s ? _("Slower than the best: %s time") : _("Faster than the best: %s speed"), gain);
}

static void
update_strips (TlTrialPane *pane)
{
  g_autofree char *verdict = NULL;

  if (pane->strips == NULL)
    return;
  verdict = verdict_text (pane);
  tl_picture_redraw (TL_PICTURE (pane->strips));
  gtk_label_set_label (pane->verdict, verdict);
  gtk_accessible_update_property (GTK_ACCESSIBLE (pane->strips), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, verdict, -1);
}

static void
take_race (TlTrialPane *pane, const TlOutcome outcomes[2])
{
  for (guint i = 0; i < 2; i++)
    {
      tl_outcome_clear (&pane->raced[i]);
      tl_outcome_copy (&outcomes[i], &pane->raced[i]);
    }
  pane->has_raced = TRUE;
  update_strips (pane);
}

static void
on_race_progress (const TlOutcome *outcomes, guint n, gpointer user_data)
{
  TlTrialPane *pane = user_data;

  if (pane->measuring != NULL && !g_cancellable_is_cancelled (pane->measuring))
    take_race (pane, outcomes);
}

static void
on_race_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlTrialPane) pane = user_data;
  g_autoptr (GError)      error = NULL;
  TlOutcome               outcomes[2] = { 0 };
  gboolean                is_own = g_task_get_cancellable (G_TASK (result)) == pane->measuring;

  if (!tl_session_race_finish (TL_SESSION (source), result, outcomes, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        tl_trial_pane_say (pane, error->message);
    }
  else if (is_own && outcomes[0].kind == TL_OUTCOME_OK && outcomes[1].kind == TL_OUTCOME_OK)
    take_race (pane, outcomes);
  else if (is_own && outcomes[0].kind != TL_OUTCOME_CANCELLED)
    tl_trial_pane_say (pane, outcomes[0].message != NULL ? outcomes[0].message
                       : outcomes[1].message != NULL ? outcomes[1].message : _("The race failed"));
  tl_outcome_clear (&outcomes[0]);
  tl_outcome_clear (&outcomes[1]);
  if (!is_own)
    return;
  g_clear_object (&pane->measuring);
  if (pane->race_button != NULL)
    gtk_button_set_label (pane->race_button, _("Race"));
}

/* Runs the two in turns until they can be told apart; a second click ends it. */
static void
on_race (GtkButton *button, TlTrialPane *pane)
{
  TlState *states[2];

  if (pane->measuring != NULL)
    {
      g_cancellable_cancel (pane->measuring);
      return;
    }
  if (pane->detail == NULL || pane->detail->state == NULL || pane->detail->best_state == NULL)
    return;
  states[0] = pane->detail->state;
  states[1] = pane->detail->best_state;
  pane->measuring = g_cancellable_new ();
  gtk_button_set_label (button, _("Stop"));
  tl_session_race_states_async (pane->session, states, pane->detail->func_name, RACE_MAX_S, on_race_progress, pane, pane->measuring,
                                on_race_done, g_object_ref (pane));
}

void
tl_trial_pane_add_strips (TlTrialPane *pane, GtkBox *content)
{
  gboolean   is_best = pane->shown == tl_trial_store_best (tl_trial_pane_store (pane));
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  pane->strips = tl_picture_new (draw_strips, pane, NULL);
  tl_picture_set_size (TL_PICTURE (pane->strips), 0, (int) ((is_best ? 1 : 2) * TL_SAMPLE_STRIP_HEIGHT + TL_SAMPLE_AXIS_HEIGHT));
  gtk_accessible_update_property (GTK_ACCESSIBLE (pane->strips), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Samples of this trial and the best"),
                                  -1);
  gtk_widget_add_css_class (pane->strips, "card");
  gtk_box_append (content, pane->strips);
  pane->verdict = GTK_LABEL (tl_trial_pane_text ("", "heading"));
  gtk_widget_set_hexpand (GTK_WIDGET (pane->verdict), TRUE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (pane->verdict));
  if (!is_best)
    {
      pane->race_button = GTK_BUTTON (gtk_button_new_with_label (pane->measuring != NULL ? _("Stop") : _("Race")));
      tl_widget_set_tooltip (GTK_WIDGET (pane->race_button),
                             _("Run this trial and the best in turns, until they differ or for 10 s"));
      gtk_widget_set_sensitive (GTK_WIDGET (pane->race_button), pane->detail != NULL && pane->detail->state != NULL
                                && pane->detail->best_state != NULL);
      gtk_widget_set_valign (GTK_WIDGET (pane->race_button), GTK_ALIGN_CENTER);
      g_signal_connect (pane->race_button, "clicked", G_CALLBACK (on_race), pane);
      gtk_box_append (GTK_BOX (row), GTK_WIDGET (pane->race_button));
    }
  gtk_box_append (content, row);
  update_strips (pane);
}
