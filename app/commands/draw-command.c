/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the views of the window to files, with the same drawing functions. */
#include <stdio.h>
#include <string.h>

#include "app/commands/measured-program.h"
#include "core/analysis/footprint.h"
#include "core/records/database.h"
#include "core/draw/data/draw-data.h"
#include "core/draw/data/thread-picture.h"
#include "core/draw/draw-export.h"
#include "core/draw/draw-memory.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-plot.h"
#include "core/draw/draw-roofline.h"

typedef struct
{
  const TlPalette *palette;
  TlNest          *nest;
  TlDataPicture   *data;      /* borrowed */
  TlThreadPicture *threads;   /* borrowed; NULL: threads of a CPU */
  TlTraffic       *traffic;
  TlTrafficTimes  *times;     /* NULL: unknown */
  TlPlotModel      plot;
  TlRoofline      *roofline;     /* borrowed */
} Picture;

static void
paint_background (cairo_t *cr, const Picture *picture)
{
  tl_set_color (cr, picture->palette->background, 1);
  cairo_paint (cr);
}

static void
draw_nest_view (cairo_t *cr, double width, double height, gpointer user_data)
{
  Picture *picture = user_data;

  paint_background (cr, picture);
  tl_draw_nest (cr, picture->nest, picture->palette, 0, width, height);
}

static void
draw_memory_view (cairo_t *cr, double width, double height, gpointer user_data)
{
  Picture *picture = user_data;

  paint_background (cr, picture);
  tl_draw_memory_view (cr, picture->nest, picture->traffic, picture->times, picture->palette, width, height);
}

static void
draw_regions_view (cairo_t *cr, double width, double height, gpointer user_data)
{
  Picture *picture = user_data;

  paint_background (cr, picture);
  tl_draw_data (cr, picture->data, picture->palette);
}

static void
draw_threads_view (cairo_t *cr, double width, double height, gpointer user_data)
{
  Picture *picture = user_data;

  paint_background (cr, picture);
  if (picture->threads != NULL)
    tl_draw_threads (cr, picture->threads, picture->palette);
  else
    tl_draw_data_threads (cr, picture->data, picture->palette);
}

static void
draw_plot_view (cairo_t *cr, double width, double height, gpointer user_data)
{
  Picture *picture = user_data;

  paint_background (cr, picture);
  tl_draw_plot (cr, &picture->plot, picture->palette, width, height);
}

static void
draw_roofline_view (cairo_t *cr, double width, double height, gpointer user_data)
{
  Picture *picture = user_data;

  paint_background (cr, picture);
  tl_draw_roofline (cr, picture->roofline, TRUE, picture->palette, width, height);
}

typedef struct
{
  TlScheduleOptions schedule;
  TlMeasuredFlags   measured;   /* of the roofline */
  char    *view;
  char    *out;
  char    *loop;
  char    *database;
  gint64   run;
  gint     width, height;
  gboolean dark;
} DrawFlags;

static void
draw_flags_clear (DrawFlags *flags)
{
  tl_schedule_options_clear (&flags->schedule);
  tl_measured_flags_clear (&flags->measured);
  g_free (flags->view);
  g_free (flags->out);
  g_free (flags->loop);
  g_free (flags->database);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DrawFlags, draw_flags_clear)

static TlExit
write_picture (const DrawFlags *flags, Picture *picture, TlDrawFunc draw, double width, double height)
{
  g_autoptr (GError) error = NULL;

  if (tl_draw_to_file (flags->out, flags->width > 0 ? flags->width : width, flags->height > 0 ? flags->height : height, draw, picture,
                       &error))
    return TL_EXIT_DONE;
  tl_command_error (error);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) ? TL_EXIT_USAGE : TL_EXIT_FAILED;
}

static TlExit
draw_nest_to_file (const DrawFlags *flags, Picture *picture, const TlState *state, const TlPrimFunc *func)
{
  double width, height;
  TlExit exit;

  picture->nest = tl_nest_new (tl_state_module (state), func->name);
  tl_nest_picture_size (picture->nest, &width, &height);
  exit = write_picture (flags, picture, draw_nest_view, width, height);
  tl_nest_free (picture->nest);
  return exit;
}

static TlExit
draw_memory_to_file (const DrawFlags *flags, Picture *picture, const TlState *state, const TlPrimFunc *func)
{
  const TlTarget        host = tl_target_host ();
  const TlCapacities    capacities = tl_capacities_of (&host);
  const TlModule       *module = tl_state_module (state);
  g_autoptr (TlNest)    nest = picture->nest = tl_nest_new (module, func->name);
  g_autoptr (TlTraffic) traffic = picture->traffic = tl_traffic_new (module, tl_module_prim (module, func->name), &capacities);
  TlTrafficTimes        times;
  TlMachine             machine;
  double                width, height;

  if (tl_machine_load (&machine) && tl_traffic_times (traffic, &machine, 1, &times))
    picture->times = &times;
  tl_memory_view_size (nest, traffic, &width, &height);
  return write_picture (flags, picture, draw_memory_view, width, height);
}

