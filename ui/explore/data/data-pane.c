/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/data-pane.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/element-counting.h"
#include "ui/explore/data/block-groups.h"
#include "ui/explore/data/contents-bar.h"
#include "ui/explore/data/counts-legend.h"
#include "ui/explore/data/data-view.h"
#include "ui/explore/data/scrubber.h"
#include "ui/explore/data/slice-strip.h"
#include "ui/explore/data/thread-follow.h"
#include "ui/explore/data/touch-bar.h"
#include "ui/explore/split-ruler.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/drop-down.h"
#include "ui/widgets/scale-bin.h"

#define COUNT_DELAY_MS 120
#define VIEW_HEIGHT    140   /* at least; what is higher scrolls */
#define THREADS        (1 + TL_N_COUNTS)
#define N_MODES        (2 + TL_N_COUNTS)

struct _TlDataPane
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  TlAfterFrame *refresh;
  TlState      *shown;         /* that the layout was made for */
  TlNodeId      shown_block;
  gboolean      wants_all;     /* blocks in the selected loop, where there are several */
  TlNodeId      chosen;        /* a block picked from the list; counts until the selection changes */
  TlNodeId      sides_block;   /* a block of which sides were chosen by hand … */
  gint          sides[TL_N_DATA_SIDES];   /* … dimensions of its written buffer that are rows and columns */
  TlNest       *nest;          /* of @shown */
  TlDataLayout *layout;
  GArray       *blocks;        /* TlNodeId: the list */
  GtkWidget    *head;
  GtkWidget    *title;
  GtkWidget    *list;          /* GtkDropDown of the blocks in the selected loop */
  GtkWidget    *stack;         /* "data" or "none" */
  GtkWidget    *modes[N_MODES];   /* GtkToggleButtons: regions, the counts in the order of TlCountsKind, threads */
  GtkWidget    *cache;         /* GtkDropDown: of which misses are shown */
  GtkWidget    *problem;       /* why there are no counts */
  GtkWidget    *spinner;
  GtkWidget    *pictures;      /* GtkStack of … */
  GtkWidget    *view;          /* … one block, "one", */
  GtkWidget    *groups;        /* … and all blocks in the selected loop, "all" */
  GtkWidget    *legend;        /* of counts */
  GtkWidget    *touches;       /* of what is pinned */
  GtkWidget    *contents;      /* of a cache */
  GtkWidget    *slices;        /* of more dimensions than two */
  GtkWidget    *scrubber;
  guint         mode;
  guint         count_source;  /* counts are asked for when the position rests */
  GCancellable *counting;
  TlElementCounts *counts;     /* of the present position, owned by the view; NULL: not known yet */
  gboolean      is_filling;
};

G_DEFINE_FINAL_TYPE (TlDataPane, tl_data_pane, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlDataPane *self)
{
  return tl_editor_session (self->editor);
}

static gint
loop_index (TlDataPane *self, TlNodeId node)
{
  for (guint i = 0; self->layout != NULL && i < self->layout->tiles->n_loops; i++)
    if (self->layout->tiles->loops[i]->loop.id == node)
      return (gint) i;
  return -1;
}

static TlCaches
caches_of (TlDataPane *self)
{
  TlTarget target = tl_session_target (session_of (self));

  return tl_target_caches (&target);
}

/* The selected loop; without a selection the outermost one of which an iteration fits the L2 cache; -1: an instance of the block. */
static gint
marked_loop (TlDataPane *self)
{
  TlNodeId node = tl_selection_primary (tl_session_selection (session_of (self)));

  if (node != 0 || self->layout == NULL)
    return loop_index (self, node);
  return tl_data_layout_loop_within (self->layout, caches_of (self).l2_bytes);
}

/* --- counts --- */

static TlCountsKind
counts_kind (TlDataPane *self)
{
  return (TlCountsKind) (self->mode - 1);
}

static guint
chosen_cache (TlDataPane *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->cache));

  return MIN (selected, TL_COUNTED_LEVELS - 1);
}

static void
stop_counting (TlDataPane *self)
{
  g_clear_handle_id (&self->count_source, g_source_remove);
  if (self->counting != NULL)
    g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_label_set_text (GTK_LABEL (self->problem), "");
}

