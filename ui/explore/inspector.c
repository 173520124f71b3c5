/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/inspector.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "core/draw/draw-cache-bar.h"
#include "core/session/steps/split-plan.h"
#include "ui/explore/primitive-list.h"
#include "ui/explore/split-ruler.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define MAX_QUICK_BUTTONS 6

struct _TlInspector
{
  GtkWidget  parent_instance;
  TlEditor     *editor;
  GtkWidget    *content;      /* box, refilled after each change */
  TlState      *shown;        /* the state that it was filled for */
  TlNodeId      shown_node;
  const TlPrimFunc *shown_func;   /* of @shown */
  TlAfterFrame *refresh;
};

G_DEFINE_FINAL_TYPE (TlInspector, tl_inspector, GTK_TYPE_WIDGET)

static TlSession *
session_of (TlInspector *self)
{
  return tl_editor_session (self->editor);
}

static GtkWidget *
add_label (TlInspector *self, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (self->content), label);
  return label;
}

static GtkWidget *
add_grid (TlInspector *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_box_append (GTK_BOX (self->content), grid);
  return grid;
}

static void
grid_cell (GtkWidget *grid, int column, int row, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 26);
  tl_widget_set_tip (label, text);
  gtk_widget_set_hexpand (label, column > 1);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

/* --- footprints --- */

typedef struct
{
  gint64        bytes;
  TlMemoryMarks marks;
} CacheBar;

static void
draw_bar (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const CacheBar *bar = user_data;

  tl_draw_cache_bar (cr, bar->bytes, &bar->marks, palette, width, height);
}

static void
add_level (GtkWidget *grid, int row, const char *name, gint64 bytes, const TlMemoryMarks *marks, gboolean is_selected)
{
  g_autofree char *size = tl_format_bytes (bytes), *verdict = tl_memory_marks_text (marks, bytes);
  g_autofree char *text = g_strdup_printf ("%s · %s", size, verdict);
  CacheBar         shown = { bytes, *marks };
  GtkWidget       *bar = tl_picture_new (draw_bar, g_memdup2 (&shown, sizeof shown), g_free);

  grid_cell (grid, 0, row, name, is_selected ? "monospace-bold" : "monospace");
  tl_picture_set_size (TL_PICTURE (bar), 110, 28);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_grid_attach (GTK_GRID (grid), bar, 1, row, 1, 1);
  grid_cell (grid, 2, row, text, "caption");
}

/* Bytes per iteration of each loop, from the selected node outwards. */
static void
add_footprints (TlInspector *self, const TlModule *module, TlNodeId node)
{
  g_autoptr (TlPath)    path = tl_path_find (module, node);
  g_autoptr (GPtrArray) loops = path != NULL ? tl_path_loops (path) : NULL;
  g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
  const TlStmt         *target = path != NULL ? tl_path_target (path) : NULL;
  TlTarget              machine = tl_session_target (tl_editor_session (self->editor));
  TlMemoryMarks         marks = tl_memory_marks_of (&machine);
  GtkWidget            *grid;
  int                   row = 0;

  if (loops == NULL)
    return;
  if (target->kind == TL_STMT_FOR)
    g_ptr_array_add (loops, (gpointer) target);
  if (loops->len == 0)
    return;
  add_label (self, _("Footprint per Iteration"), "section-heading");
  grid = add_grid (self);
  for (guint i = 0; i < loops->len; i++)
    {
      const TlStmt *loop = g_ptr_array_index (loops, i);
      TlFootprint  *footprint = tl_footprint_of (arena, module, loop->loop.id);

      if (footprint != NULL)
        add_level (grid, row++, loop->loop.var->name, footprint->total_bytes, &marks, loop->loop.id == node);
    }
}

/* --- loops and blocks --- */

static void
on_quick (GtkButton *button, gpointer user_data)
{
  TlInspector *self = user_data;

  tl_editor_start (self->editor, g_object_get_data (G_OBJECT (button), "primitive"), FALSE, GTK_WIDGET (button));
}

/* Shows only primitives with a shortcut, which are the most common ones. */
static void
add_quick_buttons (TlInspector *self)
{
  GtkWidget         *flow = gtk_flow_box_new ();
  const TlPrimitive *primitive;
  guint              n = 0;

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 4);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (flow), 3);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 6);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 6);
  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL && n < MAX_QUICK_BUTTONS; i++)
    if (primitive->shortcut != NULL && primitive->n_params > 0
        && (primitive->params[0].kind == TL_PARAM_LOOP || primitive->params[0].kind == TL_PARAM_LOOPS))
      {
        g_autofree char *label = g_strdup (primitive->title);
        g_autofree char *tip = g_strdup_printf ("%s  (%s)", primitive->summary, primitive->shortcut);
        char            *space = strchr (label, ' ');
        GtkWidget       *button;

        if (space != NULL)
          *space = '\0';
        button = gtk_button_new_with_label (label);
        gtk_widget_add_css_class (button, "quick");
        tl_widget_set_tip (button, tip);
        g_object_set_data (G_OBJECT (button), "primitive", (gpointer) primitive);
        g_signal_connect (button, "clicked", G_CALLBACK (on_quick), self);
        gtk_flow_box_append (GTK_FLOW_BOX (flow), button);
        n++;
      }
  gtk_box_append (GTK_BOX (self->content), flow);
}

