/* SPDX-License-Identifier: Apache-2.0 */
/* Graph functions as pictures: which boxes and lines there are, that none lies on another, and where tensors stand in the arena. */
#include "core/base/random.h"
#include "core/draw/model/draw-before-after.h"
#include "core/draw/model/draw-latency-steps.h"
#include "core/draw/model/draw-memory-plan.h"
#include "core/draw/model/draw-model.h"
#include "core/graph/graph-builder.h"
#include "tests/draw/surface.h"
#include "tests/must.h"

typedef struct
{
  TlArena        *arena;
  TlGraphBuilder *builder;
  guint           n_calls;
} Fixture;

static void
begin (Fixture *fixture)
{
  fixture->arena = tl_arena_new (NULL);
  fixture->builder = tl_graph_builder_new (fixture->arena);
  fixture->n_calls = 0;
}

static const TlRelaxType *
matrix (Fixture *fixture)
{
  return tl_relax_static_tensor_type (fixture->arena, TL_FLOAT32, (const gint64[]) { 64, 32 }, 2);
}

static const TlRelaxVar *
call (Fixture *fixture, const char *name, const TlRelaxExpr *const *args, guint n_args)
{
  const TlRelaxType *type = matrix (fixture);

  fixture->n_calls++;
  return tl_graph_builder_emit (fixture->builder, NULL, tl_relax_call_tir (fixture->arena, name, args, n_args, &type, 1));
}

#define CALL(fixture, name, ...) \
  call (fixture, name, (const TlRelaxExpr *const[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const TlRelaxExpr *const[]) { __VA_ARGS__ })))

static TlModule *
finish (Fixture *fixture, const TlRelaxVar *result)
{
  const TlFunc func = { .kind = TL_FUNC_GRAPH, .name = "main",
                        .graph = tl_graph_builder_finish (fixture->builder, &result, 1, &tl_attrs_empty) };
  TlModule    *module = tl_module_new (fixture->arena, "Module", &func, 1, 1);

  tl_graph_builder_free (fixture->builder);
  tl_arena_unref (fixture->arena);
  return module;
}

/* Three projections of one input, their products, and a residual past all of it. */
static TlModule *
attention (void)
{
  Fixture           fixture;
  const TlRelaxVar *x, *q, *k, *v, *scores, *context;

  begin (&fixture);
  x = tl_graph_builder_param (fixture.builder, "x", matrix (&fixture));
  q = CALL (&fixture, "fused_matmul_add", x);
  k = CALL (&fixture, "fused_matmul1_add1", x);
  v = CALL (&fixture, "fused_nn_matmul2_add", x);
  scores = CALL (&fixture, "matmul3", q, k);
  context = CALL (&fixture, "softmax_matmul", scores, v);
  return finish (&fixture, CALL (&fixture, "add", context, x));
}

static char *
describe (const TlModelGraph *graph)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];

      g_string_append_printf (text, "%s%u %s", i > 0 ? "; " : "", node->layer, node->label);
      for (guint k = 0; k < graph->n_edges; k++)
        if (graph->edges[k].to == i)
          g_string_append_printf (text, " %s%u", graph->edges[k].is_skip ? "~" : "<", graph->edges[k].from);
    }
  return g_string_free (text, FALSE);
}

static gboolean
overlap (const TlModelNode *a, const TlModelNode *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Boxes lie in the picture and not on each other; lines go to the right, and through no box. */
static void
assert_readable (const TlModelGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];

      g_assert_true (node->x >= 0 && node->y >= 0 && node->x + node->width <= graph->width && node->y + node->height <= graph->height);
      if (node->shown != i)
        continue;
      for (guint k = 0; k < i; k++)
        g_assert_false (graph->nodes[k].shown == k && overlap (node, &graph->nodes[k]));
      g_assert_cmpint (tl_model_graph_find (graph, node->x + 1, node->y + 1), ==, (gint) i);
    }
  for (guint i = 0; i < graph->n_edges; i++)
    for (guint k = 1; k < graph->edges[i].n_points; k++)
      {
        TlModelPoint a = graph->edges[i].points[k - 1], b = graph->edges[i].points[k];

        g_assert_cmpfloat (a.x, <, b.x);
        if (a.y == b.y && k + 1 < graph->edges[i].n_points && k > 1)
          g_assert_cmpint (tl_model_graph_find (graph, (a.x + b.x) / 2, a.y), ==, -1);
      }
}

