/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/wrap-box.h"

#include "core/base/extremum.h"

struct _TlWrapBox
{
  GtkWidget parent_instance;
  int       spacing;
};

G_DEFINE_FINAL_TYPE (TlWrapBox, tl_wrap_box, GTK_TYPE_WIDGET)

/* From @first on as many children as fit into @width, one at least. */
typedef struct
{
  GtkWidget *first;
  GtkWidget *end;        /* of the next row; NULL: none */
  int        width;      /* with the spacing */
  int        height;
  guint      n_expand;
} Row;

static GtkWidget *
next_shown (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* Of its natural width, or of what there is if that is less. */
static int
child_width (GtkWidget *child, int width)
{
  int minimum, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  return MAX (minimum, MIN (natural, width));
}

static int
child_height (GtkWidget *child, int width)
{
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

static Row
row_from (GtkWidget *widget, GtkWidget *first, int width)
{
  Row        row = { .first = first };
  GtkWidget *child = first;

  for (; child != NULL; child = next_shown (gtk_widget_get_next_sibling (child)))
    {
      int wanted = child_width (child, width), spacing = child == first ? 0 : TL_WRAP_BOX (widget)->spacing;

      if (child != first && row.width + spacing + wanted > width)
        break;
      row.width += spacing + wanted;
      row.height = tl_max (row.height, child_height (child, wanted));
      row.n_expand += gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL);
    }
  row.end = child;
  return row;
}

static void
measure_width (GtkWidget *widget, int *minimum, int *natural)
{
  for (GtkWidget *child = next_shown (gtk_widget_get_first_child (widget)); child != NULL;
       child = next_shown (gtk_widget_get_next_sibling (child)))
    {
      int child_minimum, child_natural;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural += child_natural + (*natural > 0 ? TL_WRAP_BOX (widget)->spacing : 0);
    }
}

static void
tl_wrap_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (widget, minimum, natural);
      return;
    }
  for (GtkWidget *first = next_shown (gtk_widget_get_first_child (widget)); first != NULL;)
    {
      Row row = row_from (widget, first, for_size < 0 ? G_MAXINT / 2 : for_size);

      *natural += row.height + (*natural > 0 ? TL_WRAP_BOX (widget)->spacing : 0);
      first = row.end;
    }
  *minimum = *natural;
}

static void
allocate_row (GtkWidget *widget, const Row *row, int width, int top)
{
  gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int      left = 0, spare = MAX (0, width - row->width);
  guint    n_left = row->n_expand;

  for (GtkWidget *child = row->first; child != row->end; child = next_shown (gtk_widget_get_next_sibling (child)))
    {
      int wanted = child_width (child, width);

      if (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL))
        {
          int share = spare / (int) n_left--;

          wanted += share;
          spare -= share;
        }
      gtk_widget_size_allocate (child, &(GtkAllocation) { is_mirrored ? width - left - wanted : left, top, wanted, row->height }, -1);
      left += wanted + TL_WRAP_BOX (widget)->spacing;
    }
}

static void
tl_wrap_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  int top = 0;

  for (GtkWidget *first = next_shown (gtk_widget_get_first_child (widget)); first != NULL;)
    {
      Row row = row_from (widget, first, width);

      allocate_row (widget, &row, width, top);
      top += row.height + TL_WRAP_BOX (widget)->spacing;
      first = row.end;
    }
}

static GtkSizeRequestMode
tl_wrap_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tl_wrap_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tl_wrap_box_parent_class)->dispose (object);
}

static void
tl_wrap_box_class_init (TlWrapBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_wrap_box_dispose;
  widget_class->measure = tl_wrap_box_measure;
  widget_class->size_allocate = tl_wrap_box_size_allocate;
  widget_class->get_request_mode = tl_wrap_box_get_request_mode;
}

static void
tl_wrap_box_init (TlWrapBox *self)
{
  self->spacing = TL_WRAP_SPACING;
}

void
tl_wrap_box_set_spacing (TlWrapBox *self, int spacing)
{
  self->spacing = spacing;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