static void
on_change_factors (GtkButton *button, gpointer user_data)
{
  TlInspector *self = user_data;
  GtkWidget   *ruler = tl_editor_split_ruler (self->editor);
  TlState     *step = tl_split_step_of_loop (self->shown, self->shown_node);

  if (ruler != NULL && step != NULL)
    tl_split_ruler_open_step (TL_SPLIT_RULER (ruler), step, GTK_WIDGET (button));
}

/* Of a loop that a split made. */
static void
add_change_factors (TlInspector *self, TlNodeId loop)
{
  TlState         *step = tl_split_step_of_loop (tl_variant_state (tl_session_current (session_of (self))), loop);
  g_autofree char *sentence = step != NULL ? tl_state_describe (step) : NULL, *tip = NULL;
  GtkWidget       *button;

  if (step == NULL)
    return;
  button = gtk_button_new_with_label (_("Change Factors…"));
  tip = g_strdup_printf (_("%s: take other factors and replay the later steps"), sentence);
  gtk_widget_add_css_class (button, "quick");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  tl_widget_set_tip (button, tip);
  g_signal_connect (button, "clicked", G_CALLBACK (on_change_factors), self);
  gtk_box_append (GTK_BOX (self->content), button);
}

static void
add_annotations (TlInspector *self, const TlAttrs *annotations)
{
  GtkWidget *grid;

  if (annotations->n == 0)
    return;
  add_label (self, _("Annotations"), "section-heading");
  grid = add_grid (self);
  for (guint i = 0; i < annotations->n; i++)
    {
      g_autofree char *value = tl_value_to_text (&annotations->values[i]);

      grid_cell (grid, 0, (int) i, annotations->keys[i], "monospace");
      grid_cell (grid, 2, (int) i, value, "monospace");
    }
}

static void
add_axes (TlInspector *self, const TlBlock *block)
{
  GtkWidget *grid;

  if (block->n_axes == 0)
    return;
  add_label (self, _("Block Axes"), "section-heading");
  grid = add_grid (self);
  for (guint i = 0; i < block->n_axes; i++)
    {
      const TlBlockAxis *axis = &block->axes[i];
      g_autofree char   *extent = tl_expr_to_text (axis->dom.extent);
      g_autofree char   *binding = tl_expr_to_text (block->bindings[i]);
      g_autofree char   *kind = g_strdup_printf ("%s %s", axis->kind == TL_AXIS_REDUCE ? "Σ" : tl_axis_kind_letter (axis->kind), extent);
      g_autofree char   *equals = g_strdup_printf ("= %s", binding);

      grid_cell (grid, 0, (int) i, axis->var->name, "monospace-bold");
      grid_cell (grid, 1, (int) i, kind, "monospace");
      grid_cell (grid, 2, (int) i, equals, "monospace");
    }
}

/* Axes of the blocks inside the loop that are bound to it. */
static void
add_fed_axes (TlInspector *self, const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (loop->loop.body);
  GtkWidget            *grid = NULL;
  int                   row = 0;

  for (guint b = 0; b < blocks->len; b++)
    {
      const TlBlock *block = &((const TlStmt *) g_ptr_array_index (blocks, b))->block;

      for (guint i = 0; i < block->n_axes; i++)
        if (tl_program_view_axis_uses_loop (block, i, loop))
          {
            g_autofree char *binding = tl_expr_to_text (block->bindings[i]);
            g_autofree char *name = g_strdup_printf ("%s.%s", block->name, block->axes[i].var->name);
            g_autofree char *equals = g_strdup_printf ("= %s", binding);

            if (grid == NULL)
              {
                add_label (self, _("Block Axes That Use the Loop"), "section-heading");
                grid = add_grid (self);
              }
            grid_cell (grid, 0, row, name, "monospace-bold");
            grid_cell (grid, 1, row, block->axes[i].kind == TL_AXIS_REDUCE ? "Σ" : tl_axis_kind_letter (block->axes[i].kind), "monospace");
            grid_cell (grid, 2, row, equals, "monospace");
            row++;
          }
    }
}

static void
show_loop (TlInspector *self, const TlModule *module, const TlStmt *stmt)
{
  g_autofree char *extent = tl_expr_to_text (stmt->loop.extent);
  g_autofree char *title = g_strdup_printf (_("Loop %s"), stmt->loop.var->name);
  g_autofree char *facts = g_strdup_printf (_("extent %s · %s%s%s"), extent, tl_loop_look_title (tl_loop_look (&stmt->loop)),
                                            stmt->loop.thread != NULL ? " " : "", stmt->loop.thread != NULL ? stmt->loop.thread : "");

  add_label (self, title, "title-3");
  add_label (self, facts, "dim-label");
  add_quick_buttons (self);
  add_change_factors (self, stmt->loop.id);
  add_fed_axes (self, stmt);
  add_footprints (self, module, stmt->loop.id);
  add_annotations (self, &stmt->loop.annotations);
}

