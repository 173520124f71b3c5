/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/canvas/nest-row.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/draw/draw-nest-lines.h"
#include "core/session/program-view.h"
#include "ui/widgets/tip.h"

#define NOTE_GAP   8    /* around the note */
#define LONG_CHARS 32   /* longer texts are not asked room for */

struct _TlNestRow
{
  GtkWidget  parent_instance;
  TlNodeId   id;
  guint      index;
  gboolean   is_loop;
  gboolean   is_line;
  gboolean   is_folded;
  gboolean   is_selected;
  int        text_width;    /* -1: all of it */
  /* Owned children */
  GtkWidget *content;       /* from the left */
  GtkWidget *note;          /* nullable: the kind in words, or the code; shown where there is room between the others */
  GtkWidget *glyph;         /* nullable: at the right edge */
  /* Borrowed from content */
  GtkWidget *fold_button;   /* nullable */
  GtkWidget *name;          /* nullable: of a loop, whose extent before comes after it */
  GtkWidget *former;        /* nullable: that */
  GtkWidget *mark;          /* nullable: what another pane says of it */
  const char *kind;         /* static: a loop's kind in words, "" for serial; NULL: no loop, or the inside of a folded one */
  char      *description;   /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (TlNestRow, tl_nest_row, GTK_TYPE_WIDGET)

/* --- size --- */

static int
natural_width (GtkWidget *widget)
{
  int width = 0;

  if (widget != NULL)
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return width;
}

static void
tl_nest_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  TlNestRow *self = TL_NEST_ROW (widget);

  gtk_widget_measure (self->content, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->glyph != NULL)
    {
      int width = natural_width (self->glyph) + NOTE_GAP;

      *minimum += width;
      *natural += width;
    }
}

static void
allocate_at (GtkWidget *child, int x, int width, int height)
{
  gtk_widget_allocate (child, width, height, -1, gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) x, 0)));
}

static void
place_children (TlNestRow *self, int width, int height)
{
  int glyph = natural_width (self->glyph), note = natural_width (self->note), left = natural_width (self->content);
  int room = self->text_width >= 0 ? MIN (width, self->text_width) : width, minimum;

  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  left = MAX (minimum, MIN (left, room - glyph));
  if (!self->is_line && !self->is_loop)
    left = width;   /* a card */
  allocate_at (self->content, 0, left, height);
  if (self->glyph != NULL)
    allocate_at (self->glyph, MAX (left, width - glyph), glyph, height);
  if (self->note == NULL)
    return;
  gtk_widget_set_child_visible (self->note, left + note + glyph + 2 * NOTE_GAP <= room);
  if (gtk_widget_get_child_visible (self->note))
    allocate_at (self->note, room - glyph - NOTE_GAP - note, note, height);
}

static void
tl_nest_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  place_children (TL_NEST_ROW (widget), width, height);
}

/* --- object --- */

static void
tl_nest_row_dispose (GObject *object)
{
  TlNestRow *self = TL_NEST_ROW (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->note, gtk_widget_unparent);
  g_clear_pointer (&self->glyph, gtk_widget_unparent);
  g_clear_pointer (&self->description, g_free);
  G_OBJECT_CLASS (tl_nest_row_parent_class)->dispose (object);
}

static gboolean
tl_nest_row_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  TlNestRow       *self = TL_NEST_ROW (widget);
  const char      *wheel = self->is_loop ? _("Alt and the wheel move its iteration in the data") : NULL;
  g_autofree char *both = self->description != NULL && wheel != NULL ? g_strdup_printf ("%s\n%s", self->description, wheel) : NULL;
  const char      *text = both != NULL ? both : self->description != NULL ? self->description : wheel;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
tl_nest_row_class_init (TlNestRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_nest_row_dispose;
  widget_class->measure = tl_nest_row_measure;
  widget_class->size_allocate = tl_nest_row_size_allocate;
  widget_class->query_tooltip = tl_nest_row_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "nestrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_ITEM);
}

