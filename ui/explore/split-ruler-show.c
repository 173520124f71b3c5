/* SPDX-License-Identifier: Apache-2.0 */
/* The plan and its consequences, as the widgets show them. */
#include "ui/explore/split-ruler-private.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/nest.h"
#include "ui/explore/split-effects-view.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define STRIPS_HEIGHT 46
#define GRID_HEIGHT   120

/* --- the plot --- */

void
tl_split_ruler_clear_picture (TlSplitRuler *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->divisors, g_array_unref);
  g_clear_pointer (&self->lanes_text, g_free);
  g_clear_pointer (&self->dots, g_array_unref);
}

static const TlLoop *
shown_loop (TlSplitRuler *self)
{
  const TlStmt *stmt = tl_module_find (tl_split_ruler_module (self), self->plan.axes[self->axis].loop);

  return stmt != NULL && stmt->kind == TL_STMT_FOR ? &stmt->loop : NULL;
}

/* The hue of the loop's family in the nest. */
static guint
family_of_axis (TlSplitRuler *self, guint axis)
{
  TlSession         *session = tl_editor_session (self->editor);
  g_autoptr (TlNest) nest = tl_nest_new_from (tl_state_module (tl_session_root (session)), tl_split_ruler_module (self),
                                              tl_session_func_name (session));
  gint               at = tl_nest_find (nest, self->plan.axes[axis].loop);

  return at >= 0 ? nest->items[at].family : 0;
}

/* Lanes and cache lines are counted in elements of the first buffer that the loop's first block writes. */
static void
find_marks (TlSplitRuler *self)
{
  const TlLoop         *loop = shown_loop (self);
  g_autoptr (GPtrArray) blocks = loop != NULL ? tl_stmt_blocks (loop->body) : NULL;
  const TlBlock        *block = blocks != NULL && blocks->len > 0 ? &((const TlStmt *) blocks->pdata[0])->block : NULL;
  TlTarget              target = tl_session_target (tl_editor_session (self->editor));
  guint                 n = 0, lanes, bytes;

  if (target.thread_warp_size > 0)
    self->marks[n++] = (TlSplitMark) { target.thread_warp_size, _("warp") };
  else if (block != NULL && block->n_writes > 0)
    {
      lanes = tl_target_lanes (&target, block->writes[0].buffer->dtype);
      bytes = (guint) tl_dtype_bytes (block->writes[0].buffer->dtype);
      self->lanes_text = g_strdup_printf (_("%u lanes"), lanes);
      if (lanes > 1)
        self->marks[n++] = (TlSplitMark) { lanes, self->lanes_text };
      if (bytes > 0 && TL_CACHE_LINE_BYTES / bytes != lanes)
        self->marks[n++] = (TlSplitMark) { TL_CACHE_LINE_BYTES / bytes, _("cache line") };
    }
  self->picture.marks = self->marks;
  self->picture.n_marks = n;
}

/* The other given factors: those that have a handle of their own. */
static void
find_others (TlSplitRuler *self, const TlSplitFactors *factors, guint active)
{
  guint n = 0;

  for (guint i = 0; i < factors->n; i++)
    if (i != active && (gint) i != factors->inferred)
      self->others[n++] = factors->values[i];
  self->picture.others = self->others;
  self->picture.n_others = n;
}

/* The factor that the present program has there; 0: none. */
static gint64
factor_now (TlSplitRuler *self, guint active)
{
  TlSplitPlan now;

  if (self->step == NULL || !tl_split_plan_of_step (self->step, &now) || active >= now.axes[0].factors.n)
    return 0;
  return now.axes[0].factors.values[active];
}

/* Whether @plan differs from the present one at most in the factor that the ruler moves. */
static gboolean
is_on_ruler (TlSplitRuler *self, const TlSplitPlan *plan, guint active)
{
  TlSplitPlan moved = self->plan;

  if (plan->n_axes != moved.n_axes || active >= plan->axes[self->axis].factors.n)
    return FALSE;
  tl_split_factors_set (&moved.axes[self->axis].factors, active, plan->axes[self->axis].factors.values[active]);
  return tl_split_plan_equal (&moved, plan);
}

