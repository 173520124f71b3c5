/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loop nest as text, its FLOPs, the footprint of one iteration of each loop, and the traffic between the caches of this machine. With
 * the target of a GPU, its kernels and the time they are to take.
 */
#include "app/commands/analyze.h"

#include <stdio.h>
#include <string.h>

#include "app/commands/command.h"
#include "core/analysis/footprint.h"
#include "core/analysis/roofline.h"
#include "core/device/device.h"
#include "core/device/machine-rates.h"

typedef struct
{
  TlArena        *arena;
  const TlModule *module;
  JsonBuilder    *json;      /* NULL: text */
  gboolean        simulates;
  TlTraffic      *traffic;   /* of the function at hand */
  TlWorkerPool   *pool;      /* NULL: no advice; with it: */
  TlState        *state;
  const TlTarget *target;
} AnalyzeReport;

/* The innermost level that holds the working set of one iteration; of a block its footprint. */
static const char *
fits_in (const AnalyzeReport *report, const TlFootprint *footprint)
{
  const TlTrafficLoop *loop = tl_traffic_find_loop (report->traffic, footprint->node);
  TlLevel              level = TL_LEVEL_REGISTERS;

  if (footprint->total_bytes < 0 || (loop != NULL && !loop->is_known))
    return "";
  if (loop != NULL)
    return tl_level_name (loop->level);
  while (level < TL_N_LEVELS && report->traffic->capacities.bytes[level] < footprint->total_bytes)
    level++;
  return tl_level_name (level);
}

/* How a loop uses a buffer; NULL for blocks. */
static const TlLoopUse *
find_use (const AnalyzeReport *report, const TlFootprint *footprint, guint index)
{
  const TlTrafficLoop *loop = tl_traffic_find_loop (report->traffic, footprint->node);

  return loop != NULL ? &loop->uses[index] : NULL;
}

static char *
describe_node (const TlStmt *stmt)
{
  g_autofree char *extent = NULL;

  if (stmt->kind == TL_STMT_BLOCK)
    {
      g_autoptr (GString) axes = g_string_new (NULL);

      for (guint i = 0; i < stmt->block.n_axes; i++)
        {
          g_autofree char *dom = tl_expr_to_text (stmt->block.axes[i].dom.extent);

          g_string_append_printf (axes, " %s:%s×%s", stmt->block.axes[i].var->name, tl_axis_kind_letter (stmt->block.axes[i].kind), dom);
        }
      return g_strdup_printf ("block %s%s", stmt->block.name, axes->str);
    }
  extent = tl_expr_to_text (stmt->loop.extent);
  return g_strdup_printf ("%s ×%s%s%s", stmt->loop.var->name, extent, stmt->loop.kind == TL_LOOP_SERIAL ? "" : " ",
                          stmt->loop.kind == TL_LOOP_SERIAL ? "" : tl_loop_kind_name (stmt->loop.kind));
}

void
tl_json_add_text (JsonBuilder *json, const char *name, const char *value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_string_value (json, value);
}

void
tl_json_add_int (JsonBuilder *json, const char *name, gint64 value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, value);
}

void
tl_json_add_double (JsonBuilder *json, const char *name, double value)
{
  json_builder_set_member_name (json, name);
  json_builder_add_double_value (json, value);
}

