/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/scrubber.h"

#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/base/saturate.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define STEPS_PER_SECOND 16     /* at the usual rate */
#define MANY_CHIPS       3
#define CHIP_GAP         4      /* px */
#define LONGEST_S        20     /* that playing all iterations takes at the usual rate, with several a step where they are many */

/* Of playing, by times of the usual one. */
static const struct
{
  double      factor;
  const char *name;
} rates[] = { { 0.125, "⅛×" }, { 0.25, "¼×" }, { 0.5, "½×" }, { 1, "1×" }, { 2, "2×" }, { 4, "4×" }, { 8, "8×" } };

#define USUAL_RATE 3

struct _TlScrubber
{
  GtkWidget           parent_instance;
  const TlBlockTiles *tiles;       /* borrowed */
  gint64             *position;
  gint                selected;    /* -1: the innermost */
  GtkWidget          *play;
  GtkWidget          *row;         /* TlWrapBox: buttons, then the chips */
  GtkWidget          *scroller;    /* of @row */
  GtkSizeGroup       *heights;     /* of what stands in the row: no part of a third row is in view */
  GPtrArray          *chips;       /* GtkButtons, one for each loop of more than one iteration; borrowed from the row */
  GtkWidget          *scale;
  GtkWidget          *counter;
  GtkWidget          *rate_button;
  guint               rate;        /* of rates */
  guint               tick;
  gint64              last_frame_us;
  double              behind;      /* steps that are due, a fraction of one */
  gboolean            is_updating;
};

enum
{
  SIGNAL_MOVED,
  SIGNAL_LOOP_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlScrubber, tl_scrubber, GTK_TYPE_WIDGET)

/* --- position and number --- */

static guint
n_counted (TlScrubber *self)
{
  if (self->tiles == NULL)
    return 0;
  return self->selected >= 0 ? MIN ((guint) self->selected + 1, self->tiles->n_loops) : self->tiles->n_loops;
}

static gint64
n_iterations (TlScrubber *self)
{
  gint64 n = 1;

  for (guint i = 0; i < n_counted (self); i++)
    n = tl_mul_saturated (n, MAX (self->tiles->extents[i], 1));
  return n;
}

static gint64
number_of (TlScrubber *self)
{
  gint64 number = 0;

  for (guint i = 0; i < n_counted (self); i++)
    number = tl_add_saturated (tl_mul_saturated (number, MAX (self->tiles->extents[i], 1)), self->position[i]);
  return number;
}

static void
set_number (TlScrubber *self, gint64 number)
{
  for (guint i = n_counted (self); i < self->tiles->n_loops; i++)
    self->position[i] = 0;
  for (gint i = (gint) n_counted (self) - 1; i >= 0; i--)
    {
      self->position[i] = number % MAX (self->tiles->extents[i], 1);
      number /= MAX (self->tiles->extents[i], 1);
    }
}

/* --- what is shown --- */

static guint
loop_of (GtkWidget *chip)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chip), "loop"));
}

static void
update_chips (TlScrubber *self)
{
  for (guint c = 0; c < self->chips->len; c++)
    {
      GtkWidget       *chip = g_ptr_array_index (self->chips, c);
      guint            i = loop_of (chip);
      const char      *name = self->tiles->loops[i]->loop.var->name;
      g_autofree char *text = g_strdup_printf ("%s  %" G_GINT64_FORMAT " / %" G_GINT64_FORMAT, name, self->position[i],
                                               self->tiles->extents[i] - 1);
      g_autofree char *spoken = g_strdup_printf (_("Iteration of %s: %" G_GINT64_FORMAT " of 0 to %" G_GINT64_FORMAT), name,
                                                 self->position[i], self->tiles->extents[i] - 1);

      gtk_button_set_label (GTK_BUTTON (chip), text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
      if ((gint) i == self->selected)
        gtk_widget_add_css_class (chip, "current");
      else
        gtk_widget_remove_css_class (chip, "current");
    }
}

static void
update (TlScrubber *self)
{
  gint64           n = n_iterations (self);
  guint            counted = n_counted (self);
  g_autofree char *number = tl_format_count (number_of (self) + 1), *total = tl_format_count (n), *text = NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self), n > 1);
  self->is_updating = TRUE;
  gtk_range_set_range (GTK_RANGE (self->scale), 0, (double) MAX (n - 1, 1));
  gtk_range_set_increments (GTK_RANGE (self->scale), 1, (double) MAX (n / 32, 1));
  gtk_range_set_value (GTK_RANGE (self->scale), (double) number_of (self));
  self->is_updating = FALSE;
  update_chips (self);
  text = counted > 0 ? g_strdup_printf (_("Iteration %s of %s of %s"), number, total, self->tiles->loops[counted - 1]->loop.var->name)
                     : g_strdup ("");
  gtk_label_set_text (GTK_LABEL (self->counter), text);
}