static gint
compare_dots (gconstpointer a, gconstpointer b)
{
  gint64 left = ((const TlSplitDot *) a)->factor, right = ((const TlSplitDot *) b)->factor;

  return left < right ? -1 : left > right;
}

static void
find_dots (TlSplitRuler *self, guint active)
{
  const TlSplitPlan *measured = tl_split_timing_current (self->timing);
  TlRoof             roof = tl_session_roof (tl_editor_session (self->editor));

  g_clear_pointer (&self->dots, g_array_unref);
  self->dots = g_array_new (FALSE, FALSE, sizeof (TlSplitDot));
  self->picture.now_s = 0;
  for (guint i = 0; i < tl_split_timing_n (self->timing); i++)
    {
      const TlSplitTime *time = tl_split_timing_nth (self->timing, i);
      const TlSplitDot   dot = { time->plan.axes[MIN (self->axis, time->plan.n_axes - 1)].factors.values[active], time->median_s,
                                 time->low_s, time->high_s, time->code.is_known ? (gint) time->code.n_spills : -1 };

      if (time->now_s > 0)
        self->picture.now_s = time->now_s;
      if (is_on_ruler (self, &time->plan, active))
        g_array_append_val (self->dots, dot);
    }
  g_array_sort (self->dots, compare_dots);
  self->picture.dots = (const TlSplitDot *) (gpointer) self->dots->data;
  self->picture.n_dots = self->dots->len;
  self->picture.peak_s = MAX (roof.compute_s, roof.memory_s);
  self->picture.measuring = measured != NULL && is_on_ruler (self, measured, active)
                            ? measured->axes[self->axis].factors.values[active] : 0;
}

static void
make_picture (TlSplitRuler *self)
{
  guint                 active;
  const TlSplitFactors *factors = tl_split_ruler_factors (self, &active);
  gint64                room = tl_split_factors_room (factors, active);

  if (self->divisors == NULL || self->picture.room != room)
    {
      g_clear_pointer (&self->divisors, g_array_unref);
      self->divisors = tl_split_divisors (room);
    }
  g_free (self->name);
  self->name = tl_split_plan_part_name (&self->plan, tl_split_ruler_module (self), self->axis, active);
  if (self->lanes_text == NULL)
    {
      find_marks (self);
      self->picture.family = family_of_axis (self, self->axis);
    }
  self->picture.name = self->name;
  self->picture.room = room;
  self->picture.divisors = (const gint64 *) (gpointer) self->divisors->data;
  self->picture.n_divisors = self->divisors->len;
  self->picture.factor = factors->values[active];
  self->picture.now = factor_now (self, active);
  self->picture.has_focus = gtk_widget_has_focus (self->plot);
  find_others (self, factors, active);
  find_dots (self, active);
}

/* --- the tile of two loops --- */

static void
show_tile (TlSplitRuler *self)
{
  for (guint i = 0; i < self->plan.n_axes && self->plan.n_axes == 2; i++)
    {
      const TlSplitFactors *factors = &self->plan.axes[i].factors;
      TlTileSide           *side = &self->grid.sides[i];
      gint64                room = tl_split_factors_room (factors, factors->n - 1);

      g_free (self->side_names[i]);
      self->side_names[i] = tl_split_plan_part_name (&self->plan, tl_split_ruler_module (self), i, factors->n - 1);
      g_clear_pointer (&self->side_divisors[i], g_array_unref);
      self->side_divisors[i] = tl_split_divisors (room);
      *side = (TlTileSide) { self->side_names[i], family_of_axis (self, i), room, factors->values[factors->n - 1],
                             (const gint64 *) (gpointer) self->side_divisors[i]->data, self->side_divisors[i]->len };
    }
  self->grid.is_refused = self->picture.is_refused;
  tl_tile_picker_show (TL_TILE_PICKER (self->picker), self->plan.n_axes == 2 ? &self->grid : NULL);
}

/* --- tiles --- */

