/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/split-effects-view.h"

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "ui/widgets/picture.h"

#include <math.h>

#define BAR_WIDTH   54
#define BAR_HEIGHT  10
#define LEAST_BYTES 64.0   /* left end of bars */

/* A line; its widgets are borrowed from the boxes and used again. */
typedef struct
{
  GtkWidget *row;            /* of a fact: the box that holds the two labels */
  GtkWidget *name;
  GtkWidget *value;
  /* Of a footprint */
  GtkWidget *bar;            /* TlPicture */
  GtkWidget *level;
  gint64     bytes, limit;   /* what is touched, and the last cache */
  gboolean   is_worse;
} EffectLine;

/* EffectLines of one kind: those in use come first. */
typedef struct
{
  GPtrArray *lines;
  guint      n_used;
} EffectLines;

struct _TlSplitEffectsView
{
  GtkWidget  parent_instance;
  GtkWidget *box;            /* owned */
  GtkWidget *facts;
  GtkWidget *heading;
  GtkWidget *grid;           /* of footprints */
  EffectLines      of_facts, of_footprints;
};

G_DEFINE_FINAL_TYPE (TlSplitEffectsView, tl_split_effects_view, GTK_TYPE_WIDGET)

/* --- lines --- */

static double
share_of (gint64 bytes, gint64 limit)
{
  return bytes <= 0 ? 0 : tl_clamp (log2 ((double) bytes / LEAST_BYTES) / log2 (4.0 * (double) limit / LEAST_BYTES), 0.03, 1);
}

static void
draw_bar (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const EffectLine *line = user_data;
  double      y = (height - 8) / 2;

  cairo_new_path (cr);
  tl_path_rounded (cr, 0, y, width, 8, 3);
  tl_set_color (cr, palette->line, 0.5);
  cairo_fill (cr);
  tl_path_rounded (cr, 0, y, tl_max (width * share_of (line->bytes, line->limit), 3), 8, 3);
  tl_set_color (cr, line->is_worse ? palette->error : palette->accent, 0.8);
  cairo_fill (cr);
}

static GtkWidget *
make_label (const char *css_class, double xalign)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), (float) xalign);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

/* The next line in use, if there is one already. */
static EffectLine *
reuse (EffectLines *lines)
{
  return lines->n_used < lines->lines->len ? g_ptr_array_index (lines->lines, lines->n_used++) : NULL;
}

static EffectLine *
add_line (EffectLines *lines)
{
  EffectLine *line = g_new0 (EffectLine, 1);

  g_ptr_array_add (lines->lines, line);
  lines->n_used++;
  return line;
}

static EffectLine *
next_fact (TlSplitEffectsView *self)
{
  EffectLine *line = reuse (&self->of_facts);

  if (line != NULL)
    return line;
  line = add_line (&self->of_facts);
  line->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  line->name = make_label ("effect-title", 0);
  line->value = make_label ("numeric", 1);
  gtk_widget_set_hexpand (line->value, TRUE);
  gtk_widget_set_valign (line->name, GTK_ALIGN_START);
  gtk_label_set_wrap (GTK_LABEL (line->value), TRUE);
  gtk_label_set_justify (GTK_LABEL (line->value), GTK_JUSTIFY_RIGHT);
  gtk_box_append (GTK_BOX (line->row), line->name);
  gtk_box_append (GTK_BOX (line->row), line->value);
  gtk_box_append (GTK_BOX (self->facts), line->row);
  return line;
}

static EffectLine *
next_footprint (TlSplitEffectsView *self)
{
  EffectLine *line = reuse (&self->of_footprints);
  int   at = (int) self->of_footprints.n_used;

  if (line != NULL)
    return line;
  line = add_line (&self->of_footprints);
  line->name = make_label ("monospace", 0);
  line->bar = tl_picture_new (draw_bar, line, NULL);
  line->level = make_label ("dim-label", 0);
  line->value = make_label ("numeric", 1);
  tl_picture_set_size (TL_PICTURE (line->bar), BAR_WIDTH, BAR_HEIGHT);
  gtk_widget_set_valign (line->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (line->value, TRUE);
  gtk_grid_attach (GTK_GRID (self->grid), line->name, 0, at, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), line->bar, 1, at, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), line->level, 2, at, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), line->value, 3, at, 1, 1);
  return line;
}

static void
show_line (EffectLine *line, gboolean is_shown)
{
  GtkWidget *widgets[] = { line->row, line->name, line->bar, line->level, line->value };

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    if (widgets[i] != NULL)
      gtk_widget_set_visible (widgets[i], is_shown);
}