static void
assert_in_picture (const TlModelGraph *graph, TlModelPoint point)
{
  g_assert_true (point.x >= 0 && point.y >= 0 && point.x <= graph->width && point.y <= graph->height);
}

/* In rows, too; lines that are level or upright pass no box, and each ends where its boxes are. */
static void
assert_wrapped (const TlModelGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i];

      assert_in_picture (graph, (TlModelPoint) { node->x, node->y });
      assert_in_picture (graph, (TlModelPoint) { node->x + node->width, node->y + node->height });
      for (guint k = 0; k < i && node->shown == i; k++)
        g_assert_false (graph->nodes[k].shown == k && overlap (node, &graph->nodes[k]));
    }
  for (guint i = 0; i < graph->n_edges; i++)
    {
      const TlModelEdge *edge = &graph->edges[i];
      const TlModelNode *from = &graph->nodes[graph->nodes[edge->from].shown], *to = &graph->nodes[edge->to];

      if (edge->is_hidden)
        continue;
      g_assert_cmpfloat_with_epsilon (edge->points[0].x, from->x + from->width, 0.01);
      g_assert_cmpfloat_with_epsilon (edge->points[0].y, from->y + from->height / 2, 0.01);
      g_assert_cmpfloat_with_epsilon (edge->points[edge->n_points - 1].x, to->x, 0.01);
      g_assert_cmpfloat_with_epsilon (edge->points[edge->n_points - 1].y, to->y + to->height / 2, 0.01);
      for (guint k = 1; k < edge->n_points; k++)
        {
          TlModelPoint a = edge->points[k - 1], b = edge->points[k];

          assert_in_picture (graph, a);
          for (guint part = 1; part < 16 && (a.x == b.x || (a.y == b.y && a.x > b.x)); part++)
            g_assert_cmpint (tl_model_graph_find (graph, a.x + (b.x - a.x) * part / 16, a.y + (b.y - a.y) * part / 16), ==, -1);
        }
    }
}

/* No picture in rows is wider than rows of so many layers, with few lines between them; in one row it is as it was. */
static void
test_rows (void)
{
  g_autoptr (TlModule)     module = attention ();
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main"), flat = tl_model_graph_new (module, "main");

  for (guint n = 1; n <= 7; n++)
    {
      tl_model_graph_wrap (graph, n);
      assert_wrapped (graph);
      if (n < 6)
        g_assert_cmpfloat (graph->width, <, tl_model_graph_row_width (n) + 40);
      if (n < 6)
        g_assert_cmpfloat (graph->height, >, flat->height);
    }
  g_assert_cmpfloat (graph->width, ==, flat->width);
  g_assert_cmpfloat (graph->nodes[5].x, ==, flat->nodes[5].x);
  assert_readable (graph);
}

/* Keys lead along lines and up and down in a layer, and stay at the ends. */
static void
test_steps (void)
{
  g_autoptr (TlModule)     module = attention ();
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");
  gint                     above = tl_model_graph_step (graph, 2, 0, -1), below = tl_model_graph_step (graph, 2, 0, 1);

  g_assert_cmpint (tl_model_graph_step (graph, -1, 1, 0), ==, 0);
  g_assert_cmpint (tl_model_graph_step (graph, 0, -1, 0), ==, 0);
  g_assert_cmpint (tl_model_graph_step (graph, 4, 1, 0), ==, 5);
  g_assert_cmpint (tl_model_graph_step (graph, 7, 1, 0), ==, 7);
  g_assert_cmpint (tl_model_graph_step (graph, 7, -1, 0), ==, 6);
  for (gint node = 1; node <= 3; node++)   /* three projections, one below the other */
    {
      gint up = tl_model_graph_step (graph, node, 0, -1), down = tl_model_graph_step (graph, node, 0, 1);

      g_assert_true (up == node || graph->nodes[up].y < graph->nodes[node].y);
      g_assert_true (down == node || graph->nodes[down].y > graph->nodes[node].y);
      g_assert_true (up != node || down != node);
    }
  g_assert_true (above != below);
}