static void
report_json (AnalyzeReport *report, const TlStmt *stmt, guint depth, const TlFootprint *footprint)
{
  JsonBuilder     *json = report->json;
  g_autofree char *title = describe_node (stmt);

  json_builder_begin_object (json);
  tl_json_add_text (json, "node", title);
  tl_json_add_int (json, "id", footprint->node);
  tl_json_add_int (json, "depth", depth);
  tl_json_add_int (json, "bytes", footprint->total_bytes);
  tl_json_add_text (json, "level", fits_in (report, footprint));
  json_builder_set_member_name (json, "regions");
  json_builder_begin_array (json);
  for (guint i = 0; i < footprint->n_touched; i++)
    {
      const TlTouched *touched = &footprint->touched[i];
      g_autofree char *region = tl_region_to_text (&touched->region);

      json_builder_begin_object (json);
      tl_json_add_text (json, "region", region);
      tl_json_add_text (json, "access", touched->is_read && touched->is_written ? "read-write" : touched->is_read ? "read" : "write");
      tl_json_add_int (json, "elements", touched->n_elements);
      tl_json_add_int (json, "bytes", touched->n_bytes);
      if (find_use (report, footprint, i) != NULL)
        tl_json_add_double (json, "uses", find_use (report, footprint, i)->n_reuses);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
print_reuses (const TlLoopUse *use)
{
  if (use != NULL && use->n_reuses >= 1.05)
    printf (" ×%.*f", use->n_reuses < 10 && use->n_reuses != floor (use->n_reuses) ? 1 : 0, use->n_reuses);
}

static void
report_text (const AnalyzeReport *report, const TlStmt *stmt, guint depth, const TlFootprint *footprint)
{
  g_autofree char *title = describe_node (stmt), *total = tl_format_bytes (footprint->total_bytes);
  g_autofree char *line = g_strdup_printf ("%*s%s", (int) depth * 2, "", title);
  glong            width = g_utf8_strlen (line, -1);

  printf ("%s%*s %9s %-9s", line, (int) MAX (44 - width, 1), "", total, fits_in (report, footprint));
  for (guint i = 0; i < footprint->n_touched; i++)
    {
      const TlTouched *touched = &footprint->touched[i];
      g_autofree char *region = tl_region_to_text (&touched->region);

      printf ("  %s%s", touched->is_written ? touched->is_read ? "±" : "→" : "", region);
      print_reuses (find_use (report, footprint, i));
    }
  printf ("\n");
}

static void report_stmt (AnalyzeReport *report, const TlStmt *stmt, guint depth);

static void
report_children (AnalyzeReport *report, const TlStmt *stmt, guint depth)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      report_stmt (report, stmt->loop.body, depth);
      break;
    case TL_STMT_BLOCK:
      if (stmt->block.init != NULL)
        report_stmt (report, stmt->block.init, depth);
      report_stmt (report, stmt->block.body, depth);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        report_stmt (report, stmt->stmts[i], depth);
      break;
    case TL_STMT_IF:
      report_stmt (report, stmt->then_body, depth);
      if (stmt->else_body != NULL)
        report_stmt (report, stmt->else_body, depth);
      break;
    case TL_STMT_LET:
      report_stmt (report, stmt->let_body, depth);
      break;
    case TL_STMT_WHILE:
      report_stmt (report, stmt->then_body, depth);
      break;
    case TL_STMT_ATTR:
      report_stmt (report, stmt->attr_body, depth);
      break;
    default:
      break;
    }
}

static void
report_stmt (AnalyzeReport *report, const TlStmt *stmt, guint depth)
{
  TlNodeId     id = stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->kind == TL_STMT_BLOCK ? stmt->block.id : 0;
  TlFootprint *footprint = id != 0 ? tl_footprint_of (report->arena, report->module, id) : NULL;

  if (footprint != NULL && report->json != NULL)
    report_json (report, stmt, depth, footprint);
  else if (footprint != NULL)
    report_text (report, stmt, depth, footprint);
  report_children (report, stmt, depth + (id != 0));
}

