/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/explain-view.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-waterfall.h"
#include "ui/widgets/picture.h"

#define MAX_SECONDS 30.0

struct _TlExplainView
{
  GtkWidget      parent_instance;

  /* Owned */
  TlSession     *session;
  TlState       *from, *to;     /* nullable */
  char          *names[2];
  TlExplanation *explanation;   /* nullable */
  GCancellable  *measuring;     /* NULL: no measurement is running */
  gboolean       with_hybrids;
  GtkWidget     *box;

  /* Borrowed from the box */
  GtkWidget     *summary, *interaction, *status, *picture, *spinner, *stop, *again;
};

G_DEFINE_FINAL_TYPE (TlExplainView, tl_explain_view, GTK_TYPE_WIDGET)

/* --- the picture --- */

static char *
row_label (const TlExplainedStep *step)
{
  g_autofree char *own = NULL;

  if (step->own_gain <= 0 || (step->own_gain == step->gain && step->own_low == step->low))
    return g_strdup (step->label);
  own = tl_format_gain (step->own_gain, 1);
  return g_strdup_printf (_("%s (alone %s)"), step->label, own);
}

/* The steps between a row for where they begin and one for the whole. Texts are owned by @texts. */
static TlWaterfallRow *
make_rows (const TlExplainView *self, GPtrArray *texts)
{
  const TlExplanation *explanation = self->explanation;
  guint                n = explanation->n_steps;
  TlWaterfallRow      *rows = g_new0 (TlWaterfallRow, n + 2);
  TlExplainedStep      whole = { .gain = explanation->whole, .low = explanation->whole_low, .high = explanation->whole_high };

  for (guint i = 0; i <= n; i++)
    {
      const TlExplainedStep *step = i < n ? &explanation->steps[i] : &whole;
      char                  *label = i == 0 ? g_strdup (self->names[0]) : i < n ? row_label (step) : g_strdup (self->names[1]);

      g_ptr_array_add (texts, label);
      g_ptr_array_add (texts, i == 0 ? tl_format_seconds (step->time_s) : tl_explained_step_text (step));
      rows[i] = (TlWaterfallRow) { .kind = i == 0 ? TL_WATERFALL_START : i < n ? TL_WATERFALL_STEP : TL_WATERFALL_WHOLE,
                                   .label = label, .text = texts->pdata[texts->len - 1], .time_s = step->time_s, .low = step->low,
                                   .high = step->high, .is_distinct = i == 0 || tl_explained_step_is_distinct (step) };
    }
  rows[n].time_s = explanation->whole > 0 ? rows[0].time_s / explanation->whole : 0;
  return rows;
}

static guint
n_rows (const TlExplanation *explanation)
{
  return explanation->n_steps + (tl_explanation_interaction (explanation).gain > 0 ? 2 : 1);
}

/* Between where the steps alone would lead and the end of the way. */
static void
add_interaction (const TlExplainView *self, TlWaterfallRow *rows, GPtrArray *texts)
{
  TlGainInterval  interaction = tl_explanation_interaction (self->explanation);
  guint           n = self->explanation->n_steps;
  TlExplainedStep step = { .gain = interaction.gain, .low = interaction.low, .high = interaction.high };

  if (interaction.gain <= 0)
    return;
  rows[n + 1] = rows[n];
  g_ptr_array_add (texts, tl_explained_step_text (&step));
  rows[n] = (TlWaterfallRow) { .kind = TL_WATERFALL_INTERACTION, .label = _("interaction"), .text = texts->pdata[texts->len - 1],
                               .time_s = rows[n - 1].time_s, .gain = interaction.gain, .low = interaction.low, .high = interaction.high,
                               .is_distinct = tl_explained_step_is_distinct (&step) };
}

