/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/gpu/thread-levels.h"

#include "core/base/i18n.h"
#include "core/draw/palette.h"
#include "core/session/gpu/kernel-levels.h"
#include "ui/explore/gpu/cell-grid.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/wrap-box.h"

#define GRID_SIDE   132
#define LANES_WIDTH (TL_WARP_LANES * 11 + 4)
#define MOST_HEIGHT 180
#define CHIP_GAP    4

/* A level: its title, its loops, cells (but of the thread), and a sentence. */
typedef struct
{
  GtkWidget *title, *loops, *cells, *text;
} LevelParts;

struct _TlThreadLevels
{
  GtkWidget            parent_instance;
  TlSelection         *selection;
  const TlKernelFacts *facts;
  GtkWidget           *box;     /* TlWrapBox: the grid, beside it block and thread */
  LevelParts           levels[TL_N_LEVELS];
};

G_DEFINE_FINAL_TYPE (TlThreadLevels, tl_thread_levels, GTK_TYPE_WIDGET)

/* --- shades --- */

/* Blocks of the same wave run together. */
static double
block_shade (gint64 block, gpointer user_data)
{
  const TlKernelFacts *facts = TL_THREAD_LEVELS (user_data)->facts;
  gint64               at_once = tl_kernel_facts_n_at_once (facts);

  return block == facts->block ? 1 : at_once > 0 && block / at_once == facts->block / at_once ? 0.6 : 0.3;
}

/* Threads that do not run the block that is shown are free cells. */
static double
thread_shade (gint64 thread, gpointer user_data)
{
  const TlKernelFacts *facts = TL_THREAD_LEVELS (user_data)->facts;

  if (!tl_kernel_facts_thread_runs (facts, thread))
    return 0;
  return thread == facts->thread ? 1 : thread / TL_WARP_LANES == facts->thread / TL_WARP_LANES ? 0.75 : 0.3;
}

/* --- loops --- */

static TlNodeId
loop_of (GtkWidget *chip)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chip), "loop"));
}

static void
set_class (GtkWidget *widget, const char *css_class, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* Loops that are hovered or picked anywhere are marked here. */
static void
mark_loops (TlThreadLevels *self)
{
  for (guint l = 0; l < TL_N_LEVELS; l++)
    for (GtkWidget *chip = gtk_widget_get_first_child (self->levels[l].loops); chip != NULL; chip = gtk_widget_get_next_sibling (chip))
      {
        set_class (chip, "hovered", loop_of (chip) == tl_selection_hovered (self->selection));
        set_class (chip, "current", tl_selection_contains (self->selection, loop_of (chip)));
      }
}

static void
on_loop_clicked (GtkButton *chip, gpointer user_data)
{
  tl_selection_pick (TL_THREAD_LEVELS (user_data)->selection, loop_of (GTK_WIDGET (chip)));
}

static void
on_loop_entered (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  tl_selection_hover (TL_THREAD_LEVELS (user_data)->selection,
                      loop_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (motion))));
}

static void
on_loop_left (GtkEventControllerMotion *motion, gpointer user_data)
{
  tl_selection_hover (TL_THREAD_LEVELS (user_data)->selection, 0);
}

/* "B.x j_0 ×16" */
static GtkWidget *
make_chip (TlThreadLevels *self, const TlStmt *loop, gint64 extent)
{
  GtkWidget          *chip = gtk_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *sign;
  GtkEventController *motion = gtk_event_controller_motion_new ();
  TlLoopLook          look = tl_loop_look (&loop->loop);
  g_autofree char    *glyph = tl_loop_glyph (&loop->loop), *spoken = NULL;
  g_autofree char    *text = extent >= 0 ? g_strdup_printf ("%s ×%" G_GINT64_FORMAT, loop->loop.var->name, extent)
                                         : g_strdup (loop->loop.var->name);

  sign = gtk_label_new (glyph);
  gtk_widget_add_css_class (sign, "loop-glyph");
  gtk_widget_set_visible (sign, glyph[0] != '\0');
  gtk_box_append (GTK_BOX (row), sign);
  gtk_box_append (GTK_BOX (row), gtk_label_new (text));
  gtk_button_set_child (GTK_BUTTON (chip), row);
  gtk_widget_add_css_class (chip, "level-loop");
  gtk_widget_add_css_class (chip, tl_loop_look_css_class (look));
  g_object_set_data (G_OBJECT (chip), "loop", GUINT_TO_POINTER (loop->loop.id));
  spoken = g_strdup_printf (_("Loop %s, %s"), text, loop->loop.thread != NULL ? loop->loop.thread : tl_loop_look_title (look));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_signal_connect (chip, "clicked", G_CALLBACK (on_loop_clicked), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_loop_entered), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_loop_left), self);
  gtk_widget_add_controller (chip, motion);
  return chip;
}

static void
show_loops (TlThreadLevels *self, TlKernelLevel level)
{
  GtkWidget         *box = self->levels[level].loops, *chip;
  g_autoptr (GArray) loops = tl_kernel_level_loops (self->facts, level);

  while ((chip = gtk_widget_get_first_child (box)) != NULL)
    gtk_widget_unparent (chip);
  for (guint i = 0; i < loops->len; i++)
    {
      guint index = g_array_index (loops, guint, i);

      gtk_widget_set_parent (make_chip (self, self->facts->tiles->loops[index], self->facts->tiles->extents[index]), box);
    }
  gtk_widget_set_visible (box, loops->len > 0);
}

/* --- the whole --- */