static void
go_to (TlScrubber *self, gint64 number)
{
  gint64 n = n_iterations (self);

  if (self->tiles == NULL)
    return;
  set_number (self, CLAMP (number, 0, n - 1));
  update (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

static void
on_value_changed (TlScrubber *self)
{
  if (!self->is_updating)
    go_to (self, (gint64) round (gtk_range_get_value (GTK_RANGE (self->scale))));
}

/* --- playing --- */

static void
stop (TlScrubber *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  gtk_button_set_icon_name (GTK_BUTTON (self->play), "media-playback-start-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Play Iterations"), -1);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TlScrubber *self = TL_SCRUBBER (widget);
  gint64      now = gdk_frame_clock_get_frame_time (clock), n = n_iterations (self), stride, due;

  stride = MAX (1, n / (STEPS_PER_SECOND * LONGEST_S));
  self->behind += (double) (now - self->last_frame_us) / G_USEC_PER_SEC * STEPS_PER_SECOND * rates[self->rate].factor;
  self->last_frame_us = now;
  due = (gint64) self->behind;
  if (due < 1)
    return G_SOURCE_CONTINUE;
  self->behind -= (double) due;
  if (number_of (self) >= n - 1)
    {
      self->tick = 0;
      stop (self);
      return G_SOURCE_REMOVE;
    }
  go_to (self, number_of (self) + due * stride);
  return G_SOURCE_CONTINUE;
}

static void
toggle_play (TlScrubber *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  if (self->tick != 0 || self->tiles == NULL || clock == NULL || n_iterations (self) < 2)
    {
      stop (self);
      return;
    }
  if (number_of (self) >= n_iterations (self) - 1)
    go_to (self, 0);
  self->last_frame_us = gdk_frame_clock_get_frame_time (clock);
  self->behind = 0;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  gtk_button_set_icon_name (GTK_BUTTON (self->play), "media-playback-pause-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Pause"), -1);
}

