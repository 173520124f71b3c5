/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/report.h"

#include <string.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/device/device.h"
#include "core/draw/data/data-picture.h"
#include "core/draw/document.h"
#include "core/draw/data/draw-data.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-roofline.h"
#include "core/schedule/step-reason.h"
#include "core/schedule/trace.h"

#define DATA_WIDTH      720.0
#define DATA_HEIGHT     460.0
#define ROOFLINE_WIDTH  720.0
#define ROOFLINE_HEIGHT 440.0

void
tl_report_clear (TlReport *report)
{
  g_clear_pointer (&report->title, g_free);
  g_clear_pointer (&report->func_name, g_free);
  g_clear_pointer (&report->variant, g_free);
  g_clear_pointer (&report->version, g_free);
  g_clear_pointer (&report->state, tl_state_unref);
  g_clear_pointer (&report->states, g_array_unref);
}

static const TlModule *
start_module (const TlReport *report)
{
  return tl_state_module (tl_state_root (report->state));
}

TlRoofline *
tl_report_roofline (const TlReport *report)
{
  return tl_roofline_new (start_module (report), report->func_name, &report->target, report->is_measured ? &report->machine : NULL,
                          (const TlMeasuredState *) report->states->data, report->states->len);
}

/* A document with what its pictures draw. */
typedef struct
{
  const TlReport *report;
  TlDocument     *document;
  TlNest         *nest;
  TlDataLayout   *layout;     /* nullable */
  TlDataPicture  *data;
  TlTraffic      *traffic;
  TlRoofline     *roofline;
} Writer;