/* Slices look as the picture does. */
static void
show_slice_look (TlDataPane *self)
{
  TlSliceLook look = { .counts = self->counts, .shows_threads = self->mode == THREADS };

  if (self->counts != NULL)
    look.look = *tl_counts_legend_look (TL_COUNTS_LEGEND (self->legend));
  tl_slice_strip_set_look (TL_SLICE_STRIP (self->slices), &look);
}

static void
show_look (TlDataPane *self)
{
  if (self->counts != NULL)
    tl_data_view_set_counts (TL_DATA_VIEW (self->view), self->counts, tl_counts_legend_look (TL_COUNTS_LEGEND (self->legend)));
  show_slice_look (self);
}

/* The legend decides on the scale, the view follows it. */
static void
show_counts (TlDataPane *self)
{
  TlCaches caches = caches_of (self);

  tl_counts_legend_show (TL_COUNTS_LEGEND (self->legend), self->layout, self->counts, counts_kind (self), chosen_cache (self), &caches);
  show_look (self);
}

/* The view is about to drop them. */
static void
forget_counts (TlDataPane *self)
{
  TlCaches caches = { 0 };

  if (self->counts == NULL)
    return;
  self->counts = NULL;
  show_slice_look (self);
  tl_counts_legend_show (TL_COUNTS_LEGEND (self->legend), self->layout, NULL, 0, 0, &caches);
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlDataPane) self = user_data;
  g_autoptr (GError)     error = NULL;
  TlElementCounts       *counts = tl_count_elements_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->view == NULL)
    {
      g_clear_pointer (&counts, tl_element_counts_free);
      return;
    }
  stop_counting (self);
  if (counts == NULL)
    {
      g_autofree char *text = g_strdup_printf (_("Not counted: %s"), error->message);

      gtk_label_set_text (GTK_LABEL (self->problem), text);
      return;
    }
  self->counts = counts;
  show_counts (self);
}

static gboolean
count (gpointer user_data)
{
  TlDataPane         *self = user_data;
  TlCaches            caches = caches_of (self);
  const TlDataRegion *pinned = tl_data_view_pinned (TL_DATA_VIEW (self->view));
  gboolean            is_element = pinned != NULL && tl_data_region_is_element (pinned);

  self->count_source = 0;
  self->counting = g_cancellable_new ();
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), TRUE);
  tl_count_elements_async (self->shown, self->layout->tiles, (guint) (marked_loop (self) + 1),
                           tl_scrubber_position (TL_SCRUBBER (self->scrubber)), is_element ? pinned->buffer->access->buffer : NULL,
                           is_element ? pinned->head : NULL, &caches, self->counting, on_counted, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static gboolean
shows_counts (TlDataPane *self)
{
  return self->mode != 0 && self->mode != THREADS;
}

/* The loop of which all blocks are shown; 0: one block is. */
static TlNodeId
loop_of_all (TlDataPane *self)
{
  TlNodeId node = tl_selection_primary (tl_session_selection (session_of (self)));

  return self->wants_all && self->layout != NULL && self->blocks->len > 1 && loop_index (self, node) >= 0 ? node : 0;
}

/* Beside the regions of one block. */
static void
find_contents (TlDataPane *self)
{
  TlCaches caches = caches_of (self);
  gboolean shows = self->layout != NULL && self->mode == 0 && loop_of_all (self) == 0;

  tl_contents_bar_show (TL_CONTENTS_BAR (self->contents), shows ? self->shown : NULL, self->layout, (guint) (marked_loop (self) + 1),
                        tl_scrubber_position (TL_SCRUBBER (self->scrubber)), &caches);
}

/* Regions show at once; counts of an iteration follow when the position rests for a moment. */
static void
show_mode (TlDataPane *self)
{
  find_contents (self);
  gtk_widget_set_visible (self->cache, shows_counts (self) && counts_kind (self) == TL_COUNTS_MISSES);
  gtk_widget_set_visible (self->legend, shows_counts (self));
  tl_data_view_set_shows_threads (TL_DATA_VIEW (self->view), self->mode == THREADS);
  show_slice_look (self);
  if (!shows_counts (self))
    {
      stop_counting (self);
      if (self->counts != NULL)
        {
          forget_counts (self);
          tl_data_view_set_counts (TL_DATA_VIEW (self->view), NULL, NULL);
        }
    }
  else if (self->layout != NULL)
    {
      show_counts (self);
      if (self->counts == NULL && self->counting == NULL && self->count_source == 0)
        self->count_source = g_timeout_add (COUNT_DELAY_MS, count, self);
    }
}

static void
on_mode (GtkToggleButton *button, gpointer user_data)
{
  TlDataPane *self = user_data;

  if (!gtk_toggle_button_get_active (button))
    return;
  self->mode = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "mode"));
  show_mode (self);
}