static void
draw (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const TlExplainView       *self = user_data;
  g_autoptr (GPtrArray)      texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree TlWaterfallRow *rows = self->explanation != NULL ? make_rows (self, texts) : NULL;

  if (rows == NULL)
    return;
  add_interaction (self, rows, texts);
  tl_draw_waterfall (cr, rows, n_rows (self->explanation), palette, width, height);
}

/* The same in words. */
static char *
description_of (const TlExplainView *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < self->explanation->n_steps; i++)
    {
      g_autofree char *gain = tl_explained_step_text (&self->explanation->steps[i]);

      g_string_append_printf (text, "%s%s: %s", i > 1 ? "; " : "", self->explanation->steps[i].label, gain);
    }
  return g_string_free (text, FALSE);
}

static void
set_line (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, *text != '\0');
}

static void
show_explanation (TlExplainView *self, TlExplanation *explanation)
{
  g_autofree char *summary = NULL, *description = NULL, *interaction = NULL;

  g_clear_pointer (&self->explanation, tl_explanation_unref);
  self->explanation = tl_explanation_ref (explanation);
  summary = tl_explanation_summary (explanation);
  description = description_of (self);
  interaction = tl_explanation_interaction_text (explanation);
  set_line (self->summary, *summary != '\0' ? summary : _("Measuring…"));
  set_line (self->interaction, interaction);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  tl_picture_set_size (TL_PICTURE (self->picture), 480, (int) tl_waterfall_height (n_rows (explanation)));
  gtk_widget_set_visible (self->picture, TRUE);
  tl_picture_redraw (TL_PICTURE (self->picture));
}

/* --- measuring --- */

static void
show_state (TlExplainView *self, const char *status)
{
  gboolean is_measuring = self->measuring != NULL;

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_measuring);
  gtk_widget_set_visible (self->stop, is_measuring);
  gtk_widget_set_visible (self->again, !is_measuring);
  gtk_button_set_label (GTK_BUTTON (self->again), self->explanation != NULL ? _("Measure Again") : _("Explain Difference"));
  set_line (self->status, status);
}

static void
on_progress (TlExplanation *explanation, gpointer user_data)
{
  TlExplainView *self = user_data;

  if (self->session != NULL && self->measuring != NULL && !g_cancellable_is_cancelled (self->measuring))
    show_explanation (self, explanation);
}

static char *
final_state (TlExplainView *self)
{
  if (!self->with_hybrids)
    return g_strdup (_("Interleaved. Hatched: not distinguishable. Whiskers: 95 % interval."));
  return g_strdup_printf (_("Interleaved. Hatched: not distinguishable. Whiskers: 95 %% interval. %s."),
                          tl_explanation_agrees (self->explanation) ? _("The sum of all steps equals the whole within the intervals")
                          : _("The sum of all steps is not the whole: the machine was disturbed; measure again"));
}

static void
on_explained (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlExplainView) self = user_data;
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlExplanation) explanation = tl_session_explain_finish (TL_SESSION (source), result, &error);
  gboolean                  is_stopped = self->measuring == NULL || g_cancellable_is_cancelled (self->measuring);
  g_autofree char          *text = NULL;

  g_clear_object (&self->measuring);
  if (self->session == NULL)
    return;
  if (explanation != NULL && (!is_stopped || self->explanation != NULL))
    show_explanation (self, explanation);
  if (explanation == NULL || explanation->whole <= 0)
    set_line (self->summary, self->from != NULL ? _("Not Measured") : "");
  if (is_stopped)
    show_state (self, _("Stopped"));
  else if (explanation == NULL || explanation->problem != NULL)
    show_state (self, explanation != NULL ? explanation->problem : error->message);
  else
    show_state (self, text = final_state (self));
}

void
tl_explain_view_measure (TlExplainView *self)
{
  if (self->measuring != NULL || self->from == NULL)
    return;
  self->measuring = g_cancellable_new ();
  show_state (self, _("Building and timing each program on the way; run nothing else meanwhile"));
  set_line (self->summary, _("Measuring…"));
  gtk_widget_grab_focus (self->stop);
  tl_session_explain_async (self->session, self->from, self->to, MAX_SECONDS, self->with_hybrids, on_progress, self, self->measuring,
                            on_explained, g_object_ref (self));
}

