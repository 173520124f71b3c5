/* SPDX-License-Identifier: Apache-2.0 */
/* The buffers of several blocks of a loop: each drawn once, with the tiles of all. */
#include "core/draw/data/data-groups.h"

#include "tests/draw/surface.h"
#include "tests/read-module.h"

#define WIDTH 520

static const TlCaches caches = { 32 << 10, 1 << 20, 32 << 20 };

/* D reads 14 of the 16 rows that an iteration of i_0 makes. */
static const char fused[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((128, 128), \"float32\"), W: T.Buffer((128, 128), \"float32\"), D: T.Buffer((128, 128), \"float32\")):\n"
  "    C = T.alloc_buffer((128, 128))\n"
  "    for i_0 in range(8):\n"
  "        for i_1, j, k in T.grid(16, 128, 128):\n"
  "            with T.block(\"C\"):\n"
  "                vi = T.axis.spatial(128, i_0 * 16 + i_1)\n"
  "                vj, vk = T.axis.remap(\"SR\", [j, k])\n"
  "                T.reads(A[vi, vk], W[vk, vj])\n"
  "                T.writes(C[vi, vj])\n"
  "                with T.init():\n"
  "                    C[vi, vj] = T.float32(0)\n"
  "                C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vk, vj]\n"
  "        for i_1, j in T.grid(14, 128):\n"
  "            with T.block(\"D\"):\n"
  "                vi = T.axis.spatial(128, i_0 * 16 + i_1)\n"
  "                vj = T.axis.spatial(128, j)\n"
  "                T.reads(C[vi, vj])\n"
  "                T.writes(D[vi, vj])\n"
  "                D[vi, vj] = T.max(C[vi, vj], T.float32(0))\n";
/* The first block writes what the second one adds to; both of the last read A. */
static const char with_init[] =
  "@T.prim_func\ndef main(A: T.Buffer((8, 16), \"float32\"), S: T.Buffer((8, 16), \"float32\"), D: T.Buffer((8, 16), \"float32\")):\n"
  "    for i in range(8):\n        for j in range(16):\n            with T.block(\"init\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                T.reads()\n                T.writes(S[vi, vj])\n"
  "                S[vi, vj] = T.float32(0)\n"
  "        for j, k in T.grid(16, 4):\n            with T.block(\"S\"):\n                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "                T.reads(S[vi, vj], A[vi, vj])\n                T.writes(S[vi, vj])\n                S[vi, vj] = S[vi, vj] + A[vi, vj]\n"
  "        for j in range(16):\n            with T.block(\"D\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
  "                T.reads(A[vi, vj], S[vi, vj])\n                T.writes(D[vi, vj])\n                D[vi, vj] = A[vi, vj] * S[vi, vj]\n";

typedef struct
{
  TlModule     *module;
  TlNest       *nest;
  TlDataGroups *groups;
} Blocks;

/* Of the first loop of the program. */
static Blocks
read_blocks (const char *text)
{
  Blocks blocks = { .module = read_module (text) };
  guint  i = 0;

  blocks.nest = tl_nest_new (blocks.module, "main");
  while (blocks.nest->items[i].kind != TL_NEST_LOOP)
    i++;
  blocks.groups = tl_data_groups_new (blocks.nest, blocks.nest->items[i].id);
  return blocks;
}

static void
blocks_clear (Blocks *blocks)
{
  g_clear_pointer (&blocks->groups, tl_data_groups_free);
  tl_nest_free (blocks->nest);
  tl_module_unref (blocks->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Blocks, blocks_clear)

/* "C: C A W; D: D (C)": those in parentheses are drawn elsewhere. */
static char *
describe (const TlDataGroups *groups)
{
  GString *text = g_string_new (NULL);

  for (guint g = 0; g < groups->n_groups; g++)
    {
      const TlDataLayout *layout = groups->groups[g].layout;

      g_string_append_printf (text, "%s%s:", g > 0 ? "; " : "", layout->tiles->block->name);
      for (guint i = 0; i < layout->n_buffers; i++)
        g_string_append_printf (text, layout->buffers[i].is_elsewhere ? " (%s)" : " %s", layout->buffers[i].access->buffer->name);
    }
  return g_string_free (text, FALSE);
}

static void
test_homes (void)
{
  g_auto (Blocks)  producer = read_blocks (fused), init = read_blocks (with_init);
  g_autofree char *of_producer = describe (producer.groups), *of_init = describe (init.groups);

  g_assert_cmpstr (of_producer, ==, "C: C A W; D: D (C)");
  g_assert_cmpstr (of_init, ==, "init: (S); S: S A; D: D (A) (S)");
  g_assert_cmpuint (producer.groups->n_fixed, ==, 1);
}

static void
test_one_block (void)
{
  g_auto (Blocks) blocks = read_blocks ("@T.prim_func\ndef main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\")):\n"
                                        "    for i, j in T.grid(8, 8):\n        with T.block(\"B\"):\n"
                                        "            v, w = T.axis.remap(\"SS\", [i, j])\n            B[v, w] = A[v, w]\n");

  g_assert_null (blocks.groups);
}

/* One above the other, as high as is needed or more; the tiles are those of the same iteration; what lies at a point is found. */
static void
test_places (void)
{
  g_auto (Blocks)   blocks = read_blocks (fused);
  TlDataGroups     *groups = blocks.groups;
  const gint64      position[1] = { 2 };
  double            needed = tl_data_groups_needed_height (groups);
  const TlDataRect *rect;
  TlDataSpot        spot;
  guint             group;
  g_autofree char  *summary = NULL;

  tl_data_groups_place (groups, position, &caches, WIDTH, needed);
  g_assert_cmpfloat (groups->groups[0].y + groups->groups[0].height, <, groups->groups[1].y);
  g_assert_cmpfloat_with_epsilon (groups->groups[1].y + groups->groups[1].height, needed, 0.5);
  rect = tl_data_groups_rect_of (groups, groups->groups[1].layout->buffers[1].access->buffer, &group);
  g_assert_cmpuint (group, ==, 0);
  g_assert_cmpint (tl_data_groups_find (groups, rect->x + 3, groups->groups[0].y + rect->y + 3, &spot), ==, 0);
  g_assert_cmpstr (spot.buffer->access->buffer->name, ==, "C");
  rect = &groups->groups[1].picture->rects[0];
  g_assert_cmpint (tl_data_groups_find (groups, rect->x + 3, groups->groups[1].y + rect->y + 3, &spot), ==, 1);
  g_assert_cmpint (tl_data_groups_find (groups, 1, needed - 1, &spot), ==, -1);
  summary = tl_data_groups_summary (groups);
  g_assert_nonnull (strstr (summary, "C: One iteration of i_0: writes C[32:48, 0:128]"));
  g_assert_nonnull (strstr (summary, "\nD: One iteration of i_0: writes D[32:46, 0:128]"));
  tl_data_groups_place (groups, position, &caches, WIDTH, 2 * needed);
  g_assert_cmpfloat_with_epsilon (groups->groups[1].y + groups->groups[1].height, 2 * needed, 0.5);
}

/* The tile of the block that reads is drawn on the buffer of the one that writes. */
static void
test_both_tilings (void)
{
  g_auto (Blocks)             blocks = read_blocks (fused), alone = read_blocks (fused);
  const gint64                position[1] = { 2 };
  double                      needed = tl_data_groups_needed_height (blocks.groups);
  cairo_surface_t            *surfaces[2];
  guint                       n_differing = 0, group;
  const TlDataRect           *rect;

  alone.groups->groups[1].layout->buffers[1].is_elsewhere = FALSE;   /* drawn twice: no tile on the other */
  for (guint i = 0; i < 2; i++)
    {
      TlDataGroups      *groups = i == 0 ? blocks.groups : alone.groups;
      g_autoptr (cairo_t) cr = NULL;

      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, (int) needed + 1);
      cr = cairo_create (surfaces[i]);
      tl_data_groups_place (groups, position, &caches, WIDTH, needed);
      tl_draw_data_groups (cr, groups, tl_palette (FALSE));
      cairo_surface_flush (surfaces[i]);
    }
  rect = tl_data_groups_rect_of (blocks.groups, blocks.groups->groups[0].layout->buffers[0].access->buffer, &group);
  for (int y = (int) (blocks.groups->groups[0].y + rect->y); y < (int) (blocks.groups->groups[0].y + rect->y + rect->height); y++)
    for (int x = (int) rect->x; x < (int) (rect->x + rect->width); x++)
      n_differing += memcmp (cairo_image_surface_get_data (surfaces[0]) + y * cairo_image_surface_get_stride (surfaces[0]) + 4 * x,
                             cairo_image_surface_get_data (surfaces[1]) + y * cairo_image_surface_get_stride (surfaces[1]) + 4 * x, 4) != 0;
  g_assert_cmpuint (n_differing, >, 30);
  for (guint i = 0; i < 2; i++)
    cairo_surface_destroy (surfaces[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/data-groups/homes", test_homes);
  g_test_add_func ("/draw/data-groups/one-block", test_one_block);
  g_test_add_func ("/draw/data-groups/places", test_places);
  g_test_add_func ("/draw/data-groups/both-tilings", test_both_tilings);
  return g_test_run ();
}
