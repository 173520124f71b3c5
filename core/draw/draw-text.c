/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-text.h"

#define SANS_FAMILY "Cantarell, Sans"
#define MONO_FAMILY "DejaVu Sans Mono, Monospace"

static PangoLayout *
layout_new (cairo_t *cr, double size_px, guint style, double max_width, const char *text)
{
  PangoLayout          *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, style & TL_TEXT_MONO ? MONO_FAMILY : SANS_FAMILY);
  pango_font_description_set_absolute_size (font, size_px * PANGO_SCALE);
  if (style & TL_TEXT_BOLD)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  if (max_width > 0)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, (int) (max_width * PANGO_SCALE));
    }
  return layout;
}

/* --- layouts of labels are kept: a picture that is drawn again and again shows the same ones --- */

#define MAX_KEPT 1024

typedef struct
{
  double size_px, max_width;
  guint  style;
  char  *text;
} Label;

/* The places of a layout's glyphs depend on it, besides the label. */
typedef struct
{
  double xx, yx, xy, yy;    /* of the matrix of the context that it is drawn in */
  gulong options;           /* a hash of the font options of its surface */
} Ground;

typedef struct
{
  PangoLayout *layout;
  Ground       ground;
} Kept;

static guint
label_hash (gconstpointer key)
{
  const Label *label = key;

  return g_str_hash (label->text) ^ (label->style << 8) ^ (guint) (label->size_px * 16) ^ ((guint) label->max_width << 12);
}

static gboolean
label_equal (gconstpointer a, gconstpointer b)
{
  const Label *left = a, *right = b;

  return left->size_px == right->size_px && left->max_width == right->max_width && left->style == right->style
         && g_str_equal (left->text, right->text);
}

static void
label_free (gpointer key)
{
  Label *label = key;

  g_free (label->text);
  g_free (label);
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_object_unref (kept->layout);
  g_free (kept);
}

/* The labels of this thread: Pango's fonts belong to a thread, too. */
static GHashTable *
kept_labels (void)
{
  static GPrivate key = G_PRIVATE_INIT ((GDestroyNotify) g_hash_table_unref);
  GHashTable     *kept = g_private_get (&key);

  if (kept == NULL)
    {
      kept = g_hash_table_new_full (label_hash, label_equal, label_free, kept_free);
      g_private_set (&key, kept);
    }
  return kept;
}

static Ground
ground_of (cairo_t *cr)
{
  cairo_font_options_t *options = cairo_font_options_create ();
  cairo_matrix_t        matrix;
  Ground                ground;

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_font_options (cairo_get_target (cr), options);
  ground = (Ground) { matrix.xx, matrix.yx, matrix.xy, matrix.yy, cairo_font_options_hash (options) };
  cairo_font_options_destroy (options);
  return ground;
}

static gboolean
ground_equal (const Ground *a, const Ground *b)
{
  return a->xx == b->xx && a->yx == b->yx && a->xy == b->xy && a->yy == b->yy && a->options == b->options;
}

/* The surface may be of another kind or scale than before. Pango lays a text out again after each update, even where nothing changed. */
static PangoLayout *
label_layout (cairo_t *cr, double size_px, guint style, double max_width, const char *text)
{
  GHashTable *labels = kept_labels ();
  Label       label = { size_px, max_width, style & (TL_TEXT_MONO | TL_TEXT_BOLD), (char *) text };
  Kept       *kept = g_hash_table_lookup (labels, &label);
  Ground      ground = ground_of (cr);

  if (kept != NULL && !ground_equal (&kept->ground, &ground))
    {
      pango_cairo_update_layout (cr, kept->layout);
      kept->ground = ground;
    }
  if (kept != NULL)
    return g_object_ref (kept->layout);
  if (g_hash_table_size (labels) >= MAX_KEPT)
    g_hash_table_remove_all (labels);
  kept = g_new (Kept, 1);
  *kept = (Kept) { layout_new (cr, size_px, style, max_width, text), ground };
  label.text = g_strdup (text);
  g_hash_table_insert (labels, g_memdup2 (&label, sizeof label), kept);
  return g_object_ref (kept->layout);
}

double
tl_draw_text (cairo_t *cr, double x, double y, double size_px, guint style, TlColor color, double max_width, const char *text)
{
  g_autoptr (PangoLayout) layout = label_layout (cr, size_px, style, max_width, text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  if (style & TL_TEXT_CENTER)
    x -= width / 2.0;
  else if (style & TL_TEXT_RIGHT)
    x -= width;
  tl_set_color (cr, color, 1);
  cairo_move_to (cr, x, y - height / 2.0);
  pango_cairo_show_layout (cr, layout);
  return width;
}

double
tl_text_width (cairo_t *cr, double size_px, guint style, const char *text)
{
  g_autoptr (PangoLayout) layout = label_layout (cr, size_px, style, 0, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static PangoLayout *
paragraph_new (cairo_t *cr, double size_px, guint style, double width, const char *text)
{
  PangoLayout *layout = layout_new (cr, size_px, style, 0, text);

  pango_layout_set_single_paragraph_mode (layout, FALSE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  return layout;
}

void
tl_draw_paragraph (cairo_t *cr, double x, double y, double size_px, guint style, TlColor color, double width, const char *text)
{
  g_autoptr (PangoLayout) layout = paragraph_new (cr, size_px, style, width, text);

  tl_set_color (cr, color, 1);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

double
tl_paragraph_height (cairo_t *cr, double size_px, guint style, double width, const char *text)
{
  g_autoptr (PangoLayout) layout = paragraph_new (cr, size_px, style, width, text);
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}