static void
show_cells (TlThreadLevels *self, const char *const *titles, const char *const *texts)
{
  const TlThreadMapping *mapping = &self->facts->mapping;
  g_autofree char       *block = g_strdup_printf ("%s. %s", titles[TL_LEVEL_BLOCK], texts[TL_LEVEL_GRID]);
  g_autofree char       *thread = g_strdup_printf ("%s. %s", titles[TL_LEVEL_THREAD], texts[TL_LEVEL_BLOCK]);

  tl_cell_grid_set (TL_CELL_GRID (self->levels[TL_LEVEL_GRID].cells), tl_thread_mapping_n_blocks (mapping), mapping->grid[0],
                    self->facts->block, block);
  tl_cell_grid_set (TL_CELL_GRID (self->levels[TL_LEVEL_BLOCK].cells), tl_thread_mapping_n_threads (mapping), TL_WARP_LANES,
                    self->facts->thread, thread);
}

static gboolean
has_other_loops (const TlKernelFacts *facts, const TlKernelFacts *before)
{
  return before == NULL || facts->state != before->state || facts->tiles->block != before->tiles->block;
}

void
tl_thread_levels_set (TlThreadLevels *self, const TlKernelFacts *facts)
{
  gboolean is_other = facts != NULL && has_other_loops (facts, self->facts);
  char    *titles[TL_N_LEVELS], *texts[TL_N_LEVELS];

  self->facts = facts;
  gtk_widget_set_visible (GTK_WIDGET (self), facts != NULL);
  if (facts == NULL)
    return;
  for (guint level = 0; level < TL_N_LEVELS; level++)
    {
      titles[level] = tl_kernel_level_title (facts, level);
      texts[level] = tl_kernel_level_text (facts, level);
      gtk_label_set_text (GTK_LABEL (self->levels[level].title), titles[level]);
      gtk_label_set_text (GTK_LABEL (self->levels[level].text), texts[level]);
      if (is_other)
        show_loops (self, level);
    }
  show_cells (self, (const char *const *) titles, (const char *const *) texts);
  mark_loops (self);
  for (guint level = 0; level < TL_N_LEVELS; level++)
    {
      g_free (titles[level]);
      g_free (texts[level]);
    }
}

static void
on_block_picked (GtkWidget *cells, gint64 block, gpointer user_data)
{
  TlThreadLevels *self = user_data;

  tl_selection_pick_thread (self->selection, block, self->facts->thread);
}

static void
on_thread_picked (GtkWidget *cells, gint64 thread, gpointer user_data)
{
  TlThreadLevels *self = user_data;

  tl_selection_pick_thread (self->selection, self->facts->block, thread);
}

/* --- building --- */

static void
tl_thread_levels_dispose (GObject *object)
{
  TlThreadLevels *self = TL_THREAD_LEVELS (object);

  self->facts = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (tl_thread_levels_parent_class)->dispose (object);
}

static void
tl_thread_levels_class_init (TlThreadLevelsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_thread_levels_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "threadlevels");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
left_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new ("");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_level (TlThreadLevels *self, TlKernelLevel level, GtkWidget *loops, GtkWidget *cells, int width)
{
  GtkWidget  *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  LevelParts *parts = &self->levels[level];

  *parts = (LevelParts) { left_label ("heading"), loops, cells, left_label ("caption") };
  gtk_widget_add_css_class (parts->text, "dim-label");
  gtk_widget_set_size_request (box, width, -1);
  gtk_label_set_max_width_chars (GTK_LABEL (parts->title), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (parts->text), 12);
  gtk_box_append (GTK_BOX (box), parts->title);
  gtk_box_append (GTK_BOX (box), parts->loops);
  if (cells != NULL)
    gtk_box_append (GTK_BOX (box), tl_scale_bin_new (cells));
  gtk_box_append (GTK_BOX (box), parts->text);
  return box;
}

/* Of chips, one after the other where they have room. */
static GtkWidget *
make_row (void)
{
  GtkWidget *row = g_object_new (TL_TYPE_WRAP_BOX, NULL);

  tl_wrap_box_set_spacing (TL_WRAP_BOX (row), CHIP_GAP);
  return row;
}

static void
tl_thread_levels_init (TlThreadLevels *self)
{
  GtkWidget *blocks = tl_cell_grid_new (TL_LOOK_BLOCK_INDEX, block_shade, self, GRID_SIDE, MOST_HEIGHT);
  GtkWidget *threads = tl_cell_grid_new (TL_LOOK_THREAD_INDEX, thread_shade, self, LANES_WIDTH, MOST_HEIGHT);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10), *under = gtk_box_new (GTK_ORIENTATION_VERTICAL, CHIP_GAP);

  self->box = g_object_new (TL_TYPE_WRAP_BOX, NULL);
  gtk_widget_set_halign (under, GTK_ALIGN_START);
  gtk_widget_set_parent (make_level (self, TL_LEVEL_GRID, under, blocks, GRID_SIDE), self->box);
  gtk_box_append (GTK_BOX (column), make_level (self, TL_LEVEL_BLOCK, make_row (), threads, LANES_WIDTH));
  gtk_box_append (GTK_BOX (column), make_level (self, TL_LEVEL_THREAD, make_row (), NULL, LANES_WIDTH));
  gtk_widget_set_hexpand (column, TRUE);
  gtk_widget_set_parent (column, self->box);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Grid, block and thread"), -1);
  g_signal_connect (blocks, "picked", G_CALLBACK (on_block_picked), self);
  g_signal_connect (threads, "picked", G_CALLBACK (on_thread_picked), self);
}

GtkWidget *
tl_thread_levels_new (TlSelection *selection)
{
  TlThreadLevels *self = g_object_new (TL_TYPE_THREAD_LEVELS, NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (mark_loops), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (mark_loops), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