/* Lower bounds of the time by the roofline of the machine, if it has been measured. */
static void
report_roof (const AnalyzeReport *report, const TlPrimFunc *func)
{
  TlMachine machine;
  gboolean is_measured = tl_machine_load (&machine);
  TlRoof roof = tl_roof_of (func, &machine, 1);

  if (report->json != NULL)
    {
      json_builder_set_member_name (report->json, "roof");
      json_builder_begin_object (report->json);
      tl_json_add_double (report->json, "read_bytes", roof.read_bytes);
      tl_json_add_double (report->json, "written_bytes", roof.written_bytes);
      tl_json_add_double (report->json, "compute_s", roof.compute_s);
      tl_json_add_double (report->json, "memory_s", roof.memory_s);
      if (tl_roof_bound (&roof) != NULL)
        tl_json_add_text (report->json, "bound", tl_roof_bound (&roof));
      json_builder_end_object (report->json);
    }
  else if (!is_measured)
    printf ("roofline: unknown; run `tileloom-cli machine` to measure this machine\n\n");
  else if (tl_roof_bound (&roof) != NULL)
    {
      g_autofree char *compute = tl_format_seconds (roof.compute_s), *memory = tl_format_seconds (roof.memory_s);
      g_autofree char *moved = tl_format_bytes ((gint64) (roof.read_bytes + roof.written_bytes));

      printf ("roofline, one core: compute %s, memory (%s, %s) %s → bound by %s\n\n", compute, moved, roof.level != NULL ? roof.level
              : "symbolic",
              memory, strcmp (tl_roof_bound (&roof), "peak") == 0 ? "compute" : tl_roof_bound (&roof));
    }
}

static void
report_func (AnalyzeReport *report, const TlPrimFunc *func)
{
  const TlTarget       host = tl_target_host ();
  const TlCapacities   capacities = tl_capacities_of (&host);
  g_autoptr (TlTraffic) traffic = report->traffic = tl_traffic_new (report->module, func, &capacities);
  double               flops = tl_func_flops (func);
  g_autofree char     *formula = tl_func_flops_text (func);

  if (report->json != NULL)
    {
      json_builder_begin_object (report->json);
      tl_json_add_text (report->json, "function", func->name);
      if (flops >= 0)
        tl_json_add_double (report->json, "flops", flops);
      else
        tl_json_add_text (report->json, "flops_formula", formula);
      report_roof (report, func);
      tl_analyze_report_traffic (traffic, report->simulates, report->json);
      if (report->pool != NULL)
        tl_analyze_report_advice (report->pool, report->state, func, report->target, report->json);
      json_builder_set_member_name (report->json, "nest");
      json_builder_begin_array (report->json);
    }
  else
    {
      printf ("%s (", func->name);
      for (guint i = 0; i < func->n_params; i++)
        printf ("%s%s", i > 0 ? ", " : "", func->params[i].name);
      printf (")  %s FLOP\n", formula);
      report_roof (report, func);
      tl_analyze_report_traffic (traffic, report->simulates, NULL);
      if (report->pool != NULL)
        tl_analyze_report_advice (report->pool, report->state, func, report->target, NULL);
      printf ("%-44s %9s %-9s  regions of one iteration (→ written, ± read and written; ×n: used by n iterations)\n", "loop nest",
              "footprint", "fits in");
    }
  report_children (report, func->body, 0);
  if (report->json != NULL)
    {
      json_builder_end_array (report->json);
      json_builder_end_object (report->json);
    }
}

static void
print_machine (void)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  g_autofree char *l1 = tl_format_bytes (cpu->l1d_bytes), *l2 = tl_format_bytes (cpu->l2_bytes), *l3 = tl_format_bytes (cpu->l3_bytes);

  printf ("\n%s, %u logical cores, L1d %s, L2 %s, L3 %s, %u-bit vectors\n", cpu->model, cpu->n_units, l1, l2, l3, cpu->vector_bits);
}

static void
print_builder (JsonBuilder *builder)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = NULL;

  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  text = json_generator_to_data (generator, NULL);
  printf ("%s\n", text);
}

static TlExit
report_gpu (AnalyzeReport *report)
{
  TlExit exit = TL_EXIT_DONE;

  for (guint i = 0; i < report->module->n_prims && exit == TL_EXIT_DONE; i++)
    exit = tl_analyze_report_gpu (report->pool, report->state, report->module->prims[i], report->target, report->json);
  return exit;
}

