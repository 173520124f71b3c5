/* SPDX-License-Identifier: Apache-2.0 */
/* With --pictures FOLDER, writes a picture of each primitive's transition. */
#include <string.h>

#include "core/draw/canvas/nest-transition.h"
#include "core/session/steps/primitive-examples.h"

#define WIDTH  240
#define HEIGHT 220

typedef void (*Draw) (cairo_t *cr, const TlNestTransition *transition, double t, const TlPalette *palette, double width);

static cairo_surface_t *
picture_new (const TlNestTransition *transition, double t, const TlPalette *palette)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t         *cr = cairo_create (surface);

  tl_set_color (cr, palette->background, 1);
  cairo_paint (cr);
  tl_draw_nest_transition (cr, transition, t, palette, WIDTH);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
are_equal (cairo_surface_t *a, cairo_surface_t *b)
{
  return memcmp (cairo_image_surface_get_data (a), cairo_image_surface_get_data (b),
                 (gsize) cairo_image_surface_get_stride (a) * HEIGHT) == 0;
}

/* A transition from a nest to itself. */
static cairo_surface_t *
alone_new (TlNest *nest, const TlPalette *palette)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (TlNestMove));
  TlNestTransition   transition = { nest, nest, none };

  return picture_new (&transition, 0, palette);
}

/* The first frame is the program before the step, the last one that after it; they differ, and the ones between differ from both. */
static void
test_frames (void)
{
  const TlPrimitive *primitive;
  guint              n = 0;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    {
      g_autoptr (TlState)          state = tl_primitive_example (primitive);
      g_autoptr (TlNestTransition) transition = state != NULL ? tl_nest_transition_new (state, "main") : NULL;
      const TlPalette             *palette = tl_palette (i % 2 == 1);
      cairo_surface_t             *first, *middle, *last, *before, *after;

      if (transition == NULL)
        continue;
      g_test_message ("%s", primitive->name);
      first = picture_new (transition, 0, palette);
      middle = picture_new (transition, 0.5, palette);
      last = picture_new (transition, 1, palette);
      before = alone_new (transition->before, palette);
      after = alone_new (transition->after, palette);
      g_assert_true (are_equal (first, before) && are_equal (last, after));
      g_assert_false (are_equal (first, last));
      g_assert_false (are_equal (first, middle) || are_equal (middle, last));
      cairo_surface_destroy (first);
      cairo_surface_destroy (middle);
      cairo_surface_destroy (last);
      cairo_surface_destroy (before);
      cairo_surface_destroy (after);
      n++;
    }
  g_assert_cmpuint (n, >, 35);
}

static TlNestTransition *
transition_of (const char *name)
{
  g_autoptr (TlState) state = tl_primitive_example (tl_primitive_find (name));

  return tl_nest_transition_new (state, "main");
}

/* How many rows a row comes from, or goes to. */
static guint
count_moves (const TlNestTransition *transition, const char *from, const char *to)
{
  guint n = 0;

  for (guint i = 0; i < transition->moves->len; i++)
    {
      const TlNestMove *move = &g_array_index (transition->moves, TlNestMove, i);
      const char       *of_from = move->from >= 0 ? transition->before->items[move->from].label : "";
      const char       *of_to = move->to >= 0 ? transition->after->items[move->to].label : "";

      n += (from == NULL || strcmp (from, of_from) == 0) && (to == NULL || strcmp (to, of_to) == 0);
    }
  return n;
}

static void
test_moves (void)
{
  static const struct { const char *primitive, *from, *to; } rows[] = {
    { "split", "j", "j_0" },      { "split", "j", "j_1" },        { "split", "i", "i" },        { "fuse", "i", "i_j_fused" },
    { "fuse", "j", "i_j_fused" }, { "reorder", "j", "j" },        { "reorder", "k", "k" },      { "compute_at", "B", "B" },
    { "cache_read", "", "A_shared" },  { "compute_inline", "B", "" },  { "decompose_reduction", "", "C_init" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlNestTransition) transition = transition_of (rows[i].primitive);

      g_test_message ("%s: %s to %s", rows[i].primitive, rows[i].from, rows[i].to);
      g_assert_cmpuint (count_moves (transition, rows[i].from, rows[i].to), ==, 1);
    }
}

/* Each row before and after the step is in some move, so that none jumps. */
static void
test_complete (void)
{
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    {
      g_autoptr (TlState)          state = tl_primitive_example (primitive);
      g_autoptr (TlNestTransition) transition = state != NULL ? tl_nest_transition_new (state, "main") : NULL;
      guint                        n_from = 0, n_to = 0;

      for (guint m = 0; transition != NULL && m < transition->before->n_items; m++)
        for (guint k = 0, found = 0; k < transition->moves->len && !found; k++)
          n_from += found = g_array_index (transition->moves, TlNestMove, k).from == (gint) m;
      for (guint m = 0; transition != NULL && m < transition->after->n_items; m++)
        for (guint k = 0, found = 0; k < transition->moves->len && !found; k++)
          n_to += found = g_array_index (transition->moves, TlNestMove, k).to == (gint) m;
      g_assert_true (transition == NULL || (n_from == transition->before->n_items && n_to == transition->after->n_items));
    }
}

static void
test_text (void)
{
  g_autoptr (TlNestTransition) transition = transition_of ("split");
  g_autofree char             *text = tl_nest_transition_text (transition);

  g_assert_cmpstr (text, ==, "Before: i ×16, j ×16, B   vi vj: A → B[16×16]. After: i ×16, j_0 ×4, j_1 ×4, B   vi vj: A → B[16×16].");
}

/* Frames beside each other, and both nests still below. */
static void
write_picture (const char *folder, const TlPrimitive *primitive)
{
  static const double         times[] = { 0, 0.25, 0.5, 0.75, 1 };
  g_autoptr (TlState)          state = tl_primitive_example (primitive);
  g_autoptr (TlNestTransition) transition = state != NULL ? tl_nest_transition_new (state, "main") : NULL;
  g_autofree char             *path = g_strdup_printf ("%s/%s.png", folder, primitive->name);
  cairo_surface_t             *surface;
  cairo_t                     *cr;
  double                       width, height;

  if (transition == NULL)
    return;
  tl_nest_transition_size (transition, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 5 * WIDTH, (int) height);
  cr = cairo_create (surface);
  tl_set_color (cr, tl_palette (FALSE)->background, 1);
  cairo_paint (cr);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      tl_draw_nest_transition (cr, transition, times[i], tl_palette (FALSE), WIDTH - 10);
      cairo_translate (cr, WIDTH, 0);
    }
  cairo_destroy (cr);
  cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
}

int
main (int argc, char *argv[])
{
  const TlPrimitive *primitive;

  g_test_init (&argc, &argv, NULL);
  if (argc == 3 && strcmp (argv[1], "--pictures") == 0)
    {
      for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
        write_picture (argv[2], primitive);
      return 0;
    }
  g_test_add_func ("/nest-transition/frames", test_frames);
  g_test_add_func ("/nest-transition/moves", test_moves);
  g_test_add_func ("/nest-transition/complete", test_complete);
  g_test_add_func ("/nest-transition/text", test_text);
  return g_test_run ();
}