static void
show_block (TlInspector *self, const TlModule *module, const TlStmt *stmt)
{
  const TlBlock   *block = &stmt->block;
  g_autofree char *title = g_strdup_printf (_("Block %s"), block->name);

  add_label (self, title, "title-3");
  add_label (self, block->init != NULL ? _("reduction with an init statement") : _("no init statement"), "dim-label");
  if (block->predicate != NULL && !tl_expr_is_true (block->predicate))
    {
      g_autofree char *predicate = tl_expr_to_text (block->predicate);
      g_autofree char *text = g_strdup_printf (_("predicate: %s"), predicate);

      add_label (self, text, "monospace");
    }
  add_axes (self, block);
  add_footprints (self, module, block->id);
  add_annotations (self, &block->annotations);
}

static void
show_function (TlInspector *self)
{
  const TlPrimFunc *func = tl_session_func (session_of (self));
  double            flops = tl_session_flops (session_of (self));
  GtkWidget        *grid;

  add_label (self, func->name, "title-3");
  if (flops > 0)
    {
      g_autofree char *count = tl_format_count ((gint64) flops);
      g_autofree char *text = g_strdup_printf (_("%s operations per call"), count);

      add_label (self, text, "dim-label");
    }
  else if (flops < 0)
    {
      g_autofree char *formula = tl_func_flops_text (func);
      g_autofree char *text = g_strdup_printf (_("%s operations per call"), formula);

      add_label (self, text, "dim-label");
    }
  add_label (self, _("Parameters"), "section-heading");
  grid = add_grid (self);
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;

      grid_cell (grid, 0, (int) i, func->params[i].name, "monospace-bold");
      if (buffer != NULL)
        {
          GString         *shape = g_string_new (NULL);
          gint64           n = tl_buffer_n_elements (buffer);
          g_autofree char *bytes = tl_format_bytes (n < 0 ? -1 : n * tl_dtype_bytes (buffer->dtype));
          g_autofree char *text = NULL;

          for (guint d = 0; d < buffer->n_dims; d++)
            {
              g_string_append (shape, d > 0 ? "×" : "");
              tl_expr_append_text (shape, buffer->shape[d]);
            }
          text = g_strdup_printf ("%s %s · %s", shape->str, tl_dtype_name (buffer->dtype), bytes);
          grid_cell (grid, 2, (int) i, text, "monospace");
          g_string_free (shape, TRUE);
        }
    }
  add_label (self, _("Select a loop or a block to see its properties and the primitives that apply to it."), "dim-label");
}

static void
refresh (GtkWidget *widget)
{
  TlInspector  *self = TL_INSPECTOR (widget);
  TlVariant    *variant = tl_session_current (session_of (self));
  TlNodeId      node = tl_selection_primary (tl_session_selection (session_of (self)));
  TlState      *state = variant != NULL ? tl_session_state (session_of (self)) : NULL;
  const TlStmt *stmt;
  GtkWidget    *child;

  if (state == self->shown && node == self->shown_node && tl_session_func (session_of (self)) == self->shown_func)
    return;
  while ((child = gtk_widget_get_first_child (self->content)) != NULL)
    gtk_box_remove (GTK_BOX (self->content), child);
  g_clear_pointer (&self->shown, tl_state_unref);
  self->shown_node = node;
  if (state == NULL)
    return;
  self->shown = tl_state_ref (state);
  self->shown_func = tl_session_func (session_of (self));
  stmt = node != 0 ? tl_module_find (tl_state_module (state), node) : NULL;
  if (stmt == NULL)
    show_function (self);
  else if (stmt->kind == TL_STMT_FOR)
    show_loop (self, tl_state_module (state), stmt);
  else
    show_block (self, tl_state_module (state), stmt);
}

static void
refresh_soon (TlInspector *self)
{
  tl_after_frame_ask (self->refresh);
}

static void
tl_inspector_dispose (GObject *object)
{
  TlInspector *self = TL_INSPECTOR (object);
  GtkWidget   *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->refresh, tl_after_frame_free);
  g_clear_pointer (&self->shown, tl_state_unref);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_inspector_parent_class)->dispose (object);
}

static void
tl_inspector_class_init (TlInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
}

static void
tl_inspector_init (TlInspector *self)
{
  self->refresh = tl_after_frame_new (GTK_WIDGET (self), refresh);
}

GtkWidget *
tl_inspector_new (TlEditor *editor)
{
  TlInspector *self = g_object_new (TL_TYPE_INSPECTOR, NULL);
  TlSession   *session = tl_editor_session (editor);
  GtkWidget   *scroller = gtk_scrolled_window_new ();
  GtkWidget   *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->editor = g_object_ref (editor);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (column), self->content);
  gtk_box_append (GTK_BOX (column), tl_primitive_list_new (editor));
  gtk_widget_add_css_class (column, "inspector-content");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), column);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
  g_signal_connect_object (session, "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  refresh (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