static void
hide_rest (EffectLines *lines)
{
  for (guint i = 0; i < lines->lines->len; i++)
    show_line (g_ptr_array_index (lines->lines, i), i < lines->n_used);
}

static void
set_class (GtkWidget *widget, const char *css_class, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* @before nullable or the same: there is no change to show. */
static void
show_value (EffectLine *line, const char *before, const char *after, gboolean is_worse)
{
  g_autofree char *text = before == NULL || g_str_equal (before, after)
                          ? g_markup_printf_escaped ("%s", after)
                          : g_markup_printf_escaped ("<span alpha='65%%'>%s →</span> <b>%s</b>", before, after);

  gtk_label_set_markup (GTK_LABEL (line->value), text);
  set_class (line->value, "worse", is_worse);
}

static void
add_fact (TlSplitEffectsView *self, const char *name, const char *before, const char *after, gboolean is_worse)
{
  EffectLine *line = next_fact (self);

  gtk_label_set_text (GTK_LABEL (line->name), name);
  show_value (line, before, after, is_worse);
}

/* --- facts --- */

/* A second line of the fact before it. */
static void
add_detail (TlSplitEffectsView *self, const char *text)
{
  EffectLine      *line = next_fact (self);
  g_autofree char *markup = g_markup_printf_escaped ("<small>%s</small>", text);

  gtk_label_set_text (GTK_LABEL (line->name), "");
  gtk_label_set_markup (GTK_LABEL (line->value), markup);
  set_class (line->value, "worse", FALSE);
}

static void
add_footprint (TlSplitEffectsView *self, const TlSplitFootprint *footprint)
{
  EffectLine      *line = next_footprint (self);
  g_autofree char *before = footprint->old_bytes >= 0 ? tl_format_bytes (footprint->old_bytes) : NULL;
  g_autofree char *after = tl_format_bytes (footprint->new_bytes), *all = NULL;
  const char      *level = tl_level_name (footprint->new_level);
  gboolean         is_worse = tl_split_footprint_is_worse (footprint);

  line->bytes = footprint->new_bytes;
  line->limit = tl_max (tl_device_host ()->l3_bytes, 1 << 20);
  line->is_worse = is_worse;
  gtk_label_set_text (GTK_LABEL (line->name), footprint->loop);
  set_class (line->name, "monospace-bold", footprint->is_part);
  gtk_label_set_text (GTK_LABEL (line->level), footprint->new_level < TL_LEVEL_MEMORY ? level : _("mem"));
  tl_picture_redraw (TL_PICTURE (line->bar));
  show_value (line, before, after, is_worse);
  all = g_strdup_printf (_("One iteration of %s touches %s: fits in %s"), footprint->loop, after, level);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, all, -1);
}

/* "+22 %", "−9 %"; beyond a factor of two "× 5.7", "÷ 18". */
static char *
change_text (double ratio)
{
  if (ratio >= 2)
    return g_strdup_printf ("× %.3g", ratio);
  if (ratio <= 0.5)
    return g_strdup_printf ("÷ %.3g", 1 / ratio);
  return ratio >= 1 ? g_strdup_printf ("+%.0f %%", (ratio - 1) * 100) : g_strdup_printf ("−%.0f %%", (1 - ratio) * 100);
}

static void
add_latency (TlSplitEffectsView *self, const TlSplitTime *time)
{
  g_autofree char *before = tl_format_seconds (time->now_s), *after = tl_format_seconds (time->median_s);
  gboolean         is_distinct = tl_split_time_is_distinct (time);
  g_autofree char *change = is_distinct ? change_text (time->ratio) : g_strdup (_("not distinguishable"));
  g_autofree char *detail = g_strdup_printf (_("%s, %u samples, interleaved"), change, time->n_samples);

  add_fact (self, _("Latency"), before, after, is_distinct && time->ratio > 1);
  add_detail (self, detail);
}

static char *
fmas_per_load (const TlSplitCode *code)
{
  if (!code->is_known || code->n_loads == 0)
    return g_strdup ("—");
  return g_strdup_printf ("%.2f", (double) code->n_fmas / code->n_loads);
}