static void
writer_clear (Writer *writer)
{
  g_clear_pointer (&writer->data, tl_data_picture_free);
  g_clear_pointer (&writer->layout, tl_data_layout_free);
  g_clear_pointer (&writer->nest, tl_nest_free);
  g_clear_pointer (&writer->traffic, tl_traffic_free);
  g_clear_pointer (&writer->roofline, tl_roofline_free);
  g_clear_pointer (&writer->document, tl_document_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static void
add_pair (Writer *writer, const char *name, const char *value)
{
  if (value != NULL)
    tl_document_add_row (writer->document, (const char *const[]) { name, value });
}

/* --- times --- */

/* The measured state in which the function is as it is in @state; NULL. */
static const TlMeasuredState *
find_measured (const TlReport *report, TlState *state)
{
  const TlPrimFunc *func = tl_module_prim (tl_state_module (state), report->func_name);

  for (guint i = 0; i < report->states->len; i++)
    {
      const TlMeasuredState *measured = &g_array_index (report->states, TlMeasuredState, i);

      if (tl_module_prim (tl_state_module (measured->state), report->func_name) == func)
        return measured;
    }
  return NULL;
}

/* "5.71× as fast as the start (892 µs)", "not distinguishable from …". */
static char *
speed_up_text (const TlMeasuredState *start, const TlMeasuredState *shown)
{
  g_autofree char *before = tl_format_seconds (start->latency.median_s);
  double           ratio = start->latency.median_s / shown->latency.median_s;

  if (start->latency.low_s <= shown->latency.high_s && shown->latency.low_s <= start->latency.high_s)
    return g_strdup_printf (_("Not distinguishable from the start (%s): the 95 %% intervals overlap"), before);
  if (ratio >= 1)
    return g_strdup_printf (_("%.3g× as fast as the start (%s)"), ratio, before);
  return g_strdup_printf (_("%.3g× slower than the start (%s)"), 1 / ratio, before);
}

static void
add_results (Writer *writer)
{
  const TlReport        *report = writer->report;
  const TlMeasuredState *shown = find_measured (report, report->state);
  const TlMeasuredState *start = find_measured (report, tl_state_root (report->state));
  g_autofree char       *latency = NULL, *samples = NULL, *rate = NULL, *share = NULL, *speed_up = NULL;

  tl_document_add_heading (writer->document, _("Result"));
  if (shown == NULL)
    {
      tl_document_add_paragraph (writer->document, _("This schedule has not been timed."));
      return;
    }
  latency = tl_latency_to_text (&shown->latency);
  samples = g_strdup_printf ("%u", shown->latency.n_samples);
  if (writer->roofline->roof.operations > 0)
    rate = tl_roofline_rate_text (writer->roofline, writer->roofline->roof.operations / shown->latency.median_s);
  share = tl_roof_share_text (&writer->roofline->roof, shown->latency.median_s);
  speed_up = start != NULL && start != shown ? speed_up_text (start, shown) : NULL;
  tl_document_add_table (writer->document, "ll", NULL);
  add_pair (writer, _("Latency: median (quartiles)"), latency);
  add_pair (writer, _("Samples"), samples);
  add_pair (writer, _("Rate"), rate);
  add_pair (writer, _("Share of the roof"), share);
  add_pair (writer, _("Gain"), speed_up);
  add_pair (writer, _("Result checked"), shown->is_checked ? _("yes, against the reference interpreter") : _("no"));
}

/* --- the machine --- */

static char *
level_text (const TlMachineLevel *level)
{
  const double    *rates = level->bytes_per_s;
  g_autofree char *read = tl_format_giga (rates[TL_STREAM_READ], "B/s"), *written = tl_format_giga (rates[TL_STREAM_WRITE], "B/s");
  g_autofree char *copied = tl_format_giga (rates[TL_STREAM_COPY], "B/s");

  return g_strdup_printf (_("read %s, write %s, copy %s"), read, written, copied);
}

static void
add_rates (Writer *writer)
{
  const TlMachine      *machine = &writer->report->machine;
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (machine->measured_s);
  g_autofree char      *measured = when != NULL ? g_date_time_format (when, "%F %R") : NULL;

  for (guint i = 0; i < TL_N_PEAKS; i++)
    if (machine->operations_per_s[i] > 0)
      {
        g_autofree char *rate = tl_format_giga (machine->operations_per_s[i], "op/s");

        add_pair (writer, tl_peak_name (i), rate);
      }
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      g_autofree char *rates = level_text (&machine->levels[i]);

      add_pair (writer, tl_machine_level_name (i), rates);
    }
  add_pair (writer, _("Rates measured"), measured);
}

static void
add_machine (Writer *writer)
{
  const TlReport     *report = writer->report;
  const TlDeviceInfo *cpu = tl_device_host ();
  g_autofree char    *l1 = tl_format_bytes (cpu->l1d_bytes), *l2 = tl_format_bytes (cpu->l2_bytes), *l3 = tl_format_bytes (cpu->l3_bytes);
  g_autofree char    *caches = g_strdup_printf (_("%s and %s per core, %s shared"), l1, l2, l3);
  g_autofree char    *cores = g_strdup_printf (_("%u cores, %u threads"), cpu->n_cores, cpu->n_units);
  g_autofree char    *vectors = g_strdup_printf (_("%u-bit, %u registers"), cpu->vector_bits, cpu->n_vector_registers);
  g_autofree char    *target = tl_target_to_text (&report->target);

  tl_document_add_heading (writer->document, _("Machine and Target"));
  tl_document_add_table (writer->document, "ll", NULL);
  add_pair (writer, _("CPU"), cpu->model);
  add_pair (writer, _("Cores"), cores);
  add_pair (writer, _("Vectors"), vectors);
  add_pair (writer, _("Caches"), caches);
  add_pair (writer, _("Target"), target);
  add_pair (writer, _("Floating point"), report->target.is_strict ? _("strict: each operation is rounded")
                                                                  : _("fast: multiplications and additions are fused"));
  if (report->is_measured)
    add_rates (writer);
  else
    add_pair (writer, _("Rates"), _("not measured"));
}

/* --- pictures --- */

static void
paint_background (cairo_t *cr, double width, double height)
{
  tl_set_color (cr, tl_palette (FALSE)->background, 1);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
}

static void
draw_nest (cairo_t *cr, double width, double height, gpointer user_data)
{
  paint_background (cr, width, height);
  tl_draw_nest (cr, ((const Writer *) user_data)->nest, tl_palette (FALSE), 0, width, height);
}

static void
draw_data (cairo_t *cr, double width, double height, gpointer user_data)
{
  paint_background (cr, width, height);
  tl_draw_data (cr, ((const Writer *) user_data)->data, tl_palette (FALSE));
}

static void
draw_roofline (cairo_t *cr, double width, double height, gpointer user_data)
{
  paint_background (cr, width, height);
  tl_draw_roofline (cr, ((const Writer *) user_data)->roofline, TRUE, tl_palette (FALSE), width, height);
}

static void
add_nest (Writer *writer)
{
  double           width, height;
  guint            n_loops = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < writer->nest->n_items; i++)
    n_loops += writer->nest->items[i].kind == TL_NEST_LOOP;
  text = g_strdup_printf (_("The loops and blocks of %s after all steps: %u loops."), writer->report->func_name, n_loops);
  tl_nest_picture_size (writer->nest, &width, &height);
  tl_document_add_heading (writer->document, _("Loop Nest"));
  tl_document_add_picture (writer->document, text, width, height, draw_nest, writer);
}