void
tl_scrubber_go_to (TlScrubber *self, const gint64 *position)
{
  if (self->tiles == NULL)
    return;
  stop (self);
  memcpy (self->position, position, sizeof (gint64) * self->tiles->n_loops);
  update (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

gboolean
tl_scrubber_is_playing (TlScrubber *self)
{
  return self->tick != 0;
}

static void
set_rate (TlScrubber *self, guint rate)
{
  g_autofree char *spoken = g_strdup_printf (_("Rate of Playing: %s"), rates[rate].name);

  self->rate = rate;
  gtk_button_set_label (GTK_BUTTON (self->rate_button), rates[rate].name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rate_button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static void
slower (TlScrubber *self)
{
  if (self->rate > 0)
    set_rate (self, self->rate - 1);
}

static void
faster (TlScrubber *self)
{
  if (self->rate + 1 < G_N_ELEMENTS (rates))
    set_rate (self, self->rate + 1);
}

/* From the fastest to the slowest. */
static void
on_rate (TlScrubber *self)
{
  set_rate (self, (self->rate + 1) % G_N_ELEMENTS (rates));
}

static void
step (TlScrubber *self, gint64 by)
{
  stop (self);
  go_to (self, number_of (self) + by);
}

void
tl_scrubber_step_loop (TlScrubber *self, guint loop, gint64 by)
{
  g_autofree gint64 *position = g_memdup2 (self->position, sizeof (gint64) * (self->tiles->n_loops + 1));

  position[loop] = CLAMP (position[loop] + by, 0, self->tiles->extents[loop] - 1);
  tl_scrubber_go_to (self, position);
}

static void
on_start (TlScrubber *self)
{
  stop (self);
  go_to (self, 0);
}

static void
on_back (TlScrubber *self)
{
  step (self, -1);
}

static void
on_forward (TlScrubber *self)
{
  step (self, 1);
}

gboolean
tl_scrubber_handle_key (TlScrubber *self, guint keyval)
{
  switch (keyval)
    {
    case GDK_KEY_j:
      on_back (self);
      return TRUE;
    case GDK_KEY_k:
      toggle_play (self);
      return TRUE;
    case GDK_KEY_l:
      on_forward (self);
      return TRUE;
    case GDK_KEY_less:
      slower (self);
      return TRUE;
    case GDK_KEY_greater:
      faster (self);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- loops --- */

static void
on_chip (GtkWidget *chip, gpointer user_data)
{
  g_signal_emit (user_data, signals[SIGNAL_LOOP_PICKED], 0, loop_of (chip));
}

/* The wheel moves the loop under it, whatever loop is selected. */
static gboolean
on_wheel (GtkEventControllerScroll *scroll, double dx, double dy, gpointer user_data)
{
  GtkWidget *chip = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (scroll));

  tl_scrubber_step_loop (user_data, loop_of (chip), dy > 0 ? 1 : -1);
  return TRUE;
}

/* … and so do the keys Up and Down on its chip. */
static gboolean
on_chip_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  if ((keyval != GDK_KEY_Up && keyval != GDK_KEY_Down) || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  tl_scrubber_step_loop (user_data, loop_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys))), keyval == GDK_KEY_Up ? 1 : -1);
  return TRUE;
}

static GtkWidget *
new_chip (TlScrubber *self, guint loop)
{
  GtkWidget          *chip = gtk_button_new_with_label ("");
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL
                                                                | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (chip, "iteration-chip");
  gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
  tl_widget_set_tip (chip, _("The wheel or Up and Down move this loop; a click selects it"));
  g_object_set_data (G_OBJECT (chip), "loop", GUINT_TO_POINTER (loop));
  g_signal_connect (chip, "clicked", G_CALLBACK (on_chip), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_wheel), self);
  gtk_widget_add_controller (chip, scroll);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_chip_key), self);
  gtk_widget_add_controller (chip, keys);
  return chip;
}

/* A row for few loops, two for many; what has no room there scrolls. */
static void
set_height (TlScrubber *self)
{
  int n_rows = self->chips->len > MANY_CHIPS ? 2 : 1, height = 0, natural;

  for (GtkWidget *child = gtk_widget_get_first_child (self->row); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);
      height = MAX (height, natural);
    }
  gtk_widget_set_size_request (self->scroller, -1, n_rows * height + (n_rows - 1) * CHIP_GAP);
}

static void
scroll_to_selected (TlScrubber *self)
{
  GtkAdjustment  *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  graphene_rect_t bounds;

  for (guint i = 0; i < self->chips->len; i++)
    if (gtk_widget_has_css_class (self->chips->pdata[i], "current")
        && gtk_widget_compute_bounds (self->chips->pdata[i], self->row, &bounds))
      gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
make_chips (TlScrubber *self)
{
  for (guint i = 0; i < self->chips->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->chips, i));
  g_ptr_array_set_size (self->chips, 0);
  for (guint i = 0; self->tiles != NULL && i < self->tiles->n_loops; i++)
    if (self->tiles->extents[i] > 1)
      {
        GtkWidget *chip = new_chip (self, i);

        gtk_widget_set_parent (chip, self->row);
        gtk_size_group_add_widget (self->heights, chip);
        g_ptr_array_add (self->chips, chip);
      }
  set_height (self);
}