static void
tl_nest_row_init (TlNestRow *self)
{
  self->text_width = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

/* --- contents --- */

static GtkWidget *
label (const char *text, const char *css_class)
{
  GtkWidget *widget = gtk_label_new (text);

  gtk_widget_add_css_class (widget, css_class);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  return widget;
}

/* May be cut where there is no room. */
static GtkWidget *
label_with_tip (const char *text, const char *css_class, const char *tip)
{
  GtkWidget *widget = label (text, css_class);

  gtk_label_set_ellipsize (GTK_LABEL (widget), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (widget), LONG_CHARS);
  gtk_label_set_xalign (GTK_LABEL (widget), 0);
  tl_widget_set_tip (widget, tip);
  return widget;
}

static GtkWidget *
long_label (const char *text, const char *css_class)
{
  return label_with_tip (text, css_class, text);
}

static void
add (TlNestRow *self, GtkWidget *child)
{
  gtk_box_append (GTK_BOX (self->content), child);
}

static void
add_fold_button (TlNestRow *self, const TlNestItem *item, gboolean can_fold)
{
  g_autofree char *name = g_strdup_printf (self->is_folded ? _("Unfold %s") : _("Fold %s"), item->label);
  GtkWidget       *button;

  if (!can_fold)
    return;
  button = gtk_button_new_from_icon_name (self->is_folded ? "pan-end-symbolic" : "pan-down-symbolic");
  gtk_widget_add_css_class (button, "fold");
  gtk_widget_set_focusable (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, !self->is_folded, -1);
  self->fold_button = button;
  add (self, button);
}

static void
name_loop (TlNestRow *self, const TlNestItem *item)
{
  TlLoopLook       look = tl_loop_look (&item->stmt->loop);
  g_autofree char *name = g_strdup_printf (_("loop %s, extent %s, %s%s%s"), item->label, item->extent_text, tl_loop_look_title (look),
                                           item->is_reduction ? _(", reduction") : "", self->is_folded ? _(", folded") : "");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
add_sigma (TlNestRow *self)
{
  GtkWidget *sigma = label ("Σ", "loop-sigma");

  tl_widget_set_tip (sigma, _("Bound to a reduction axis"));
  add (self, sigma);
}

/* A folded nest that only copies or sets is its block and its loops in one line. */
static void
fill_side_nest (TlNestRow *self, const TlNest *nest, guint index)
{
  g_autofree char *text = tl_nest_inside_text (nest, index), *tip = tl_nest_copy_text (nest, index);
  char            *loops = strchr (text, ' ');

  if (loops != NULL)
    *loops++ = '\0';
  add (self, label_with_tip (text, "loop-name", tip));
  add (self, label_with_tip (loops != NULL ? g_strchug (loops) : "", "loop-extent", tip != NULL ? tip : loops));
}

static void
fill_loop (TlNestRow *self, const TlNest *nest, guint index)
{
  const TlNestItem *item = &nest->items[index];
  TlLoopLook        look = tl_loop_look (&item->stmt->loop);
  g_autofree char  *extent = g_strdup_printf ("×%s", item->extent_text);
  g_autofree char  *glyph = tl_loop_glyph (&item->stmt->loop);

  gtk_widget_add_css_class (GTK_WIDGET (self), "nest-loop");
  gtk_widget_add_css_class (GTK_WIDGET (self), tl_loop_look_css_class (look));
  add_fold_button (self, item, item->end > index + 1);
  name_loop (self, item);
  if (self->is_line && self->is_folded && item->is_side)
    {
      fill_side_nest (self, nest, index);
      return;
    }
  self->name = self->is_line ? long_label (item->label, "loop-name") : label (item->label, "loop-name");
  add (self, self->name);
  add (self, label (extent, "loop-extent"));
  if (item->is_reduction)
    add_sigma (self);
  if (self->is_line && glyph[0] != '\0')
    add (self, label (glyph, "loop-glyph"));
  if (self->is_folded)
    {
      g_autofree char *inside = tl_nest_inside_text (nest, index);

      add (self, long_label (inside, "loop-extent"));
    }
  self->kind = self->is_line || look == TL_LOOK_SERIAL ? "" : tl_loop_look_title (look);
  tl_nest_row_set_code (self, NULL);
  if (self->is_line || glyph[0] == '\0')
    return;
  self->glyph = label (glyph, "loop-glyph");
  gtk_widget_set_parent (self->glyph, GTK_WIDGET (self));
}

static GtkWidget *
chip (const char *text, const char *css_class)
{
  GtkWidget *widget = label (text, "chip-label");

  gtk_widget_add_css_class (widget, css_class);
  return widget;
}

static void
add_buffers (GtkWidget *box, const TlRegion *regions, guint n_regions, gboolean is_line, const char *chip_class)
{
  for (guint i = 0; i < n_regions; i++)
    {
      g_autofree char *text = tl_region_to_text (&regions[i]);
      gboolean         repeated = FALSE;
      GtkWidget       *widget;

      for (guint j = 0; j < i; j++)
        repeated |= regions[j].buffer == regions[i].buffer;
      if (repeated)
        continue;
      widget = label (regions[i].buffer->name, is_line ? "buffer-name" : "chip-label");
      gtk_widget_add_css_class (widget, chip_class);
      tl_widget_set_tip (widget, text);
      g_object_set_data (G_OBJECT (widget), "buffer", GUINT_TO_POINTER (i + 1));
      if (is_line)
        gtk_label_set_ellipsize (GTK_LABEL (widget), PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (box), widget);
    }
}

static void
add_accesses (GtkWidget *box, const TlBlock *block, gboolean is_line)
{
  add_buffers (box, block->reads, block->n_reads, is_line, "chip-read");
  if (block->n_writes > 0)
    gtk_box_append (GTK_BOX (box), label ("→", "dim-label"));
  add_buffers (box, block->writes, block->n_writes, is_line, "chip-write");
}

static GtkWidget *
axis_chip (const TlNest *nest, guint index, guint axis)
{
  const TlBlock   *block = &nest->items[index].stmt->block;
  gboolean         is_reduction = block->axes[axis].kind == TL_AXIS_REDUCE;
  gint             family = tl_nest_axis_family (nest, index, axis);
  g_autofree char *text = tl_axis_chip_text (&block->axes[axis]);
  g_autofree char *binding = tl_expr_to_text (block->bindings[axis]);
  g_autofree char *tip = g_strdup_printf (_("%s axis, bound to %s"), is_reduction ? _("Reduction") : _("Spatial"), binding);
  g_autofree char *family_class = family >= 0 ? g_strdup_printf ("family-%d", family % TL_N_FAMILY_HUES) : NULL;
  GtkWidget       *widget = chip (text, is_reduction ? "chip-reduce" : "chip-spatial");

  if (family_class != NULL)
    gtk_widget_add_css_class (widget, family_class);
  tl_widget_set_tip (widget, tip);
  return widget;
}

static GtkWidget *
where_chip (const TlBlock *block)
{
  g_autofree char *predicate = tl_expr_to_text (block->predicate);
  GtkWidget       *widget = chip (_("where"), "chip-predicate");

  tl_widget_set_tip (widget, predicate);
  return widget;
}

static void
fill_card (TlNestRow *self, const TlNest *nest, guint index)
{
  const TlBlock *block = &nest->items[index].stmt->block;
  GtkWidget     *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget     *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget     *axes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget     *name = label (block->name, "block-name");

  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_halign (name, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (top), name);
  add_accesses (top, block, FALSE);
  for (guint i = 0; i < block->n_axes; i++)
    gtk_box_append (GTK_BOX (axes), axis_chip (nest, index, i));
  if (tl_block_is_guarded (block))
    gtk_box_append (GTK_BOX (axes), where_chip (block));
  gtk_box_append (GTK_BOX (column), top);
  gtk_box_append (GTK_BOX (column), axes);
  add (self, column);
}

static void
fill_block (TlNestRow *self, const TlNest *nest, guint index)
{
  const TlBlock   *block = &nest->items[index].stmt->block;
  g_autofree char *name = g_strdup_printf (_("block %s"), block->name);

  gtk_widget_add_css_class (GTK_WIDGET (self), "nest-block");
  if (self->is_line)
    {
      add_fold_button (self, &nest->items[index], nest->items[index].end > index + 1);
      add (self, label (block->name, "block-name"));
      add_accesses (self->content, block, TRUE);
      if (tl_block_is_guarded (block))
        add (self, where_chip (block));
    }
  else
    fill_card (self, nest, index);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
fill_other (TlNestRow *self, const TlNestItem *item)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "nest-other");
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
  add (self, long_label (item->label, "loop-extent"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, item->label, -1);
}

GtkWidget *
tl_nest_row_new (const TlNest *nest, guint index, gboolean is_line, gboolean is_folded, double scale)
{
  TlNestRow        *self = g_object_new (TL_TYPE_NEST_ROW, NULL);
  const TlNestItem *item = &nest->items[index];

  self->id = item->id;
  self->is_loop = item->kind == TL_NEST_LOOP;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), self->is_loop);
  self->is_line = is_line;
  self->is_folded = is_folded;
  self->content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, (int) ((is_line ? 5 : 7) * scale));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), is_line ? "line" : "box");
  if (is_line && (item->id == 0 || item->end <= index + 1))
    gtk_widget_set_margin_start (self->content, (int) (TL_NEST_LINE_LEAD * scale));
  switch (item->kind)
    {
    case TL_NEST_LOOP:
      fill_loop (self, nest, index);
      break;
    case TL_NEST_BLOCK:
      fill_block (self, nest, index);
      break;
    case TL_NEST_OTHER:
    default:
      fill_other (self, item);
    }
  return GTK_WIDGET (self);
}