/* The block that runs most often, with the outermost loop of which an iteration fits the L2 cache, as in the window. */
static void
add_data (Writer *writer)
{
  TlNodeId           block = tl_data_main_block (writer->nest, 0);
  TlCaches           caches = tl_target_caches (&writer->report->target);
  g_autofree gint64 *position = NULL;
  g_autofree char   *summary = NULL;

  writer->layout = block != 0 ? tl_data_layout_new (writer->nest, block) : NULL;
  if (writer->layout == NULL)
    return;
  position = g_new0 (gint64, writer->layout->tiles->n_loops + 1);
  writer->data = tl_data_picture_new (writer->layout, position, tl_data_layout_loop_within (writer->layout, caches.l2_bytes), &caches,
                                      DATA_WIDTH, DATA_HEIGHT);
  summary = tl_data_picture_summary (writer->data);
  tl_document_add_heading (writer->document, _("Data"));
  tl_document_add_picture (writer->document, summary, DATA_WIDTH, DATA_HEIGHT, draw_data, writer);
}

static void
add_roofline (Writer *writer)
{
  g_autofree char *summary = tl_roofline_summary (writer->roofline);
  gint             current = tl_roofline_current (writer->roofline);

  tl_document_add_heading (writer->document, _("Roofline"));
  if (writer->roofline->status != TL_ROOFLINE_READY)
    {
      tl_document_add_paragraph (writer->document, summary);
      return;
    }
  tl_document_add_picture (writer->document, summary, ROOFLINE_WIDTH, ROOFLINE_HEIGHT, draw_roofline, writer);
  if (current >= 0)
    {
      g_autofree char *text = tl_roofline_point_text (writer->roofline, &writer->roofline->points[current]);
      g_auto (GStrv)   lines = g_strsplit (text, "\n", -1);

      for (guint i = 0; lines[i] != NULL; i++)
        tl_document_add_paragraph (writer->document, lines[i]);
    }
}

/* --- steps and traffic --- */

/* Names of loops and blocks are no steps of their own. */
static gboolean
is_listed (TlState *state)
{
  const TlInst *inst = tl_state_inst (state);

  return inst != NULL && (inst->primitive == NULL || inst->primitive->family != TL_FAMILY_GET);
}

static void
add_steps (Writer *writer)
{
  const TlReport       *report = writer->report;
  g_autoptr (GPtrArray) steps = tl_state_steps (report->state);
  guint                 number = 0;

  tl_document_add_heading (writer->document, _("Steps"));
  tl_document_add_table (writer->document, "rlr", (const char *const[]) { "#", _("Step"), _("Latency") });
  for (guint i = 0; i < steps->len; i++)
    {
      TlState               *state = steps->pdata[i];
      const TlMeasuredState *measured = find_measured (report, state);
      g_autofree char       *text = NULL, *index = NULL, *latency = NULL;
      gboolean               is_same;   /* a step on handles or decisions */

      if (!is_listed (state))
        continue;
      text = tl_state_describe (state);
      index = g_strdup_printf ("%u", ++number);
      is_same = tl_module_prim (tl_state_module (state), report->func_name)
                == tl_module_prim (tl_state_module (tl_state_parent (state)), report->func_name);
      latency = is_same ? g_strdup ("") : tl_format_seconds (measured != NULL ? measured->latency.median_s : 0);
      tl_document_add_row (writer->document, (const char *const[]) { index, text, latency });
    }
  if (number == 0)
    tl_document_add_row (writer->document, (const char *const[]) { "", _("none: the program as it was written"), "" });
}