/* A point of the memory plan belongs to the call that computes the tensor there, or to that of its column. */
static void
test_memory_places (void)
{
  g_autoptr (TlModule)     module = attention ();
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");
  g_autoptr (TlMemoryPlan) plan = must (tl_memory_plan_new (tl_module_find_func (module, "main")->graph, &failure));
  double                   width, height, left, right;

  tl_memory_plan_size (graph, &width, &height);
  g_assert_false (tl_memory_plan_column (graph, 0, width, &left, &right));
  g_assert_cmpint (tl_memory_plan_find_node (graph, plan, width, height, 2, height / 2), ==, -1);
  for (guint node = 1; node <= 6; node++)
    {
      g_assert_true (tl_memory_plan_column (graph, node, width, &left, &right));
      g_assert_cmpfloat (left, <, right);
      g_assert_cmpint (tl_memory_plan_find_node (graph, plan, width, height, (left + right) / 2, 20), ==, (gint) node);
    }
  tl_memory_plan_column (graph, 3, width, &left, &right);   /* there the first three tensors live */
  for (guint i = 0; i < 3; i++)
    {
      double chart = height - 12 - 40, y = height - 12 - chart * ((double) plan->tensors[i].offset + 1024) / (double) plan->arena_bytes;

      g_assert_cmpint (tl_memory_plan_find_node (graph, plan, width, height, (left + right) / 2, y), ==, (gint) i + 1);
    }
}