/* Counts and threads are those of one block. */
static void
show_groups (TlDataPane *self)
{
  TlNodeId loop = loop_of_all (self);
  TlCaches caches = caches_of (self);
  gboolean shows_all = tl_block_groups_show (TL_BLOCK_GROUPS (self->groups), loop != 0 ? self->nest : NULL, loop,
                                             tl_scrubber_position (TL_SCRUBBER (self->scrubber)), &caches);

  gtk_stack_set_visible_child_name (GTK_STACK (self->pictures), shows_all ? "all" : "one");
  for (guint mode = 1; mode < N_MODES; mode++)
    gtk_widget_set_sensitive (self->modes[mode], !shows_all);
  if (shows_all)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->modes[0]), TRUE);
}

static void
show_position (TlDataPane *self, gboolean goes_on)
{
  TlTarget target = tl_session_target (session_of (self));
  gint     selected = marked_loop (self);

  stop_counting (self);
  forget_counts (self);
  tl_data_view_show (TL_DATA_VIEW (self->view), self->layout, tl_scrubber_position (TL_SCRUBBER (self->scrubber)), selected, &target,
                     goes_on);
  tl_slice_strip_show (TL_SLICE_STRIP (self->slices), self->layout, tl_scrubber_position (TL_SCRUBBER (self->scrubber)), selected,
                       MAX (target.num_cores, 1));
  show_groups (self);
  show_mode (self);
}

static void
go_to_thread (TlDataPane *self)
{
  if (self->layout != NULL)
    tl_thread_follow (TL_SCRUBBER (self->scrubber), self->layout, tl_session_selection (session_of (self)));
}

/* Earlier iterations stay visible while it plays. */
static void
on_moved (TlDataPane *self)
{
  show_position (self, tl_scrubber_is_playing (TL_SCRUBBER (self->scrubber)));
  tl_thread_tell (TL_SCRUBBER (self->scrubber), self->layout, tl_session_selection (session_of (self)));
}

/* --- which block --- */

static gboolean
has_block (GArray *blocks, TlNodeId block)
{
  for (guint i = 0; i < blocks->len; i++)
    if (g_array_index (blocks, TlNodeId, i) == block)
      return TRUE;
  return FALSE;
}

/* A block that is shown already stays while the selection is a loop around it. */
static TlNodeId
wanted_block (TlDataPane *self)
{
  TlNodeId node = tl_selection_primary (tl_session_selection (session_of (self)));

  g_array_unref (self->blocks);
  self->blocks = tl_data_blocks (self->nest, node);
  if (self->chosen != 0 && has_block (self->blocks, self->chosen))
    return self->chosen;
  self->chosen = 0;
  if (node != 0 && has_block (self->blocks, self->shown_block))
    return self->shown_block;
  return tl_data_main_block (self->nest, node);
}

static void
fill_list (TlDataPane *self, TlNodeId block)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint                     shown = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      TlNodeId id = g_array_index (self->blocks, TlNodeId, i);

      gtk_string_list_append (names, self->nest->items[tl_nest_find (self->nest, id)].label);
      if (id == block)
        shown = i;
    }
  if (self->blocks->len > 1 && loop_index (self, tl_selection_primary (tl_session_selection (session_of (self)))) >= 0)
    gtk_string_list_append (names, _("All Blocks"));
  if (loop_of_all (self) != 0)
    shown = self->blocks->len;
  self->is_filling = TRUE;
  tl_drop_down_show (GTK_DROP_DOWN (self->list), names, shown);
  self->is_filling = FALSE;
  gtk_widget_set_visible (self->list, self->blocks->len > 1);
}

