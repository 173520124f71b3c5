/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/before-after.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/model/draw-before-after.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"

#define NAMED 4u   /* kernels that the accessible name tells of */

struct _TlBeforeAfter
{
  GtkWidget           parent_instance;
  /* Owned */
  GtkWidget          *picture;
  GArray             *pairs;      /* TlTimePair; NULL: nothing to compare */
  /* Borrowed */
  const TlModelFacts *facts;
  gint                kernel;     /* that is selected, -1: none */
};

G_DEFINE_FINAL_TYPE (TlBeforeAfter, tl_before_after, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
draw (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlBeforeAfter *self = user_data;

  if (self->pairs != NULL)
    tl_draw_before_after (cr, (const TlTimePair *) (gpointer) self->pairs->data, self->pairs->len, self->kernel, palette, width);
}

static gint
find (TlBeforeAfter *self, double x, double y)
{
  double scale = tl_text_scale (GTK_WIDGET (self));

  if (self->pairs == NULL)
    return -1;
  return tl_before_after_find ((const TlTimePair *) (gpointer) self->pairs->data, self->pairs->len,
                               gtk_widget_get_width (self->picture) / scale, x / scale, y / scale);
}

static void
on_pressed (TlBeforeAfter *self, int n_press, double x, double y)
{
  gint kernel = find (self, x, y);

  if (kernel >= 0)
    g_signal_emit (self, signals[SELECTED], 0, (guint) kernel);
}

/* "conv2d1_add2_relu: 112 µs by rules, 54.9 µs with its record" */
static char *
kernel_text (TlBeforeAfter *self, guint index)
{
  const TlModelKernel *kernel = self->facts->kernels->pdata[index];
  const char          *name = tl_model_kernel_short_name (kernel);
  g_autofree char     *before = tl_format_seconds (kernel->rules_s), *after = tl_format_seconds (kernel->seconds);

  return kernel->by_record ? g_strdup_printf (_("%s: %s by rules, %s with its record"), name, before, after)
                           : g_strdup_printf (_("%s: %s by rules, faster than its record"), name, before);
}

static gboolean
on_query_tooltip (TlBeforeAfter *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  gint             kernel = find (self, x, y);
  g_autofree char *text = kernel >= 0 ? kernel_text (self, (guint) kernel) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* The kernels that gain or lose most come first. */
static gint
compare_gains (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TlTimePair *pairs = user_data, *first = &pairs[*(const guint *) a], *second = &pairs[*(const guint *) b];
  double            left = ABS (first->before_s - first->after_s), right = ABS (second->before_s - second->after_s);

  return left > right ? -1 : left < right;
}

static void
update_name (TlBeforeAfter *self)
{
  g_autoptr (GArray)   order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char     *gain = tl_model_facts_gain_text (self->facts);
  g_autoptr (GString)  name = g_string_new (_("Before and after: "));

  g_string_append (name, gain != NULL ? gain : "");
  for (guint i = 0; i < self->pairs->len; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_gains, self->pairs->data);
  for (guint i = 0; i < MIN (order->len, NAMED); i++)
    {
      g_autofree char *text = kernel_text (self, g_array_index (order, guint, i));

      g_string_append_printf (name, ". %s", text);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
}

/* In the order of the kernels. */
static GArray *
make_pairs (const TlModelFacts *facts)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (TlTimePair));

  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = facts->kernels->pdata[i];
      TlTimePair           pair = { kernel->label, kernel->rules_s, kernel->seconds };

      g_array_append_val (pairs, pair);
    }
  return pairs;
}

void
tl_before_after_set_facts (TlBeforeAfter *self, const TlModelFacts *facts)
{
  g_clear_pointer (&self->pairs, g_array_unref);
  self->facts = facts;
  self->pairs = facts != NULL && tl_model_facts_are_compared (facts) ? make_pairs (facts) : NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), self->pairs != NULL);
  if (self->pairs != NULL)
    update_name (self);
  tl_picture_redraw (TL_PICTURE (self->picture));
}

void
tl_before_after_select (TlBeforeAfter *self, gint kernel)
{
  self->kernel = kernel;
  tl_picture_redraw (TL_PICTURE (self->picture));
}

static void
tl_before_after_dispose (GObject *object)
{
  TlBeforeAfter *self = TL_BEFORE_AFTER (object);

  g_clear_pointer (&self->picture, gtk_widget_unparent);
  g_clear_pointer (&self->pairs, g_array_unref);
  G_OBJECT_CLASS (tl_before_after_parent_class)->dispose (object);
}

static void
tl_before_after_class_init (TlBeforeAfterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_before_after_dispose;
  signals[SELECTED] = g_signal_new ("selected", TL_TYPE_BEFORE_AFTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tl_before_after_init (TlBeforeAfter *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->kernel = -1;
  self->picture = tl_picture_new (draw, self, NULL);
  gtk_widget_set_parent (self->picture, GTK_WIDGET (self));
  tl_picture_set_size (TL_PICTURE (self->picture), 0, (int) tl_before_after_height ());
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