/* The slowest before stand first in both bars; their widths are their times. */
static void
test_before_after (void)
{
  static const TlTimePair pairs[] = { { "a", 1, 1 }, { "b", 6, 1 }, { "c", 0, 0 }, { "d", 3, 4 } };
  const double            width = 10 * 100 + 12 + 50 + 12, top = 14, below = tl_before_after_height () - 14;
  const struct { double x, y; gint pair; } points[] = {
    { 1, top, -1 }, { 1, below, -1 }, { 0, top, 1 }, { 5.9, top, 1 }, { 6.1, top, 3 }, { 8.9, top, 3 }, { 9.1, top, 0 }, { 9.9, top, 0 },
    { 10.1, top, -1 }, { 0.9, below, 1 }, { 1.1, below, 3 }, { 4.9, below, 3 }, { 5.1, below, 0 }, { 6.1, below, -1 },
    { 3.4, tl_before_after_height () / 2, 1 }, { 3.6, tl_before_after_height () / 2, 3 }, { 8.1, tl_before_after_height () / 2, -1 },
    { 3, 1, -1 }, { 3, tl_before_after_height () - 1, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      double x = i < 2 ? points[i].x : 12 + 50 + 0.5 + 100 * points[i].x;

      g_assert_cmpint (tl_before_after_find (pairs, G_N_ELEMENTS (pairs), width, x, points[i].y), ==, points[i].pair);
    }
  g_assert_cmpint (tl_before_after_find (pairs, 0, width, 100, top), ==, -1);
}

static void
test_attention (void)
{
  g_autoptr (TlModule)     module = attention ();
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");
  g_autofree char         *text = describe (graph);
  const double             seconds[] = { 1e-3, 1e-3, 1e-3, 2e-3, 4e-3, 1e-3 };

  g_assert_cmpstr (text, ==, "0 x; 1 matmul add <0; 1 matmul add <0; 1 matmul add <0; 2 matmul <1 <2; 3 softmax matmul <4 ~3; "
                             "4 add <5 ~0; 5 result <6");
  g_assert_cmpstr (graph->nodes[1].type, ==, "float32[64, 32]");
  g_assert_cmpint (graph->nodes[1].n_bytes, ==, 64 * 32 * 4);
  g_assert_cmpfloat (tl_model_graph_share (graph, 5), ==, -1);
  assert_readable (graph);
  tl_model_graph_set_times (graph, seconds, G_N_ELEMENTS (seconds));
  g_assert_cmpfloat_with_epsilon (graph->seconds, 10e-3, 1e-9);
  g_assert_cmpfloat_with_epsilon (tl_model_graph_share (graph, 5), 0.4, 1e-9);
  g_assert_cmpfloat (graph->nodes[5].height, >, graph->nodes[4].height);
  g_assert_cmpfloat (graph->nodes[4].height, >, graph->nodes[1].height);
  assert_readable (graph);
  g_assert_null (tl_model_graph_new (module, "no_such"));
}

/* Fields of a tuple are no boxes: whoever uses one uses the call. */
static void
test_fields (void)
{
  Fixture            fixture;
  const TlRelaxVar  *x, *both, *first, *second;
  const TlRelaxType *types[2];

  begin (&fixture);
  types[0] = types[1] = matrix (&fixture);
  x = tl_graph_builder_param (fixture.builder, "x", matrix (&fixture));
  both = tl_graph_builder_emit (fixture.builder, NULL, tl_relax_call_tir (fixture.arena, "split", &x, 1, types, 2));
  first = tl_graph_builder_emit (fixture.builder, NULL, tl_relax_item (fixture.arena, both, 0));
  second = tl_graph_builder_emit (fixture.builder, NULL, tl_relax_item (fixture.arena, both, 1));
  {
    g_autoptr (TlModule)     module = finish (&fixture, CALL (&fixture, "multiply", first, second));
    g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");
    g_autofree char         *text = describe (graph);

    g_assert_cmpstr (text, ==, "0 x; 1 split <0; 2 multiply <1; 3 result <2");
    g_assert_cmpstr (graph->nodes[1].type, ==, "float32[64, 32], float32[64, 32]");
  }
}

/* Random graphs of hundreds of calls, many of them with lines past several layers. */
static void
test_random (void)
{
  for (guint seed = 0; seed < 6; seed++)
    {
      Fixture fixture;
      TlRandom random = tl_random_seeded (seed);
      const TlRelaxVar *vars[300];
      guint n = 60 * (seed % 5 + 1);

      begin (&fixture);
      vars[0] = tl_graph_builder_param (fixture.builder, "x", matrix (&fixture));
      for (guint i = 1; i < n; i++)
        vars[i] = CALL (&fixture, "add", vars[i - 1 - tl_random_below (&random, MIN (i, 3))],
                        vars[i - 1 - tl_random_below (&random, MIN (i, 12))]);
      {
        g_autoptr (TlModule)     module = finish (&fixture, vars[n - 1]);
        g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");

        g_assert_cmpuint (graph->n_calls, ==, n - 1);
        assert_readable (graph);
        for (guint layers = 2; layers < 20; layers += 5)
          {
            tl_model_graph_wrap (graph, layers);
            assert_wrapped (graph);
          }
      }
    }
}

static guint
n_painted (cairo_surface_t *surface, double x0, double x1, double y0, double y1)
{
  guint n = 0;

  for (double y = y0; y < y1; y++)
    for (double x = x0; x < x1; x++)
      n += alpha_at (surface, x, y) > 200;
  return n;
}

/* The line goes down where a trial was faster, and ends at the last one; discs stand where the whole was timed. */
static void
test_latency_steps (void)
{
  TlLatencyStep  falls[] = { { 0, 4e-3 }, { 10, 3e-3 }, { 60, 1e-3 } };
  TlLatencySteps steps = { falls, G_N_ELEMENTS (falls), 80, 160, 4e-3, -1 };
  guint          n_right[2];
  gint           first = tl_latency_steps_find (&steps, 600, 80);

  g_assert_cmpfloat (tl_latency_steps_at (&steps, 0), ==, 4e-3);
  g_assert_cmpfloat (tl_latency_steps_at (&steps, 9), ==, 4e-3);
  g_assert_cmpfloat (tl_latency_steps_at (&steps, 10), ==, 3e-3);
  g_assert_cmpfloat (tl_latency_steps_at (&steps, 160), ==, 1e-3);
  g_assert_cmpint (first, >, 0);
  g_assert_cmpint (tl_latency_steps_find (&steps, 600, 200), >, first);
  g_assert_cmpint (tl_latency_steps_find (&steps, 600, 10), ==, -1);
  g_assert_cmpint (tl_latency_steps_find (&steps, 600, 500), ==, -1);   /* behind the last trial */
  for (gboolean is_timed = FALSE; is_timed <= TRUE; is_timed++)
    {
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 100);
      g_autoptr (cairo_t)         cr = cairo_create (surface);

      steps.after_s = is_timed ? 2e-3 : -1;
      tl_draw_latency_steps (cr, &steps, tl_palette (FALSE), 600, 100);
      n_right[is_timed] = n_painted (surface, 320, 328, 30, 60);   /* around the last trial, above the line's end */
      g_assert_cmpuint (n_painted (surface, 170, 230, 20, 60), >, 60);   /* the second piece */
      g_assert_cmpuint (n_painted (surface, 400, 580, 0, 75), ==, 0);    /* no trials yet */
    }
  g_assert_cmpuint (n_right[TRUE], >, n_right[FALSE] + 20);
}