typedef struct
{
  const char *name;
  TlNodeId    id;
} FindNode;

static TlWalk
match_name (const TlStmt *stmt, gpointer user_data)
{
  FindNode *find = user_data;

  if (stmt->kind == TL_STMT_FOR && (find->name == NULL || strcmp (stmt->loop.var->name, find->name) == 0))
    find->id = stmt->loop.id;
  else if (stmt->kind == TL_STMT_BLOCK && find->name != NULL && strcmp (stmt->block.name, find->name) == 0)
    find->id = stmt->block.id;
  return find->id != 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

/* The block with this id, or that of the loop which runs most often; @loop: the index of the loop in its path, -1 for the block itself. */
static TlDataLayout *
layout_at (const TlNest *nest, TlNodeId node, gint *loop)
{
  TlDataLayout *layout = tl_data_layout_new (nest, tl_data_main_block (nest, node));

  *loop = -1;
  for (guint i = 0; layout != NULL && i < layout->tiles->n_loops; i++)
    if (layout->tiles->loops[i]->loop.id == node)
      *loop = (gint) i;
  return layout;
}

/* The threads of the target where a loop runs in parallel; those of a GPU where loops are bound. */
static TlExit
write_threads (const DrawFlags *flags, Picture *picture, const TlDataLayout *layout, const gint64 *position, double width, double height)
{
  g_autoptr (TlThreadPicture) threads = NULL;

  if (picture->data->threads.kind == TL_THREADS_NONE)
    return tl_command_usage ("no loop around block %s is parallel or bound to threads", layout->tiles->block->name);
  if (picture->data->threads.kind == TL_THREADS_GPU)
    threads = tl_thread_picture_new (layout, position, width, height);
  picture->threads = threads;
  return write_picture (flags, picture, draw_threads_view, width, height);
}

static TlExit
draw_regions_to_file (const DrawFlags *flags, Picture *picture, const TlState *state, const TlPrimFunc *func)
{
  const TlModule            *module = tl_state_module (state);
  g_autoptr (TlNest)         nest = tl_nest_new (module, func->name);
  g_autoptr (TlDataLayout)   layout = NULL;
  g_autoptr (TlDataPicture)  data = NULL;
  g_autofree gint64         *position = NULL;
  const TlTarget             target = tl_target_host ();
  const TlCaches             caches = tl_target_caches (&target);
  FindNode                   find = { flags->loop, 0 };
  gint                       loop, width = flags->width > 0 ? flags->width : 640, height = flags->height > 0 ? flags->height : 480;

  tl_stmt_walk (tl_module_prim (module, func->name)->body, match_name, NULL, &find);
  layout = find.id != 0 ? layout_at (nest, find.id, &loop) : NULL;
  if (layout == NULL)
    return tl_command_usage ("no loop or block is called \"%s\"", flags->loop != NULL ? flags->loop : "");
  position = g_new0 (gint64, layout->tiles->n_loops + 1);
  data = tl_data_picture_new (layout, position, loop, &caches, width, height);
  tl_data_picture_set_cores (data, target.num_cores);
  picture->data = data;
  if (strcmp (flags->view, "threads") == 0)
    return write_threads (flags, picture, layout, position, width, height);
  return write_picture (flags, picture, draw_regions_view, width, height);
}

/* Sets the axis to run @run_id, or to all runs if it is 0. */
static gboolean
show_run (TlPlotModel *model, TlTrialStore *store, gint64 run_id, GError **error)
{
  if (run_id == 0 && model->n > 0)
    return TRUE;
  for (guint i = 0; i < tl_trial_store_n_runs (store); i++)
    {
      TlTrialRun run = tl_trial_store_run (store, i);

      if (run.id != run_id)
        continue;
      model->x_min = model->number[run.first] - 0.5;
      model->x_max = model->number[run.first + run.n - 1] + 0.5;
      return TRUE;
    }
  if (run_id == 0)
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "the project has no tuning run of this program");
  else
    g_set_error (error, TL_DATABASE_ERROR, TL_DATABASE_ERROR_SQL, "the project has no trials of this program in run %" G_GINT64_FORMAT,
                 run_id);
  return FALSE;
}

/* The runs that measure; those with predicted times where there are no others. */
static gboolean
load (TlTrialStore *store, TlDatabase *database, gint64 workload, GError **error)
{
  guint n_dry = 0;

  if (!tl_trial_store_load (store, database, workload, &n_dry, error))
    return FALSE;
  if (tl_trial_store_n (store) > 0 || n_dry == 0)
    return TRUE;
  tl_trial_store_set_predicted (store, TRUE);
  return tl_trial_store_load (store, database, workload, &n_dry, error);
}