/* The effect of each step of the table, in its order. */
static void
add_reasons (Writer *writer)
{
  const TlReport       *report = writer->report;
  g_autoptr (GPtrArray) steps = tl_state_steps (report->state);
  guint                 number = 0;

  for (guint i = 0; i < steps->len; i++)
    {
      g_autofree char *reason = NULL, *text = NULL;

      if (!is_listed (steps->pdata[i]))
        continue;
      number++;
      reason = tl_step_reason (steps->pdata[i], report->func_name, &report->target);
      if (reason == NULL)
        continue;
      if (number == 1)
        tl_document_add_heading (writer->document, _("Why Each Step"));
      text = g_strdup_printf ("%u. %s", number, reason);
      tl_document_add_paragraph (writer->document, text);
    }
}

/* "B 684 MiB, A 36 MiB", the buffers with most first. */
static char *
buffers_text (const TlTraffic *traffic, TlLevel level)
{
  g_autofree gboolean *is_told = g_new0 (gboolean, MAX (traffic->n_buffers, 1));
  GString             *text = g_string_new (NULL);

  for (guint n = 0; n < traffic->n_buffers; n++)
    {
      double           most_bytes = 0;
      guint            most = G_MAXUINT;
      g_autofree char *bytes = NULL;

      for (guint b = 0; b < traffic->n_buffers; b++)
        if (!is_told[b] && tl_moved_bytes (&traffic->buffers[b].moved[level]) > most_bytes)
          {
            most = b;
            most_bytes = tl_moved_bytes (&traffic->buffers[b].moved[level]);
          }
      if (most == G_MAXUINT)
        break;
      is_told[most] = TRUE;
      bytes = tl_format_bytes ((gint64) (most_bytes + 0.5));
      g_string_append_printf (text, "%s%s %s", n > 0 ? ", " : "", traffic->buffers[most].buffer->name, bytes);
    }
  return g_string_free (text, FALSE);
}

static void
add_edge (Writer *writer, TlLevel level, const TlTrafficTimes *times)
{
  const TlTraffic *traffic = writer->traffic;
  double           bytes = tl_moved_bytes (&traffic->moved[level]), per_byte = tl_traffic_operations_per_byte (traffic, level);
  g_autofree char *edge = tl_traffic_edge_text (traffic, level), *moved = tl_format_bytes (bytes < 0 ? -1 : (gint64) (bytes + 0.5));
  g_autofree char *least =
      bytes < 0 || traffic->least_bytes <= 0 ? g_strdup ("—") : g_strdup_printf ("%.1f×", bytes / traffic->least_bytes);
  g_autofree char *operations = per_byte < 0 ? g_strdup ("—") : g_strdup_printf ("%.3g", per_byte);
  g_autofree char *time = tl_format_seconds (times != NULL ? times->edge_s[level] : 0), *buffers = buffers_text (traffic, level);

  tl_document_add_row (writer->document, (const char *const[]) { edge, moved, least, operations, time, buffers });
}