/* Every call is in a box, times add up, and frames lie around the boxes of their layers. */
static void
assert_collapsed (TlModelGraph *graph)
{
  g_autofree double *seconds = g_new (double, graph->n_calls);
  g_autofree gint   *boxes = g_new0 (gint, graph->n_nodes);
  double             share = 0;
  guint              n_framed = 0;

  for (guint i = 0; i < graph->n_calls; i++)
    seconds[i] = 1e-3 * (1 + i % 7);
  tl_model_graph_set_times (graph, seconds, graph->n_calls);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const TlModelNode *node = &graph->nodes[i], *shown = &graph->nodes[node->shown];

      boxes[node->shown]++;
      g_assert_cmpuint (shown->shown, ==, node->shown);
      g_assert_cmpstr (shown->func, ==, node->func);
      share += node->shown == i && node->kind == TL_MODEL_CALL ? tl_model_graph_shown_share (graph, i) : 0;
    }
  g_assert_cmpfloat_with_epsilon (share, 1, 1e-9);
  for (guint i = 0; i < graph->n_frames; i++)
    {
      const TlModelFrame  *frame = &graph->frames[i];
      const TlModelRepeat *repeat = &graph->repeats[frame->repeat];

      assert_in_picture (graph, (TlModelPoint) { frame->x, frame->y });
      assert_in_picture (graph, (TlModelPoint) { frame->x + frame->width, frame->y + frame->height });
      for (guint k = repeat->first; k < repeat->first + repeat->n_nodes; k++)
        {
          const TlModelNode *node = &graph->nodes[k];

          g_assert_cmpint (boxes[k], ==, repeat->n_copies);
          n_framed += frame->x < node->x && frame->y + 20 < node->y && frame->x + frame->width > node->x + node->width
                      && frame->y + frame->height > node->y + node->height;
        }
    }
  for (guint i = 0; i < graph->n_repeats; i++)
    n_framed -= graph->repeats[i].n_nodes;
  g_assert_cmpuint (n_framed, ==, 0);
}