static void
set_title (TlDataPane *self, TlNodeId block)
{
  gint             index = tl_nest_find (self->nest, block);
  g_autofree char *title = self->blocks->len > 1 || index < 0 ? g_strdup (_("Data of"))
                                                               : g_strdup_printf (_("Data of %s"), self->nest->items[index].label);

  gtk_label_set_text (GTK_LABEL (self->title), index >= 0 ? title : _("Data"));
}

/* The layout points into the nest; what shows them lets go first. */
static void
forget_layout (TlDataPane *self)
{
  TlCaches caches = { 0 };

  forget_counts (self);
  tl_contents_bar_show (TL_CONTENTS_BAR (self->contents), NULL, NULL, 0, NULL, NULL);
  tl_data_view_show (TL_DATA_VIEW (self->view), NULL, NULL, -1, NULL, FALSE);
  stop_counting (self);   /* what was pinned is no longer, which would be counted for */
  tl_scrubber_set_tiles (TL_SCRUBBER (self->scrubber), NULL);
  tl_counts_legend_show (TL_COUNTS_LEGEND (self->legend), NULL, NULL, 0, 0, &caches);
  tl_slice_strip_show (TL_SLICE_STRIP (self->slices), NULL, NULL, -1, 0);
  g_clear_pointer (&self->layout, tl_data_layout_free);
  self->shown_block = 0;
}

/* Threads can be shown where a loop runs in parallel or is bound. */
static void
offer_threads (TlDataPane *self)
{
  gboolean has_threads = self->layout != NULL
                         && tl_thread_mapping_of (self->layout->module, self->layout->tiles, 1).kind != TL_THREADS_NONE;

  gtk_widget_set_visible (self->modes[THREADS], has_threads);
  if (!has_threads && self->mode == THREADS)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->modes[0]), TRUE);
}

static TlDataLayout *
make_layout (TlDataPane *self, TlNodeId block)
{
  if (block != 0 && block == self->sides_block)
    return tl_data_layout_new_along (self->nest, block, self->sides[TL_DATA_ROWS], self->sides[TL_DATA_COLUMNS]);
  return block != 0 ? tl_data_layout_new (self->nest, block) : NULL;
}

static void
show_block (TlDataPane *self, TlNodeId block)
{
  if (self->layout == NULL || block != self->shown_block)
    {
      forget_layout (self);
      self->layout = make_layout (self, block);
      self->shown_block = block;
      tl_scrubber_set_tiles (TL_SCRUBBER (self->scrubber), self->layout != NULL ? self->layout->tiles : NULL);
    }
  fill_list (self, block);
  set_title (self, block);
  offer_threads (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->layout != NULL ? "data" : "none");
  tl_scrubber_select (TL_SCRUBBER (self->scrubber), marked_loop (self));
  show_position (self, FALSE);
  go_to_thread (self);
}

static void
refresh (GtkWidget *widget)
{
  TlDataPane *self = TL_DATA_PANE (widget);
  TlVariant  *variant = tl_session_current (session_of (self));
  TlState    *state = variant != NULL ? tl_session_state (session_of (self)) : NULL;
  const char *func_name = tl_session_func_name (session_of (self));
  TlNodeId    before = self->shown_block;

  if (state == NULL || func_name == NULL)
    {
      forget_layout (self);
      g_clear_pointer (&self->nest, tl_nest_free);
      g_clear_pointer (&self->shown, tl_state_unref);
      return;
    }
  if (state != self->shown || strcmp (self->nest->func_name, func_name) != 0)
    {
      forget_layout (self);
      g_clear_pointer (&self->nest, tl_nest_free);
      g_clear_pointer (&self->shown, tl_state_unref);
      self->shown = tl_state_ref (state);
      self->nest = tl_nest_new_from (tl_state_module (tl_session_root (session_of (self))), tl_state_module (state), func_name);
      self->shown_block = before;
    }
  show_block (self, wanted_block (self));
}

static void
refresh_soon (TlDataPane *self)
{
  tl_after_frame_ask (self->refresh);
}

/* --- input --- */