/* --- before it is made --- */

enum { SHAPE_OTHER, SHAPE_BLOCK, SHAPE_LOOP = SHAPE_BLOCK + 4 };   /* the latter with flags added */
G_STATIC_ASSERT (SHAPE_LOOP + 8 == TL_NEST_ROW_N_SHAPES);

guint
tl_nest_row_shape (const TlNest *nest, guint index, gboolean is_folded)
{
  const TlNestItem *item = &nest->items[index];

  switch (item->kind)
    {
    case TL_NEST_LOOP:
      return SHAPE_LOOP + (item->is_reduction ? 1u : 0) + (tl_loop_look (&item->stmt->loop) != TL_LOOK_SERIAL ? 2u : 0)
             + (is_folded ? 4u : 0);
    case TL_NEST_BLOCK:
      return SHAPE_BLOCK + (tl_block_is_guarded (&item->stmt->block) ? 1u : 0) + (item->stmt->block.n_axes == 0 ? 2u : 0);
    case TL_NEST_OTHER:
    default:
      return SHAPE_OTHER;
    }
}

/* Of its names, each in a chip or a label: these have a margin of about two characters. */
static guint
buffers_length (const TlRegion *regions, guint n_regions)
{
  gsize n = 0;

  for (guint i = 0; i < n_regions; i++)
    n += strlen (regions[i].buffer->name) + 2;
  return (guint) n;
}