/* Layers of an encoder, each with a residual past it and a mask that all of them read, are shown once; the rest stays. */
static void
test_repeats (void)
{
  Fixture           fixture;
  const TlRelaxVar *x, *mask, *result;

  begin (&fixture);
  x = tl_graph_builder_param (fixture.builder, "x", matrix (&fixture));
  mask = CALL (&fixture, "mask", x);
  result = CALL (&fixture, "embed", x);
  for (guint i = 0; i < 12; i++)
    {
      const TlRelaxVar *query = CALL (&fixture, "query", result), *key = CALL (&fixture, "key", result);
      const TlRelaxVar *scores = CALL (&fixture, "scores", query, key, mask);

      result = CALL (&fixture, "norm", CALL (&fixture, "add", scores, result));
    }
  {
    g_autoptr (TlModule)     module = finish (&fixture, CALL (&fixture, "head", result));
    g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main"), whole = tl_model_graph_new (module, "main");
    g_autofree char         *text = NULL;
    double                   share = 0;

    g_assert_cmpuint (graph->n_repeats, ==, 1);
    g_assert_cmpstr (graph->nodes[graph->repeats[0].first].func, ==, "query");
    g_assert_cmpuint (graph->repeats[0].n_nodes, ==, 5);
    g_assert_cmpuint (graph->repeats[0].n_copies, ==, 12);
    g_assert_cmpuint (graph->n_frames, ==, 0);
    tl_model_graph_collapse (graph, TRUE);
    g_assert_cmpuint (graph->n_frames, ==, 1);
    g_assert_cmpfloat (graph->width, <, whole->width / 5);
    g_assert_cmpint (tl_model_graph_step (graph, 3 + 5 * 11 + 4, 1, 0), ==, (gint) graph->n_nodes - 2);   /* to the head */
    g_assert_cmpint (tl_model_graph_step (graph, (gint) graph->n_nodes - 2, -1, 0), ==, 3 + 4);
    assert_readable (graph);
    assert_collapsed (graph);
    for (guint i = 0; i < 12; i++)
      share += tl_model_graph_share (graph, graph->repeats[0].first + 5 * i);
    g_assert_cmpfloat_with_epsilon (tl_model_graph_shown_share (graph, graph->repeats[0].first), share, 1e-9);
    for (guint layers = 2; layers < 9; layers++)
      {
        tl_model_graph_wrap (graph, layers);
        assert_wrapped (graph);
      }
    tl_model_graph_collapse (graph, FALSE);
    text = describe (graph);
    {
      g_autofree char *same = describe (whole);

      g_assert_cmpstr (text, ==, same);
    }
    g_assert_cmpuint (graph->n_frames, ==, 0);
    assert_readable (graph);
  }
}

/* Layers of random calls between other random calls: no fewer boxes are spared than by showing the layer once. */
static void
test_random_repeats (void)
{
  for (guint seed = 0; seed < 200; seed++)
    {
      Fixture           fixture;
      TlRandom          random = tl_random_seeded (seed);
      const TlRelaxVar *vars[80];
      guint             n = 0, n_layer = 1 + tl_random_below (&random, 8), n_copies = 2 + tl_random_below (&random, 5), n_saved = 0;
      guint             back[8], ahead = tl_random_below (&random, 5);

      begin (&fixture);
      vars[n++] = tl_graph_builder_param (fixture.builder, "x", matrix (&fixture));
      for (guint i = 0; i < ahead; i++, n++)
        vars[n] = CALL (&fixture, "ahead", vars[tl_random_below (&random, n)]);
      for (guint i = 0; i < n_layer; i++)
        back[i] = tl_random_below (&random, i + 1);   /* 0: the layer before */
      for (guint copy = 0, before = n - 1; copy < n_copies; copy++, before = n - 1)
        for (guint i = 0; i < n_layer; i++, n++)
          {
            g_autofree char  *name = g_strdup_printf ("layer_%c", 'a' + (char) i);
            const TlRelaxVar *last = i > 0 ? vars[n - 1] : vars[before], *other = back[i] > 0 ? vars[before + back[i]] : vars[before];

            vars[n] = CALL (&fixture, name, last, seed % 3 == 0 ? vars[0] : other);
          }
      for (guint i = 0; i < 3; i++, n++)
        vars[n] = CALL (&fixture, "behind", vars[n - 1], vars[tl_random_below (&random, n)]);
      {
        g_autoptr (TlModule)     module = finish (&fixture, vars[n - 1]);
        g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");

        for (guint i = 0; i < graph->n_repeats; i++)
          n_saved += graph->repeats[i].n_nodes * (graph->repeats[i].n_copies - 1);
        if (n_layer * (n_copies - 1) >= 8)
          g_assert_cmpuint (n_saved, >=, n_layer * (n_copies - 2));
        tl_model_graph_collapse (graph, TRUE);
        assert_readable (graph);
        assert_collapsed (graph);
        tl_model_graph_wrap (graph, 2 + seed % 6);
        assert_wrapped (graph);
      }
    }
}