static void
on_listed (TlDataPane *self)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->list));

  if (self->is_filling || index > self->blocks->len)
    return;
  self->wants_all = index == self->blocks->len;
  if (!self->wants_all)
    self->chosen = g_array_index (self->blocks, TlNodeId, index);
  refresh_soon (self);
}

static void
on_block_picked (GtkWidget *groups, guint block, gpointer user_data)
{
  TlDataPane *self = user_data;

  tl_selection_pick (tl_session_selection (session_of (self)), block);
}

static void
on_loop_picked (GtkWidget *source, guint index, gpointer user_data)
{
  TlDataPane *self = user_data;

  tl_selection_pick (tl_session_selection (session_of (self)), self->layout->tiles->loops[index]->loop.id);
}

static void
on_loop_hovered (GtkWidget *view, gint index, gpointer user_data)
{
  TlDataPane *self = user_data;

  tl_selection_hover (tl_session_selection (session_of (self)), index >= 0 ? self->layout->tiles->loops[index]->loop.id : 0);
}

/* The ruler applies it as one step, or says why it does not. */
static void
on_split (GtkWidget *view, guint index, gint64 factor, gpointer user_data)
{
  TlDataPane *self = user_data;
  GtkWidget  *ruler = tl_editor_split_ruler (self->editor);

  if (ruler == NULL)
    return;
  tl_selection_pick (tl_session_selection (session_of (self)), self->layout->tiles->loops[index]->loop.id);
  if (tl_split_ruler_open (TL_SPLIT_RULER (ruler), FALSE, NULL))
    tl_split_ruler_apply (TL_SPLIT_RULER (ruler), factor);
}

/* The pointer is over a loop, in this pane or another one. */
static void
on_hover_changed (TlDataPane *self)
{
  tl_data_view_set_hovered (TL_DATA_VIEW (self->view), loop_index (self, tl_selection_hovered (tl_session_selection (session_of (self)))));
}

/* From the loop whose iteration is marked to the next one out (-1) or in (1). */
static void
pick_next_loop (TlDataPane *self, gint by)
{
  gint n_loops = (gint) self->layout->tiles->n_loops, marked = marked_loop (self);
  gint next = marked < 0 ? n_loops + MIN (by, 0) : marked + by;

  if (next >= 0 && next < n_loops)
    tl_selection_pick (tl_session_selection (session_of (self)), self->layout->tiles->loops[next]->loop.id);
}

/* The first iteration that touches the slice, with as many loops as possible where they are. */
static void
on_slice_picked (TlDataPane *self, guint dim, gint64 slice)
{
  const TlBlockTiles *tiles = self->layout->tiles;
  g_autofree gint64  *position = g_memdup2 (tl_scrubber_position (TL_SCRUBBER (self->scrubber)), sizeof (gint64) * (tiles->n_loops + 1));

  if (tl_block_tiles_seek (tiles, self->layout->buffers[0].index, dim, slice, position))
    tl_scrubber_go_to (TL_SCRUBBER (self->scrubber), position);
}

static void
on_sides_chosen (TlDataPane *self, gint rows, gint columns)
{
  TlNodeId           block = self->shown_block;
  g_autofree gint64 *position = g_memdup2 (tl_scrubber_position (TL_SCRUBBER (self->scrubber)),
                                           sizeof (gint64) * (self->layout->tiles->n_loops + 1));

  self->sides_block = block;
  self->sides[TL_DATA_ROWS] = rows;
  self->sides[TL_DATA_COLUMNS] = columns;
  forget_layout (self);
  show_block (self, block);
  if (self->layout != NULL)
    tl_scrubber_go_to (TL_SCRUBBER (self->scrubber), position);
}

static void
on_region_changed (TlDataPane *self)
{
  if (self->layout != NULL && shows_counts (self))   /* with the reuses of the element; until then those before stay */
    {
      stop_counting (self);
      self->count_source = g_timeout_add (COUNT_DELAY_MS, count, self);
    }
  tl_touch_bar_show (TL_TOUCH_BAR (self->touches), tl_session_selection (session_of (self)), self->shown,
                     self->nest != NULL ? self->nest->func_name : NULL, tl_data_view_pinned (TL_DATA_VIEW (self->view)));
}