static TlExit
draw_plot_to_file (const DrawFlags *flags, Picture *picture, TlModule *module, const TlPrimFunc *func)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlDatabase) database = NULL;
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  gint64   workload;
  gboolean ok;

  if (flags->database == NULL || !g_file_test (flags->database, G_FILE_TEST_EXISTS))
    return tl_command_usage ("--view plot requires --db with an existing project file");
  database = tl_command_read_database (flags->database, &error);
  workload = database != NULL ? tl_database_find_workload (database, module) : 0;
  ok = database != NULL && (workload <= 0 || load (store, database, workload, &error));
  picture->plot = tl_plot_model (store);
  picture->plot.flops = tl_func_flops (func);
  if (ok && show_run (&picture->plot, store, flags->run, &error))
    return write_picture (flags, picture, draw_plot_view, 960, 540);
  return tl_command_fail (TL_EXIT_USAGE, error);
}

/* The points in words go to standard output: a picture has no hover. */
static TlExit
draw_roofline_to_file (const DrawFlags *flags, Picture *picture, const char *path)
{
  g_auto (TlReport)      report = { 0 };
  g_autoptr (TlRoofline) roofline = NULL;
  TlExit                 exit = tl_command_fill_report (path, &flags->schedule, &flags->measured, &report);

  if (exit != TL_EXIT_DONE)
    return exit;
  picture->roofline = roofline = tl_report_roofline (&report);
  if (roofline->status != TL_ROOFLINE_READY)
    {
      g_autofree char *status = tl_roofline_status_text (roofline);

      tl_command_message ("%s%s", status, roofline->status == TL_ROOFLINE_UNMEASURED ? " Run `tileloom-cli machine`." : "");
      return TL_EXIT_FAILED;
    }
  for (guint i = 0; i < roofline->n_points; i++)
    {
      g_autofree char *text = tl_roofline_point_text (roofline, &roofline->points[i]);

      printf ("%s\n\n", text);
    }
  return write_picture (flags, picture, draw_roofline_view, 720, 480);
}

static TlExit
run_draw (int argc, char **argv)
{
  g_auto (DrawFlags) flags = { .schedule.seed = tl_command_fresh_seed () };
  const GOptionEntry options[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &flags.view, "nest (default), memory, regions, threads, plot or roofline", "VIEW" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &flags.out, "Output file: .svg, .pdf or .png", "FILE" },
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &flags.schedule.file, "Schedule script or trace to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (flags.schedule),
    { "at", 0, 0, G_OPTION_ARG_STRING, &flags.loop,
      "With --view regions or threads: the loop or block to draw; the outermost loop by default", "NAME" },
    { "db", 0, 0, G_OPTION_ARG_FILENAME, &flags.database, "With --view plot: the project file", "FILE.tileloom" },
    TL_MEASURED_OPTIONS (flags.measured),
    { "dark", 0, 0, G_OPTION_ARG_NONE, &flags.dark, "Dark colors", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    { "run", 0, TL_NUMBER_INT64, &flags.run, 1, HUGE_VAL, "With --view plot: the tuning run; all runs by default", "ID" },
    { "width", 0, TL_NUMBER_INT, &flags.width, 16, 32767, "Width in pixels or points", "N" },
    { "height", 0, TL_NUMBER_INT, &flags.height, 16, 32767, "Height in pixels or points", "N" },
    TL_SCHEDULE_NUMBERS (flags.schedule),
    { NULL },
  };
  Picture picture = { 0 };
  const TlPrimFunc *entry;
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) state = NULL;
  TlExit exit;

  if (!tl_command_parse (&tl_command_draw_row, &argc, &argv, options, numbers, 1, 1))
    return TL_EXIT_USAGE;
  if (flags.out == NULL)
    return tl_command_usage ("draw requires -o FILE.svg, .pdf or .png");
  picture.palette = tl_palette (flags.dark);
  if (g_strcmp0 (flags.view, "roofline") == 0)
    return draw_roofline_to_file (&flags, &picture, argv[0]);
  if (g_strcmp0 (flags.view, "plot") == 0)
    module = tl_command_load_scheduled (argv[0], flags.schedule.shapes, &exit);   /* as tune saves it */
  else
    module = tl_command_load_module (argv[0], flags.schedule.shapes);
  entry = module != NULL ? tl_command_entry (module, argv[0]) : NULL;
  if (entry == NULL)
    return TL_EXIT_USAGE;
  if (g_strcmp0 (flags.view, "plot") == 0)
    return draw_plot_to_file (&flags, &picture, module, entry);
  state = tl_command_apply_own (module, argv[0], &flags.schedule, &exit);
  if (state == NULL)
    return exit;
  if (flags.view == NULL || strcmp (flags.view, "nest") == 0)
    return draw_nest_to_file (&flags, &picture, state, entry);
  if (strcmp (flags.view, "memory") == 0)
    return draw_memory_to_file (&flags, &picture, state, entry);
  if (strcmp (flags.view, "regions") == 0 || strcmp (flags.view, "threads") == 0)
    return draw_regions_to_file (&flags, &picture, state, entry);
  return tl_command_usage ("--view must be nest, memory, regions, threads, plot or roofline, not \"%s\"", flags.view);
}

const TlCommand tl_command_draw_row = {
  "draw", "MODULE.py --view nest|memory|regions|threads|plot|roofline -o FILE.svg|pdf|png",
  "Draw the loop nest, its regions or threads, the bytes moved between caches, a tuning plot or the roofline to a file", run_draw,
};
