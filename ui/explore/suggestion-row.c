/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/suggestion-row.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-gain.h"
#include "core/draw/primitive-icon.h"
#include "core/session/explanation.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define BAR_WIDTH_PX   64
#define BAR_HEIGHT_PX  10
#define DOT_PX         12
#define ICON_PX        16
#define MEASURED_CHARS 8
#define COLORED_FROM   1.03

struct _TlSuggestionRow
{
  GtkListBoxRow parent_instance;
  TlSuggestion *suggestion;
  GtkWidget    *measured;   /* NULL: it has no state to measure, as with … */
  GtkWidget    *spinner;
  GtkWidget    *measure;
};

G_DEFINE_FINAL_TYPE (TlSuggestionRow, tl_suggestion_row, GTK_TYPE_LIST_BOX_ROW)

enum { MEASURE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tl_suggestion_row_finalize (GObject *object)
{
  tl_suggestion_unref (TL_SUGGESTION_ROW (object)->suggestion);
  G_OBJECT_CLASS (tl_suggestion_row_parent_class)->finalize (object);
}

static void
tl_suggestion_row_class_init (TlSuggestionRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_suggestion_row_finalize;
  signals[MEASURE] = g_signal_new ("measure", TL_TYPE_SUGGESTION_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_suggestion_row_init (TlSuggestionRow *self)
{
}

/* --- what is predicted --- */

static void
draw_bar (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const TlStepGain *gain = user_data;

  tl_draw_gain (cr, gain->low, gain->median, gain->high, palette, width, height);
}

static void
draw_confidence (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  tl_draw_confidence (cr, tl_step_gain_confidence (user_data), palette, width, height);
}

static GtkWidget *
picture (TlPictureDraw draw, const TlStepGain *gain, int width, int height, const char *name, const char *tip)
{
  GtkWidget *widget = tl_picture_new (draw, g_memdup2 (gain, sizeof *gain), g_free);

  tl_picture_set_size (TL_PICTURE (widget), width, height);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  tl_widget_set_tip (widget, tip);
  return widget;
}

/* A gain that is not known is a dash. */
static void
add_prediction (GtkWidget *line, const TlStepGain *gain)
{
  g_autofree char *text = gain != NULL ? tl_step_gain_text (gain) : NULL, *detail = gain != NULL ? tl_step_gain_detail (gain) : NULL;
  g_autofree char *confidence = NULL, *tip = NULL;
  GtkWidget       *dash;

  if (gain == NULL)
    {
      dash = gtk_label_new ("—");
      gtk_widget_set_size_request (dash, BAR_WIDTH_PX + 6 + DOT_PX, -1);
      gtk_widget_add_css_class (dash, "dim-label");
      tl_widget_set_tip (dash, _("No gain of such steps is known: measure it"));
      gtk_box_append (GTK_BOX (line), dash);
      return;
    }
  tip = g_strdup_printf (_("Predicted: %s.\n%s"), text, detail);
  gtk_box_append (GTK_BOX (line), picture (draw_bar, gain, BAR_WIDTH_PX, BAR_HEIGHT_PX, _("Predicted gain"), tip));
  confidence = g_strdup_printf (_("Confidence %.0f %%: from %u steps"), 100 * tl_step_gain_confidence (gain), gain->n);
  gtk_box_append (GTK_BOX (line), picture (draw_confidence, gain, DOT_PX, DOT_PX, confidence, confidence));
}

/* --- what was measured --- */

static void
set_color (GtkWidget *label, const TlMeasuredGain *measured)
{
  TlExplainedStep step = { .gain = measured->gain, .low = measured->low, .high = measured->high };
  gboolean        is_distinct = measured->gain > 0 && tl_explained_step_is_distinct (&step);

  gtk_widget_remove_css_class (label, "success");
  gtk_widget_remove_css_class (label, "error");
  if (is_distinct && measured->gain > COLORED_FROM)
    gtk_widget_add_css_class (label, "success");
  else if (is_distinct && measured->gain < 1 / COLORED_FROM)
    gtk_widget_add_css_class (label, "error");
}

static char *
measured_tip (const TlMeasuredGain *measured)
{
  g_autofree char *time = NULL;

  if (measured->problem != NULL)
    return g_strdup (measured->problem);
  if (measured->gain <= 0)
    return NULL;
  time = tl_format_seconds (measured->time_s);
  return g_strdup_printf (_("Timed in turns with the current state: %.2f× as fast (%.2f–%.2f), %s"), measured->gain, measured->low,
                          measured->high, time);
}

static void
name_row (TlSuggestionRow *self, const char *measured)
{
  const TlSuggestion *s = self->suggestion;
  g_autofree char    *predicted = s->predicted != NULL ? tl_step_gain_text (s->predicted) : NULL;
  g_autoptr (GString) name = g_string_new (s->sentence);

  if (s->reason != NULL)
    g_string_append_printf (name, ": %s", s->reason);
  if (predicted != NULL)
    g_string_append_printf (name, ", %s", predicted);
  if (measured != NULL && *measured != '\0')
    g_string_append_printf (name, _(", measured %s"), measured);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
}

void
tl_suggestion_row_update (TlSuggestionRow *self)
{
  const TlMeasuredGain *measured = &self->suggestion->measured;
  gboolean              is_running = measured->status == TL_GAIN_MEASURING, is_waiting = measured->status == TL_GAIN_WAITING;
  g_autofree char      *gain = measured->gain > 0 ? tl_format_gain (measured->gain, 1) : NULL, *tip = measured_tip (measured);
  const char           *text = measured->status == TL_GAIN_FAILED ? _("failed") : is_waiting ? _("waiting") : gain != NULL ? gain : "";

  if (self->measured == NULL)
    {
      name_row (self, NULL);
      return;
    }
  gtk_label_set_text (GTK_LABEL (self->measured), text);
  tl_widget_set_tooltip (self->measured, tip);
  set_color (self->measured, measured);
  gtk_widget_set_visible (self->spinner, is_running);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_running);
  gtk_widget_set_visible (self->measure, !is_running);
  gtk_widget_set_sensitive (self->measure, !is_waiting);
  name_row (self, measured->status == TL_GAIN_MEASURED || measured->status == TL_GAIN_FAILED ? text : NULL);
}

/* --- building --- */

static void
draw_icon (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  tl_draw_primitive_icon (cr, user_data, palette->dim_text, height);
}

/* The step that the suggestion is about: of several the one that gains. */
static const TlPrimitive *
primitive_of (const TlSuggestion *suggestion)
{
  if (suggestion->gain_of != NULL)
    return tl_primitive_find (suggestion->gain_of);
  return suggestion->applicable != NULL ? suggestion->applicable->primitive : tl_state_inst (suggestion->state)->primitive;
}

/* A place of the same width for a step without an icon, so that the sentences begin below each other. */
static GtkWidget *
make_icon (const TlSuggestion *suggestion)
{
  const TlPrimitive *primitive = primitive_of (suggestion);
  GtkWidget         *icon = tl_picture_new (tl_primitive_has_icon (primitive) ? draw_icon : NULL, (gpointer) primitive, NULL);

  tl_picture_set_size (TL_PICTURE (icon), ICON_PX, ICON_PX);
  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, primitive->title, -1);
  return icon;
}

static void
on_measure (TlSuggestionRow *self)
{
  g_signal_emit (self, signals[MEASURE], 0);
}

static void
add_measurement (TlSuggestionRow *self, GtkWidget *line)
{
  self->measured = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->measured), 1);
  gtk_label_set_width_chars (GTK_LABEL (self->measured), MEASURED_CHARS);
  gtk_widget_add_css_class (self->measured, "numeric");
  gtk_widget_add_css_class (self->measured, "caption");
  self->spinner = gtk_spinner_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Measuring"), -1);
  gtk_widget_set_size_request (self->spinner, 24, -1);
  self->measure = gtk_button_new_from_icon_name ("preferences-system-time-symbolic");
  gtk_widget_add_css_class (self->measure, "flat");
  gtk_widget_add_css_class (self->measure, "small");
  gtk_widget_set_valign (self->measure, GTK_ALIGN_CENTER);
  gtk_widget_set_focusable (self->measure, FALSE);   /* M does it: rows are walked by Up and Down alone */
  tl_widget_set_tooltip (self->measure, _("Measure  (M)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->measure), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Measure"), -1);
  g_signal_connect_swapped (self->measure, "clicked", G_CALLBACK (on_measure), self);
  gtk_box_append (GTK_BOX (line), self->measured);
  gtk_box_append (GTK_BOX (line), self->spinner);
  gtk_box_append (GTK_BOX (line), self->measure);
}