static gboolean
on_view_key (TlDataPane *self, guint keyval, GdkModifierType modifiers)
{
  if (keyval != GDK_KEY_Page_Up && keyval != GDK_KEY_Page_Down)
    return tl_data_view_handle_key (TL_DATA_VIEW (self->view), keyval, modifiers);
  pick_next_loop (self, keyval == GDK_KEY_Page_Up ? -1 : 1);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  TlDataPane *self = user_data;

  if ((modifiers & GDK_ALT_MASK) != 0 || self->layout == NULL)
    return FALSE;
  if (gtk_widget_has_focus (self->view) && on_view_key (self, keyval, modifiers))
    return TRUE;
  if ((modifiers & GDK_CONTROL_MASK) != 0)
    return FALSE;
  if (tl_scrubber_handle_key (TL_SCRUBBER (self->scrubber), keyval))
    return TRUE;
  if (keyval >= GDK_KEY_1 && keyval < GDK_KEY_1 + N_MODES && gtk_widget_get_visible (self->modes[keyval - GDK_KEY_1]))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->modes[keyval - GDK_KEY_1]), TRUE);
  else
    return FALSE;
  return TRUE;
}

/* --- object --- */

static void
tl_data_pane_dispose (GObject *object)
{
  TlDataPane *self = TL_DATA_PANE (object);
  GtkWidget  *child;

  g_clear_pointer (&self->refresh, tl_after_frame_free);
  if (self->view != NULL)
    forget_layout (self);   /* and stops counting */
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->view = self->legend = self->scrubber = self->touches = self->slices = self->contents = NULL;
  g_clear_pointer (&self->nest, tl_nest_free);
  g_clear_pointer (&self->shown, tl_state_unref);
  g_clear_pointer (&self->blocks, g_array_unref);
  g_clear_object (&self->head);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_data_pane_parent_class)->dispose (object);
}

static void
tl_data_pane_class_init (TlDataPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_data_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "datapane");
}

static GtkWidget *
make_head (TlDataPane *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->title = gtk_label_new ("");
  gtk_widget_add_css_class (self->title, "heading");
  gtk_box_append (GTK_BOX (head), self->title);
  self->list = gtk_drop_down_new (NULL, NULL);
  gtk_widget_add_css_class (self->list, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Block"), -1);
  g_signal_connect_swapped (self->list, "notify::selected", G_CALLBACK (on_listed), self);
  gtk_box_append (GTK_BOX (head), self->list);
  return head;
}

static GtkWidget *
make_modes (TlDataPane *self)
{
  static const char *const caches[] = { "L1", "L2", "L3", NULL };
  GtkWidget               *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (linked, "linked");
  for (guint mode = 0; mode < N_MODES; mode++)
    {
      const char *title = mode == 0 ? _("Region") : mode == THREADS ? _("Threads") : tl_counts_title ((TlCountsKind) (mode - 1));

      self->modes[mode] = gtk_toggle_button_new_with_label (title);
      gtk_widget_add_css_class (self->modes[mode], "mode");
      if (mode == 0)
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->modes[0]), TRUE);
      else
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->modes[mode]), GTK_TOGGLE_BUTTON (self->modes[0]));
      g_object_set_data (G_OBJECT (self->modes[mode]), "mode", GUINT_TO_POINTER (mode));
      g_signal_connect (self->modes[mode], "toggled", G_CALLBACK (on_mode), self);
      gtk_box_append (GTK_BOX (linked), self->modes[mode]);
    }
  self->cache = gtk_drop_down_new_from_strings (caches);
  gtk_widget_add_css_class (self->cache, "small");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->cache), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Cache"), -1);
  g_signal_connect_swapped (self->cache, "notify::selected", G_CALLBACK (show_mode), self);
  gtk_widget_set_visible (self->cache, FALSE);
  self->spinner = gtk_spinner_new ();
  self->problem = gtk_label_new ("");
  gtk_label_set_ellipsize (GTK_LABEL (self->problem), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->problem, "dim-label");
  gtk_box_append (GTK_BOX (row), linked);
  gtk_box_append (GTK_BOX (row), self->cache);
  gtk_box_append (GTK_BOX (row), tl_contents_bar_choice (TL_CONTENTS_BAR (self->contents)));
  gtk_box_append (GTK_BOX (row), self->spinner);
  gtk_box_append (GTK_BOX (row), self->problem);
  gtk_widget_add_css_class (row, "modes");
  return row;
}