static guint
axes_length (const TlBlock *block)
{
  gsize n = 0;

  for (guint i = 0; i < block->n_axes; i++)
    n += strlen (block->axes[i].var->name) + strlen (" S 1024  ");
  return (guint) n;
}

guint
tl_nest_row_length (const TlNest *nest, guint index, gboolean is_line, gboolean is_folded)
{
  const TlNestItem *item = &nest->items[index];
  guint             n = (guint) g_utf8_strlen (item->label, -1);

  if (item->kind == TL_NEST_LOOP)
    return n + (guint) g_utf8_strlen (item->extent_text, -1) + (is_folded ? LONG_CHARS : 0);
  if (item->kind == TL_NEST_BLOCK)
    {
      const TlBlock *block = &item->stmt->block;
      guint          top = n + buffers_length (block->reads, block->n_reads) + buffers_length (block->writes, block->n_writes);
      guint          axes = is_line ? 0 : axes_length (block);

      return MAX (top, axes);
    }
  return MIN (n, LONG_CHARS);
}

void
tl_nest_row_set_index (TlNestRow *self, guint index, guint n_items)
{
  self->index = index;
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_POS_IN_SET, (int) index + 1,
                                  GTK_ACCESSIBLE_RELATION_SET_SIZE, (int) n_items, -1);
}

