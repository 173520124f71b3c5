/* SPDX-License-Identifier: Apache-2.0 */
/* The graph or the memory plan of a model as a picture: behind "show" without times, behind "profile" with them. */
#include <string.h>

#include "app/commands/model.h"
#include "core/draw/draw-export.h"
#include "core/draw/model/draw-memory-plan.h"
#include "core/draw/model/draw-model.h"

typedef struct
{
  const TlModelGraph *graph;
  const TlMemoryPlan *plan;      /* NULL: the graph itself */
  const TlPalette    *palette;
} ModelPicture;

static void
draw_picture (cairo_t *cr, double width, double height, gpointer user_data)
{
  const ModelPicture *picture = user_data;

  tl_set_color (cr, picture->palette->background, 1);
  cairo_paint (cr);
  if (picture->plan != NULL)
    tl_draw_memory_plan (cr, picture->graph, picture->plan, NULL, -1, picture->palette, width, height);
  else
    tl_draw_model (cr, picture->graph, TL_MODEL_BY_TIME, NULL, -1, picture->palette);
}

/* Calls of the plan by the variable that they are bound to; calls that are no kernels of their own take no time. */
static void
set_times (TlModelGraph *graph, const TlExecutable *executable, const double *call_s)
{
  g_autofree double *seconds = g_new0 (double, MAX (graph->n_calls, 1));
  guint              call = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == TL_MODEL_CALL)
      {
        for (guint k = 0; k < executable->calls->len; k++)
          if (strcmp (((const TlKernelCall *) executable->calls->pdata[k])->name, graph->nodes[i].var->name) == 0)
            seconds[call] = call_s[k];
        call++;
      }
  tl_model_graph_set_times (graph, seconds, graph->n_calls);
}

TlExit
tl_model_draw (const TlModelFlags *flags, const TlModule *lowered, const TlExecutable *executable, const double *call_s)
{
  g_autoptr (TlModelGraph) graph = tl_model_graph_new (lowered, "main");
  g_autoptr (TlMemoryPlan) plan = NULL;
  g_autoptr (GError)       error = NULL;
  ModelPicture             picture = { graph, NULL, tl_palette (flags->dark) };
  double                   width, height;

  if (call_s != NULL)
    set_times (graph, executable, call_s);
  width = graph->width;
  height = graph->height;
  if (g_strcmp0 (flags->view, "memory") == 0)
    {
      picture.plan = plan = tl_memory_plan_new (tl_module_find_func (lowered, "main")->graph, &error);
      tl_memory_plan_size (graph, &width, &height);
    }
  if (error == NULL && tl_draw_to_file (flags->picture, width, height, draw_picture, &picture, &error))
    return TL_EXIT_DONE;
  tl_command_error (error);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) ? TL_EXIT_USAGE : TL_EXIT_FAILED;
}