static double
blue_at (const TlModelGraph *graph, TlModelColor color, guint node)
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) graph->width, (int) graph->height);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  guint32                     pixel;

  tl_draw_model (cr, graph, color, NULL, -1, tl_palette (FALSE));
  cairo_surface_flush (surface);
  memcpy (&pixel, cairo_image_surface_get_data (surface) + (int) (graph->nodes[node].y + 4) * cairo_image_surface_get_stride (surface)
                    + 4 * (int) (graph->nodes[node].x + graph->nodes[node].width / 2), 4);
  return 255 - ((pixel >> 16) & 255);   /* less red: more of the colour */
}

/* The colour follows what it stands for: another call is the darkest by time, by work, by rate; by bytes all are alike. */
static void
test_colors (void)
{
  g_autoptr (TlModule)     module = attention ();
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");
  const double             seconds[] = { 8e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3 };
  const guint              darkest[] = { 1, 2, 3 };

  tl_model_graph_set_times (graph, seconds, G_N_ELEMENTS (seconds));
  for (guint i = 1; i <= 6; i++)
    {
      graph->nodes[i].flops = i == 2 ? 8e6 : 1e6;
      graph->nodes[i].roof = i == 3 ? 0.9 : 0.1;
    }
  for (TlModelColor color = TL_MODEL_BY_TIME; color <= TL_MODEL_BY_ROOF; color++)
    for (guint i = 1; i <= 6; i++)
      if (i != darkest[color])
        g_assert_cmpfloat (blue_at (graph, color, darkest[color]), >, blue_at (graph, color, i) + 20);
  for (guint i = 2; i <= 6; i++)
    g_assert_cmpfloat (blue_at (graph, TL_MODEL_BY_MEMORY, i), ==, blue_at (graph, TL_MODEL_BY_MEMORY, 1));
}

/* Boxes are painted where the layout has them, and nothing is between them; a call that takes more time is darker. */
static void
test_pictures (void)
{
  g_autoptr (TlModule)     module = attention ();
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (module, "main");
  const double             seconds[] = { 1e-3, 1e-3, 1e-3, 2e-3, 4e-3, 1e-3 };

  tl_model_graph_set_times (graph, seconds, G_N_ELEMENTS (seconds));
  for (gboolean is_dark = FALSE; is_dark <= TRUE; is_dark++)
    {
      const TlPalette *palette = tl_palette (is_dark);
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) graph->width, (int) graph->height);
      g_autoptr (cairo_t)         cr = cairo_create (surface);

      tl_draw_model (cr, graph, TL_MODEL_BY_TIME, NULL, 5, palette);
      for (guint i = 0; i < graph->n_nodes; i++)
        g_assert_cmpuint (alpha_at (surface, graph->nodes[i].x + graph->nodes[i].width / 2, graph->nodes[i].y + 4), ==, 255);
      g_assert_cmpuint (alpha_at (surface, 2, 2), ==, 0);
      for (guint percent = 0; percent < 100; percent += 5)
        {
          TlColor a = tl_time_share_color (palette, percent / 100.0), b = tl_time_share_color (palette, percent / 100.0 + 0.05);

          g_assert_cmpfloat (is_dark ? b.b - a.b : a.r - b.r, >, 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model-picture/attention", test_attention);
  g_test_add_func ("/model-picture/fields", test_fields);
  g_test_add_func ("/model-picture/rows", test_rows);
  g_test_add_func ("/model-picture/steps", test_steps);
  g_test_add_func ("/model-picture/memory-places", test_memory_places);
  g_test_add_func ("/model-picture/before-after", test_before_after);
  g_test_add_func ("/model-picture/latency-steps", test_latency_steps);
  g_test_add_func ("/model-picture/repeats", test_repeats);
  g_test_add_func ("/model-picture/random", test_random);
  g_test_add_func ("/model-picture/random-repeats", test_random_repeats);
  g_test_add_func ("/model-picture/pictures", test_pictures);
  g_test_add_func ("/model-picture/colors", test_colors);
  return g_test_run ();
}