static GtkWidget *
make_body (TlDataPane *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *none = gtk_label_new (_("No block accesses a buffer here"));
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->groups = tl_block_groups_new ();
  self->pictures = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->pictures), FALSE);
  gtk_stack_add_named (GTK_STACK (self->pictures), tl_scale_bin_new_scrolled (self->view, VIEW_HEIGHT), "one");
  gtk_stack_add_named (GTK_STACK (self->pictures), tl_scale_bin_new_scrolled (self->groups, VIEW_HEIGHT), "all");
  self->legend = tl_counts_legend_new ();
  gtk_widget_set_visible (self->legend, FALSE);
  self->scrubber = tl_scrubber_new ();
  gtk_box_append (GTK_BOX (row), self->pictures);
  gtk_box_append (GTK_BOX (row), self->legend);
  gtk_box_append (GTK_BOX (body), row);
  gtk_box_append (GTK_BOX (body), self->scrubber);
  gtk_widget_add_css_class (none, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), body, "data");
  gtk_stack_add_named (GTK_STACK (self->stack), none, "none");
  return self->stack;
}

/* A row that may be wider than the pane. */
static GtkWidget *
scrolling (GtkWidget *row)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), row);
  return scroller;
}

static void
tl_data_pane_init (TlDataPane *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->head = g_object_ref_sink (make_head (self));
  self->view = tl_data_view_new ();
  self->contents = tl_contents_bar_new (TL_DATA_VIEW (self->view));
  gtk_widget_set_parent (scrolling (make_modes (self)), GTK_WIDGET (self));
  gtk_widget_set_parent (self->contents, GTK_WIDGET (self));
  self->slices = tl_slice_strip_new ();
  gtk_widget_set_parent (self->slices, GTK_WIDGET (self));
  self->touches = tl_touch_bar_new ();
  gtk_widget_set_parent (self->touches, GTK_WIDGET (self));
  gtk_widget_set_parent (make_body (self), GTK_WIDGET (self));
  g_signal_connect_swapped (self->legend, "changed", G_CALLBACK (show_look), self);
  g_signal_connect_swapped (self->view, "region-changed", G_CALLBACK (on_region_changed), self);
  g_signal_connect_swapped (self->slices, "slice-picked", G_CALLBACK (on_slice_picked), self);
  g_signal_connect_swapped (self->slices, "sides-chosen", G_CALLBACK (on_sides_chosen), self);
  g_signal_connect_swapped (self->touches, "cleared", G_CALLBACK (tl_data_view_unpin), self->view);
  g_signal_connect_swapped (self->scrubber, "moved", G_CALLBACK (on_moved), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
tl_data_pane_new (TlEditor *editor)
{
  TlDataPane *self = g_object_new (TL_TYPE_DATA_PANE, NULL);
  TlSession  *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect (self->view, "loop-picked", G_CALLBACK (on_loop_picked), self);
  g_signal_connect (self->view, "loop-hovered", G_CALLBACK (on_loop_hovered), self);
  g_signal_connect (self->view, "split", G_CALLBACK (on_split), self);
  g_signal_connect (self->view, "block-picked", G_CALLBACK (on_block_picked), self);
  g_signal_connect (self->groups, "block-picked", G_CALLBACK (on_block_picked), self);
  g_signal_connect (self->scrubber, "loop-picked", G_CALLBACK (on_loop_picked), self);
  g_signal_connect_object (tl_session_selection (session), "hover-changed", G_CALLBACK (on_hover_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "thread-picked", G_CALLBACK (tl_selection_pick_thread), tl_session_selection (session),
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "thread-changed", G_CALLBACK (go_to_thread), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
tl_data_pane_step_loop (TlDataPane *self, TlNodeId loop, gint by)
{
  gint index = loop_index (self, loop);

  if (index >= 0)
    tl_scrubber_step_loop (TL_SCRUBBER (self->scrubber), (guint) index, by);
}

GtkWidget *
tl_data_pane_head (TlDataPane *self)
{
  return self->head;
}