static void
add_code (TlSplitEffectsView *self, const TlSplitCode *now, const TlSplitCode *code)
{
  g_autofree char *spills_before = now->is_known ? g_strdup_printf ("%u", now->n_spills) : NULL;
  g_autofree char *spills = g_strdup_printf ("%u", code->n_spills), *detail = NULL;
  g_autofree char *before = now->is_known ? fmas_per_load (now) : NULL, *after = fmas_per_load (code);
  gboolean         is_worse = now->is_known && now->n_fmas * code->n_loads > code->n_fmas * now->n_loads;

  add_fact (self, _("Spills"), spills_before, spills, now->is_known && code->n_spills > now->n_spills);
  if (code->n_fmas == 0)
    return;
  detail = g_strdup_printf (_("%u FMA, %u loads"), code->n_fmas, code->n_loads);
  add_fact (self, _("FMA per Load"), before, after, is_worse && code->n_loads > 0);
  add_detail (self, detail);
}

static void
add_measured (TlSplitEffectsView *self, const TlSplitTime *time, TlSplitCode now)
{
  if (time->median_s > 0)
    add_latency (self, time);
  else
    add_fact (self, _("Latency"), NULL, time->problem, TRUE);
  if (time->code.is_known)
    add_code (self, &now, &time->code);
}

static void
add_vectors (TlSplitEffectsView *self, const TlSplitEffects *effects)
{
  const TlSplitVector *now = &effects->new_vector;
  g_autofree char     *before = tl_split_vector_text (&effects->old_vector), *after = tl_split_vector_text (now);
  g_autofree char     *name = g_strdup_printf (now->is_done ? _("Vector of %s") : _("Vectors in %s"), now->loop != NULL ? now->loop : "—");

  add_fact (self, name, before, after, tl_split_vectors_are_worse (effects));
}

static void
add_tail (TlSplitEffectsView *self, const TlSplitPlan *plan)
{
  for (guint i = 0; i < plan->n_axes; i++)
    {
      gint64           tile, rest;
      gboolean         is_cut = tl_split_factors_tail (&plan->axes[i].factors, &tile, &rest);
      g_autofree char *text = is_cut ? g_strdup_printf (_("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT), rest, tile) : g_strdup (_("none"));

      add_fact (self, plan->n_axes == 1 ? _("Tail") : i == 0 ? _("Tail of Rows") : _("Tail of Columns"), NULL, text, is_cut);
    }
}

static void
add_chunks (TlSplitEffectsView *self, const TlSplitEffects *effects)
{
  g_autofree char *before = g_strdup_printf ("%" G_GINT64_FORMAT, effects->old_chunks.n);
  g_autofree char *after = tl_split_chunks_text (&effects->new_chunks);

  add_fact (self, _("Parallel Chunks"), effects->old_chunks.n == effects->new_chunks.n ? NULL : before, after,
            tl_split_chunks_are_worse (effects));
}

void
tl_split_effects_view_show (TlSplitEffectsView *self, const TlSplitEffects *effects, const TlSplitTime *time, TlSplitCode now)
{
  gboolean is_known = effects != NULL && effects->state != NULL;

  self->of_facts.n_used = self->of_footprints.n_used = 0;
  if (is_known)
    {
      if (time != NULL)
        add_measured (self, time, now);
      add_vectors (self, effects);
      add_tail (self, &effects->plan);
      add_chunks (self, effects);
      for (guint i = 0; i < effects->n_footprints; i++)
        add_footprint (self, &effects->footprints[i]);
    }
  gtk_widget_set_visible (self->heading, is_known && effects->n_footprints > 0);
  hide_rest (&self->of_facts);
  hide_rest (&self->of_footprints);
}

/* --- object --- */

static void
tl_split_effects_view_dispose (GObject *object)
{
  TlSplitEffectsView *self = TL_SPLIT_EFFECTS_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->of_facts.lines, g_ptr_array_unref);
  g_clear_pointer (&self->of_footprints.lines, g_ptr_array_unref);
  G_OBJECT_CLASS (tl_split_effects_view_parent_class)->dispose (object);
}

static void
tl_split_effects_view_class_init (TlSplitEffectsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_split_effects_view_dispose;
  gtk_widget_class_set_css_name (widget_class, "spliteffects");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
tl_split_effects_view_init (TlSplitEffectsView *self)
{
  self->of_facts.lines = g_ptr_array_new_with_free_func (g_free);
  self->of_footprints.lines = g_ptr_array_new_with_free_func (g_free);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->facts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->heading = make_label ("effect-title", 0);
  gtk_label_set_text (GTK_LABEL (self->heading), _("Footprint of One Iteration"));
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 8);
  gtk_box_append (GTK_BOX (self->box), self->facts);
  gtk_box_append (GTK_BOX (self->box), self->heading);
  gtk_box_append (GTK_BOX (self->box), self->grid);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
tl_split_effects_view_new (void)
{
  return g_object_new (TL_TYPE_SPLIT_EFFECTS_VIEW, NULL);
}