static GtkWidget *
wrapped_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static void
add_reason (GtkWidget *box, const char *reason, const char *hint)
{
  g_autofree char *text = hint != NULL ? g_strdup_printf (_("%s. Try: %s"), reason, hint) : g_strdup (reason);
  GtkWidget       *label = wrapped_label (text);

  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), label);
}

GtkWidget *
tl_suggestion_row_new (TlSuggestion *suggestion)
{
  TlSuggestionRow *self = g_object_new (TL_TYPE_SUGGESTION_ROW, NULL);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->suggestion = tl_suggestion_ref (suggestion);
  gtk_box_append (GTK_BOX (line), make_icon (suggestion));
  gtk_box_append (GTK_BOX (line), wrapped_label (suggestion->sentence));
  if (suggestion->kind == TL_SUGGESTION_STEP)
    {
      add_prediction (line, suggestion->predicted);
      add_measurement (self, line);
    }
  gtk_box_append (GTK_BOX (box), line);
  if (suggestion->kind == TL_SUGGESTION_IMPOSSIBLE)
    {
      add_reason (box, suggestion->reason, suggestion->hint);
      gtk_widget_add_css_class (GTK_WIDGET (self), "refused-step");
    }
  else
    tl_widget_set_tip (line, suggestion->steps != NULL ? suggestion->steps : suggestion->applicable->primitive->sketch);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  tl_suggestion_row_update (self);
  return GTK_WIDGET (self);
}

TlSuggestion *
tl_suggestion_row_suggestion (TlSuggestionRow *self)
{
  return self->suggestion;
}