void
tl_scrubber_set_tiles (TlScrubber *self, const TlBlockTiles *tiles)
{
  stop (self);
  self->tiles = tiles;
  g_free (self->position);
  self->position = g_new0 (gint64, tiles != NULL ? tiles->n_loops + 1 : 1);
  self->selected = -1;
  make_chips (self);
  update (self);
}

void
tl_scrubber_select (TlScrubber *self, gint loop)
{
  if (self->selected == loop)
    return;
  self->selected = loop;
  if (self->tiles != NULL)
    set_number (self, number_of (self));
  update (self);
  scroll_to_selected (self);
}

const gint64 *
tl_scrubber_position (TlScrubber *self)
{
  return self->position;
}

/* --- object --- */

static void
tl_scrubber_dispose (GObject *object)
{
  TlScrubber *self = TL_SCRUBBER (object);
  GtkWidget  *child;

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->position, g_free);
  g_clear_pointer (&self->chips, g_ptr_array_unref);
  g_clear_object (&self->heights);
  self->tiles = NULL;
  G_OBJECT_CLASS (tl_scrubber_parent_class)->dispose (object);
}

static void
tl_scrubber_class_init (TlScrubberClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_scrubber_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "scrubber");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_LOOP_PICKED] = g_signal_new ("loop-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              1, G_TYPE_UINT);
}

static GtkWidget *
icon_button (TlScrubber *self, GtkWidget *row, const char *icon, const char *title, const char *tip, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  tl_widget_set_tooltip (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (row), button);
  return button;
}

/* The number of the iteration, and the rate of playing. */
static GtkWidget *
make_foot (TlScrubber *self)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->counter = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->counter), 0);
  gtk_widget_set_hexpand (self->counter, TRUE);
  gtk_widget_add_css_class (self->counter, "caption");
  gtk_widget_add_css_class (self->counter, "numeric");
  gtk_box_append (GTK_BOX (foot), self->counter);
  self->rate_button = gtk_button_new_with_label ("");
  gtk_widget_add_css_class (self->rate_button, "flat");
  gtk_widget_add_css_class (self->rate_button, "rate");
  tl_widget_set_tip (self->rate_button, _("Rate of playing: the next faster one  (<, >)"));
  g_signal_connect_swapped (self->rate_button, "clicked", G_CALLBACK (on_rate), self);
  gtk_box_append (GTK_BOX (foot), self->rate_button);
  set_rate (self, USUAL_RATE);
  return foot;
}

static void
tl_scrubber_init (TlScrubber *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->selected = -1;
  self->position = g_new0 (gint64, 1);
  icon_button (self, row, "media-skip-backward-symbolic", _("First Iteration"), _("First Iteration"), G_CALLBACK (on_start));
  icon_button (self, row, "media-seek-backward-symbolic", _("Previous Iteration"), _("Previous Iteration  (J)"), G_CALLBACK (on_back));
  self->play = icon_button (self, row, "media-playback-start-symbolic", _("Play Iterations"), _("Play Iterations  (K)"),
                            G_CALLBACK (toggle_play));
  icon_button (self, row, "media-seek-forward-symbolic", _("Next Iteration"), _("Next Iteration  (L)"), G_CALLBACK (on_forward));
  self->chips = g_ptr_array_new ();
  self->row = g_object_new (TL_TYPE_WRAP_BOX, NULL);
  tl_wrap_box_set_spacing (TL_WRAP_BOX (self->row), CHIP_GAP);
  gtk_widget_set_parent (row, self->row);
  self->heights = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  gtk_size_group_add_widget (self->heights, row);
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Iteration"), -1);
  g_signal_connect_swapped (self->scale, "value-changed", G_CALLBACK (on_value_changed), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->row);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_set_parent (self->scale, GTK_WIDGET (self));
  gtk_widget_set_parent (make_foot (self), GTK_WIDGET (self));
}

GtkWidget *
tl_scrubber_new (void)
{
  return g_object_new (TL_TYPE_SCRUBBER, NULL);
}