static TlExit
run_analyze (int argc, char **argv)
{
  g_auto (TlScheduleOptions) schedule = { .seed = tl_command_fresh_seed () };
  gboolean          as_json = FALSE, simulates = FALSE, advises = FALSE, assembles = FALSE, is_gpu;
  g_autofree char  *target_text = NULL;
  TlTarget          target;
  const GOptionEntry options[] = {
    { "schedule", 's', 0, G_OPTION_ARG_FILENAME, &schedule.file, "Schedule script or trace to apply first", "FILE" },
    TL_SCHEDULE_OPTIONS (schedule),
    { "simulate", 0, 0, G_OPTION_ARG_NONE, &simulates,
      "Simulate the bytes moved, too: each access, in caches that replace the line used last longest ago", NULL },
    { "advice", 0, 0, G_OPTION_ARG_NONE, &advises, "Say what limits the program, and which steps help most", NULL },
    { "target", 0, 0, G_OPTION_ARG_STRING, &target_text,
      "A GPU whose kernels are analyzed, for example nvidia/nvidia-a100; with --advice its target, \"llvm\" by default", "TARGET" },
    { "ptxas", 0, 0, G_OPTION_ARG_NONE, &assembles, "With the target of an NVIDIA GPU: registers by ptxas, not estimated", NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const TlNumberOption numbers[] = {
    TL_SCHEDULE_NUMBERS (schedule),
    { NULL },
  };
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlState) state = NULL;
  g_autoptr (TlArena) arena = NULL;
  g_autoptr (JsonBuilder) builder = NULL;
  g_autoptr (TlWorkerPool) pool = NULL;
  g_autoptr (GError) error = NULL;
  AnalyzeReport report;
  TlExit exit;

  if (!tl_command_parse (&tl_command_analyze_row, &argc, &argv, options, numbers, 1, 1)
      || !tl_command_load_target (target_text, NULL, &target))
    return TL_EXIT_USAGE;
  is_gpu = target_text != NULL && target.kind->has_threads;
  if (target_text != NULL && !advises && !is_gpu)
    return tl_command_usage ("--target requires --advice or the target of a GPU");
  if (is_gpu && (advises || simulates))
    return tl_command_usage ("%s requires the target of a CPU", advises ? "--advice" : "--simulate");
  if (assembles && !(is_gpu && g_str_equal (target.kind->name, "cuda")))
    return tl_command_usage ("--ptxas requires --target with an NVIDIA GPU");
  module = tl_command_load_module (argv[0], schedule.shapes);
  if (module == NULL)
    return TL_EXIT_USAGE;
  state = tl_command_apply_own (module, argv[0], &schedule, &exit);
  if (state == NULL)
    return exit;
  if ((advises || assembles) && (pool = tl_worker_pool_new (1, &error)) == NULL)
    return tl_command_fail (TL_EXIT_FAILED, error);
  arena = tl_arena_new (NULL);
  builder = as_json ? json_builder_new () : NULL;
  report = (AnalyzeReport) { .arena = arena, .module = tl_state_module (state), .json = builder, .simulates = simulates, .pool = pool,
                             .state = state, .target = &target };
  if (builder != NULL)
    json_builder_begin_array (builder);
  if (is_gpu && (exit = report_gpu (&report)) != TL_EXIT_DONE)
    return exit;
  for (guint i = 0; i < report.module->n_prims && !is_gpu; i++)
    report_func (&report, report.module->prims[i]);
  if (builder != NULL)
    {
      json_builder_end_array (builder);
      print_builder (builder);
    }
  else if (!is_gpu)
    print_machine ();
  return TL_EXIT_DONE;
}

const TlCommand tl_command_analyze_row = {
  "analyze", "MODULE.py [--schedule FILE] [--simulate] [--advice] [--target GPU [--ptxas]] [--json]",
  "Print the loop nest, its FLOPs, the regions and footprint of each loop, and the bytes moved between caches; of GPUs the predicted time",
  run_analyze,
};