static void
add_traffic (Writer *writer)
{
  const TlReport        *report = writer->report;
  const TlMeasuredState *shown = find_measured (report, report->state);
  TlTrafficTimes         times, *known = NULL;
  g_autofree char       *bound = NULL, *reason = NULL, *text = NULL;

  if (report->is_measured && tl_traffic_times (writer->traffic, &report->machine, report->target.num_cores, &times))
    known = &times;
  if (known != NULL && shown != NULL)
    times.measured_s = shown->latency.median_s;
  bound = tl_traffic_bound_text (writer->traffic, known);
  reason = tl_traffic_reason_text (writer->traffic, known);
  text = g_strdup_printf ("%s. %s", bound, reason);
  tl_document_add_heading (writer->document, _("Memory Traffic, Predicted"));
  tl_document_add_table (writer->document, "lrrrrl",
                         (const char *const[]) { _("Between"), _("Bytes"), _("Of the least"),
                                                 writer->roofline->is_integer ? _("Operations per byte") : _("FLOP per byte"),
                                                 _("Time"), _("By buffer") });
  for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
    if (writer->traffic->capacities.bytes[level] > 0)
      add_edge (writer, level, known);
  tl_document_add_paragraph (writer->document, text);
}

/* --- texts --- */

static void
add_code (Writer *writer, const char *heading, char *code)
{
  tl_document_add_heading (writer->document, heading);
  tl_document_add_code (writer->document, code);
  g_free (code);
}

/* The command that runs it again, from the two texts that follow. */
static void
add_reproduction (Writer *writer)
{
  const TlReport  *report = writer->report;
  g_autofree char *target = tl_target_to_text (&report->target), *target_word = tl_format_shell_word (target);
  g_autofree char *func_word = tl_format_shell_word (report->func_name), *command = NULL;

  command = g_strdup_printf ("tileloom-cli run program.py --schedule schedule.py --func %s --target %s%s --check --time", func_word,
                             target_word, report->target.is_strict ? " --float strict" : "");
  tl_document_add_heading (writer->document, _("Run It Again"));
  tl_document_add_paragraph (writer->document, _("Save “Program” as program.py and “Schedule” as schedule.py. This replays the schedule, "
                                                 "checks its result and times it:"));
  tl_document_add_code (writer->document, command);
  tl_document_add_paragraph (writer->document, _("Apache TVM runs both texts as well, and reads the trace in JSON."));
  add_code (writer, _("Schedule"), tl_trace_to_text (report->state, TL_DIALECT_CLASSIC, TRUE));
  add_code (writer, _("Program"), tl_script_print (start_module (report), TL_DIALECT_CLASSIC, NULL));
  add_code (writer, _("Scheduled Program"), tl_script_print (tl_state_module (report->state), TL_DIALECT_CLASSIC, NULL));
  add_code (writer, _("Trace as JSON"), tl_trace_to_json (report->state, TL_DIALECT_CLASSIC));
}

/* --- the whole --- */

static void
begin (Writer *writer, const TlReport *report)
{
  const TlModule       *module = tl_state_module (report->state);
  TlCapacities          capacities = tl_capacities_of (&report->target);
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (report->written_s);
  g_autofree char      *date = when != NULL ? g_date_time_format (when, "%F %R") : g_strdup ("");
  g_autofree char      *title = g_strdup_printf ("%s: %s", report->title, report->variant);
  g_autofree char      *subtitle = g_strdup_printf (_("Function %s · written %s by Tileloom %s"), report->func_name, date, report->version);

  writer->report = report;
  writer->document = tl_document_new (title, subtitle);
  writer->nest = tl_nest_new_from (start_module (report), module, report->func_name);
  writer->traffic = tl_traffic_new (module, tl_module_prim (module, report->func_name), &capacities);
  writer->roofline = tl_report_roofline (report);
}

gboolean
tl_report_can_write (const char *path)
{
  return tl_document_has_ending (path);
}

gboolean
tl_report_write (const TlReport *report, const char *path, GError **error)
{
  g_auto (Writer) writer = { 0 };

  if (!tl_state_check_order (report->state, error))
    return FALSE;
  begin (&writer, report);
  add_results (&writer);
  add_machine (&writer);
  add_nest (&writer);
  add_steps (&writer);
  add_reasons (&writer);
  add_data (&writer);
  add_traffic (&writer);
  add_roofline (&writer);
  add_reproduction (&writer);
  return tl_document_write (writer.document, path, error);
}