void
tl_explain_view_stop (TlExplainView *self)
{
  if (self->measuring != NULL)
    g_cancellable_cancel (self->measuring);
}

void
tl_explain_view_set_ends (TlExplainView *self, TlState *from, const char *from_name, TlState *to, const char *to_name)
{
  g_autofree char   *ends = NULL;
  g_autoptr (GError) draft = NULL;
  gboolean           is_legal = from == NULL || (tl_state_check_order (from, &draft) && tl_state_check_order (to, &draft));

  if (from == self->from && to == self->to)
    return;
  tl_explain_view_stop (self);
  g_clear_pointer (&self->explanation, tl_explanation_unref);
  g_clear_pointer (&self->from, tl_state_unref);
  g_clear_pointer (&self->to, tl_state_unref);
  self->from = from != NULL ? tl_state_ref (from) : NULL;
  self->to = to != NULL ? tl_state_ref (to) : NULL;
  g_free (self->names[0]);
  g_free (self->names[1]);
  self->names[0] = g_strdup (from_name);
  self->names[1] = g_strdup (to_name);
  ends = from != NULL ? g_strdup_printf (_("from %s to %s"), from_name, to_name) : g_strdup ("");
  set_line (self->summary, ends);
  set_line (self->interaction, "");
  gtk_widget_set_visible (self->picture, FALSE);
  gtk_widget_set_sensitive (self->again, from != NULL && from != to && is_legal);
  show_state (self, draft != NULL ? draft->message : "");
}

/* --- object --- */

static GtkWidget *
add_line (GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_widget_set_visible (label, FALSE);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
add_button (GtkWidget *box, const char *text, GCallback callback, TlExplainView *self)
{
  GtkWidget *button = gtk_button_new_with_label (text);

  g_signal_connect_swapped (button, "clicked", callback, self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
tl_explain_view_dispose (GObject *object)
{
  TlExplainView *self = TL_EXPLAIN_VIEW (object);

  tl_explain_view_stop (self);
  if (self->picture != NULL)
    tl_picture_set (TL_PICTURE (self->picture), NULL, NULL, NULL);
  self->picture = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->explanation, tl_explanation_unref);
  g_clear_pointer (&self->from, tl_state_unref);
  g_clear_pointer (&self->to, tl_state_unref);
  g_clear_pointer (&self->names[0], g_free);
  g_clear_pointer (&self->names[1], g_free);
  G_OBJECT_CLASS (tl_explain_view_parent_class)->dispose (object);
}

static void
tl_explain_view_class_init (TlExplainViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_explain_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "explainview");
}

static void
tl_explain_view_init (TlExplainView *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->summary = add_line (self->box, "heading");
  self->interaction = add_line (self->box, "numeric");
  self->status = add_line (self->box, "dim-label");
  gtk_box_append (GTK_BOX (self->box), buttons);
  self->stop = add_button (buttons, _("Stop"), G_CALLBACK (tl_explain_view_stop), self);
  self->again = add_button (buttons, _("Explain Difference"), G_CALLBACK (tl_explain_view_measure), self);
  self->spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (buttons), self->spinner);
  self->picture = tl_picture_new (draw, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Gain of each step"), -1);
  gtk_widget_set_valign (self->picture, GTK_ALIGN_START);
  gtk_widget_set_visible (self->picture, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->picture);
}

GtkWidget *
tl_explain_view_new (TlSession *session, gboolean with_hybrids)
{
  TlExplainView *self = g_object_new (TL_TYPE_EXPLAIN_VIEW, NULL);

  self->session = g_object_ref (session);
  self->with_hybrids = with_hybrids;
  show_state (self, "");
  return GTK_WIDGET (self);
}