TlNodeId
tl_nest_row_id (TlNestRow *self)
{
  return self->id;
}

guint
tl_nest_row_index (TlNestRow *self)
{
  return self->index;
}

gboolean
tl_nest_row_is_loop (TlNestRow *self)
{
  return self->is_loop;
}

gboolean
tl_nest_row_is_line (TlNestRow *self)
{
  return self->is_line;
}

gboolean
tl_nest_row_is_folded (TlNestRow *self)
{
  return self->is_folded;
}

GtkWidget *
tl_nest_row_fold_button (TlNestRow *self)
{
  return self->fold_button;
}

gboolean
tl_nest_row_find_buffer (GtkWidget *widget, guint *index, gboolean *is_write)
{
  guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "buffer"));

  *index = number - 1;
  *is_write = gtk_widget_has_css_class (widget, "chip-write");
  return number > 0;
}

void
tl_nest_row_set_text_width (TlNestRow *self, int width)
{
  if (self->text_width == width)
    return;
  self->text_width = width;
  if (gtk_widget_get_width (GTK_WIDGET (self)) > 0)   /* the row is placed: not again, if its size stays */
    place_children (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
}

int
tl_nest_row_note_width (TlNestRow *self)
{
  int width = natural_width (self->note);

  return width > 0 ? width + 2 * NOTE_GAP : 0;
}

void
tl_nest_row_set_code (TlNestRow *self, const char *text)
{
  if (text == NULL)
    text = self->kind;
  if (text == NULL || (self->note == NULL && text[0] == '\0'))
    return;
  if (self->note == NULL)
    {
      self->note = label ("", "loop-kind");
      gtk_widget_set_parent (self->note, GTK_WIDGET (self));
    }
  if (strcmp (gtk_label_get_text (GTK_LABEL (self->note)), text) != 0)
    gtk_label_set_text (GTK_LABEL (self->note), text);
}

void
tl_nest_row_describe (TlNestRow *self, const char *text)
{
  if (g_strcmp0 (self->description, text) == 0)
    return;
  g_free (self->description);
  self->description = g_strdup (text);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), text != NULL || self->is_loop);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

static void
set_class (TlNestRow *self, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (GTK_WIDGET (self), css_class);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), css_class);
}

/* After the names of a line or header, in a card at the end of its first row. */
static void
add_mark (TlNestRow *self)
{
  GtkWidget *first = gtk_widget_get_first_child (self->content);
  gboolean   is_card = !self->is_line && !self->is_loop && first != NULL;

  self->mark = label ("", "nest-mark");
  gtk_box_append (GTK_BOX (is_card ? gtk_widget_get_first_child (first) : self->content), self->mark);
}

void
tl_nest_row_set_mark (TlNestRow *self, const char *text)
{
  if (self->mark == NULL && text == NULL)
    return;
  if (self->mark == NULL)
    add_mark (self);
  gtk_label_set_text (GTK_LABEL (self->mark), text != NULL ? text : "");
  gtk_widget_set_visible (self->mark, text != NULL);
}

void
tl_nest_row_set_selected (TlNestRow *self, gboolean selected)
{
  if (self->is_selected == selected)
    return;
  self->is_selected = selected;
  set_class (self, "selected", selected);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

void
tl_nest_row_set_previewed (TlNestRow *self, gboolean previewed)
{
  set_class (self, "previewed", previewed);
}

void
tl_nest_row_set_former (TlNestRow *self, const char *extent)
{
  g_autofree char *text = extent != NULL ? g_strdup_printf ("×%s", extent) : NULL;

  if (self->name == NULL || (self->former == NULL && extent == NULL))
    return;
  if (self->former == NULL)
    {
      self->former = label ("", "loop-former");
      gtk_box_insert_child_after (GTK_BOX (self->content), self->former, self->name);
    }
  gtk_widget_set_visible (self->former, extent != NULL);
  gtk_label_set_text (GTK_LABEL (self->former), text != NULL ? text : "");
}

void
tl_nest_row_set_culprit (TlNestRow *self, gboolean culprit)
{
  set_class (self, "culprit", culprit);
}