static void
draw_grid (cairo_t *cr, const TlPalette *palette, double width, double height, TlSplitRuler *self)
{
  TlSplitGrid grid = { { NULL } };

  for (guint i = 0; i < 2; i++)
    {
      const TlStmt         *stmt = tl_module_find (tl_split_ruler_module (self), self->plan.axes[i].loop);
      const TlSplitFactors *factors = &self->plan.axes[i].factors;

      grid.names[i] = stmt != NULL ? stmt->loop.var->name : "";
      grid.extents[i] = factors->extent;
      grid.tiles[i] = factors->values[factors->n - 1];
    }
  tl_draw_split_grid (cr, &grid, palette, width, height);
}

/* Iterations of the innermost tile that is cut, or of the innermost one. */
static gint64
tile_of (const TlSplitFactors *factors)
{
  gint64 tile, rest;

  return tl_split_factors_tail (factors, &tile, &rest) ? MIN (tile, factors->extent) : factors->values[factors->n - 1];
}

static char *
strip_text (const TlSplitFactors *factors)
{
  gint64 tile, rest;

  return tl_split_factors_tail (factors, &tile, &rest) ? tl_split_factors_tail_text (factors) : g_strdup (_("all tiles whole"));
}

void
tl_split_ruler_draw_tiles (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlSplitRuler         *self = user_data;
  const TlSplitFactors *factors = &self->plan.axes[self->axis].factors;
  TlSplitPlan           now;
  TlSplitStrip          strips[2] = { { 0 } };
  g_autofree char      *text = NULL, *now_text = NULL;

  if (self->state == NULL)
    return;
  if (self->plan.n_axes == 2)
    {
      draw_grid (cr, palette, width, height, self);
      return;
    }
  text = strip_text (factors);
  strips[0] = (TlSplitStrip) { _("now"), factors->extent, factors->extent, _("not split"), FALSE };
  strips[1] = (TlSplitStrip) { _("new"), factors->extent, tile_of (factors), text, TRUE };
  if (self->step != NULL && tl_split_plan_of_step (self->step, &now))
    {
      now_text = strip_text (&now.axes[0].factors);
      strips[0].tile = tile_of (&now.axes[0].factors);
      strips[0].text = now_text;
    }
  tl_draw_split_strips (cr, strips, self->picture.family, palette, width, height);
}

/* --- words --- */

static void
set_class (GtkWidget *widget, const char *css_class, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

static char *
tails_text (const TlSplitPlan *plan)
{
  g_autofree char *first = tl_split_factors_tail_text (&plan->axes[0].factors), *second = NULL;

  if (plan->n_axes == 1)
    return g_steal_pointer (&first);
  second = tl_split_factors_tail_text (&plan->axes[1].factors);
  return g_strdup_printf ("%s · %s", first, second);
}

static gboolean
has_tail (const TlSplitPlan *plan)
{
  gint64 tile, rest;

  for (guint i = 0; i < plan->n_axes; i++)
    if (tl_split_factors_tail (&plan->axes[i].factors, &tile, &rest))
      return TRUE;
  return FALSE;
}

static void
show_verdict (TlSplitRuler *self)
{
  const char      *problem = tl_split_factor_row_problem (TL_SPLIT_FACTOR_ROW (self->factor_rows[self->axis]));
  const char      *refusal = problem != NULL ? problem : self->refusal;
  g_autofree char *text = refusal != NULL ? g_strdup_printf ("⊘ %s", refusal) : tails_text (&self->plan);

  gtk_label_set_text (GTK_LABEL (self->verdict), text);
  tl_widget_set_tooltip (self->verdict, text);
  set_class (self->verdict, "refused", refusal != NULL);
  set_class (self->verdict, "cut", refusal == NULL && has_tail (&self->plan));
}

/* The plot's values at the handle, for those who do not see it. */
static char *
cursor_text (TlSplitRuler *self)
{
  const TlSplitTime *time = tl_split_timing_find (self->timing, &self->plan);
  const char        *state = self->picture.measuring == self->picture.factor ? _("measuring…") : _("not measured");
  g_autofree char   *seconds = time != NULL ? tl_format_seconds (time->median_s) : NULL;

  if (time != NULL && time->problem != NULL && time->median_s <= 0)
    state = time->problem;
  if (time == NULL || time->median_s <= 0)
    return g_strdup_printf (_("%s = %" G_GINT64_FORMAT ": %s"), self->name, self->picture.factor, state);
  if (!time->code.is_known)
    return g_strdup_printf (_("%s = %" G_GINT64_FORMAT ": %s"), self->name, self->picture.factor, seconds);
  return g_strdup_printf (_("%s = %" G_GINT64_FORMAT ": %s, %u spills"), self->name, self->picture.factor, seconds, time->code.n_spills);
}

/* The shortest latency on the ruler, for its accessible name. */
static char *
summary_text (TlSplitRuler *self)
{
  const TlSplitDot *best = NULL;
  g_autofree char  *seconds = NULL;

  for (guint i = 0; i < self->picture.n_dots; i++)
    if (self->picture.dots[i].median_s > 0 && (best == NULL || self->picture.dots[i].median_s < best->median_s))
      best = &self->picture.dots[i];
  if (best == NULL)
    return g_strdup_printf (_("Ruler of %s, 1 to %" G_GINT64_FORMAT), self->name, self->picture.room);
  seconds = tl_format_seconds (best->median_s);
  return g_strdup_printf (_("Ruler of %s, 1 to %" G_GINT64_FORMAT "; %u measured, fastest at %" G_GINT64_FORMAT ": %s"), self->name,
                          self->picture.room, self->picture.n_dots, best->factor, seconds);
}

/* All that depends on measurements, but the consequences. */
static void
show_figures (TlSplitRuler *self)
{
  g_autofree char *cursor = cursor_text (self), *summary = summary_text (self);

  gtk_label_set_text (GTK_LABEL (self->cursor), cursor);
  tl_widget_set_tooltip (self->cursor, cursor);
  tl_split_plot_show (TL_SPLIT_PLOT (self->plot), &self->picture, summary);
}

void
tl_split_ruler_show_plan (TlSplitRuler *self)
{
  for (guint i = 0; i < self->plan.n_axes; i++)
    tl_split_factor_row_show (TL_SPLIT_FACTOR_ROW (self->factor_rows[i]), &self->plan, i, tl_split_ruler_module (self),
                              self->step == NULL && self->plan.n_axes == 1, i == self->axis);
  gtk_widget_set_visible (self->factor_rows[1], self->plan.n_axes == 2);
  make_picture (self);
  show_tile (self);
  show_figures (self);
  tl_picture_set_size (TL_PICTURE (self->tiles), 200, self->plan.n_axes == 2 ? GRID_HEIGHT : STRIPS_HEIGHT);
  tl_picture_redraw (TL_PICTURE (self->tiles));
  show_verdict (self);
}

/* A refusal stays until other factors are known to be legal. */
void
tl_split_ruler_show_effects (TlSplitRuler *self)
{
  gboolean is_known = self->effects != NULL && tl_split_plan_equal (&self->effects->plan, &self->plan);
  gboolean is_refused = is_known && self->effects->state == NULL;

  if (is_refused)
    {
      g_free (self->refusal);
      self->refusal = g_strdup (tl_refusal_reason (self->effects->refusal));
    }
  else if (is_known)
    g_clear_pointer (&self->refusal, g_free);
  self->picture.is_refused = is_refused;
  show_tile (self);
  gtk_widget_queue_draw (self->plot);
  gtk_widget_set_sensitive (self->apply, !is_refused);
  gtk_widget_set_visible (self->why_not, is_refused && self->step == NULL);
  show_verdict (self);
  if (is_known)
    tl_split_effects_view_show (TL_SPLIT_EFFECTS_VIEW (self->effects_view), self->effects,
                                tl_split_timing_find (self->timing, &self->plan), tl_split_timing_now_code (self->timing));
}

void
tl_split_ruler_show_times (TlSplitRuler *self)
{
  guint active;

  tl_split_ruler_factors (self, &active);
  find_dots (self, active);
  show_figures (self);
  tl_split_ruler_show_effects (self);
}
