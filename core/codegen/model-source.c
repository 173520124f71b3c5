/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of a context: the arena of the executable, then the workspaces of a kernel, in the same place for all kernels, as they run one
 * after the other. Weights are renumbered: constants that nothing reads any more are left out.
 */
#include "core/codegen/model-source.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/extremum.h"
#include "core/codegen/codegen-texts.h"
#include "core/ir/walk.h"

#define WORDS_PER_LINE 6u

static gint64
aligned (gint64 n_bytes)
{
  return (n_bytes + TL_EXPORT_ALIGNMENT - 1) / TL_EXPORT_ALIGNMENT * TL_EXPORT_ALIGNMENT;
}

/* --- weights --- */

/* Bytes of the region of constants that are read, and where they come to lie. */
typedef struct
{
  gint64 begin, end, place;
} ReadRange;

static gint
compare_ranges (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const ReadRange *) a)->begin, y = ((const ReadRange *) b)->begin;

  return (x > y) - (x < y);
}

static void
add_range (GArray *ranges, const TlPlace *place)
{
  ReadRange range = { .begin = place->offset, .end = place->offset + place->n_bytes };

  if (place->region == TL_REGION_CONSTANTS)
    g_array_append_val (ranges, range);
}

/* Those that touch are one. */
static void
join_ranges (GArray *ranges)
{
  ReadRange *at = (ReadRange *) (gpointer) ranges->data;
  guint      n = 0;

  g_array_sort (ranges, compare_ranges);
  for (guint i = 0; i < ranges->len; i++)
    if (n > 0 && at[i].begin < at[n - 1].end)
      at[n - 1].end = tl_max (at[n - 1].end, at[i].end);
    else
      at[n++] = at[i];
  g_array_set_size (ranges, n);
}

static gboolean
uses_param (const TlModelSourceKernel *kernel, guint index)
{
  return tl_stmt_uses_buffer (kernel->func->body, kernel->func->params[index].buffer);
}

static GArray *
read_ranges (const TlModelSource *source)
{
  const TlExecutable *executable = source->executable;
  GArray             *ranges = g_array_new (FALSE, FALSE, sizeof (ReadRange));
  gint64              place = 0;

  for (guint i = 0; i < executable->calls->len; i++)
    {
      const TlKernelCall *call = executable->calls->pdata[i];

      for (guint k = 0; k < call->n_args; k++)
        if (uses_param (&source->kernels[call->kernel], k))
          add_range (ranges, &call->args[k]);
    }
  for (guint i = 0; i < executable->copies->len; i++)
    add_range (ranges, &g_array_index (executable->copies, TlResultCopy, i).from);
  join_ranges (ranges);
  for (guint i = 0; i < ranges->len; i++)
    {
      ReadRange *range = &g_array_index (ranges, ReadRange, i);

      range->place = place;
      place += aligned (range->end - range->begin);
    }
  return ranges;
}

GBytes *
tl_model_source_pack_weights (const TlModelSource *source, GBytes *region)
{
  g_autoptr (GArray) ranges = read_ranges (source);
  const ReadRange   *last = ranges->len > 0 ? &g_array_index (ranges, ReadRange, ranges->len - 1) : NULL;
  /* C has no arrays without elements. */
  gsize              n_bytes = last != NULL ? (gsize) (last->place + aligned (last->end - last->begin)) : TL_EXPORT_ALIGNMENT;
  guint8            *packed = g_malloc0 (n_bytes);
  const guint8      *from = g_bytes_get_data (region, NULL);

  for (guint i = 0; i < ranges->len; i++)
    {
      const ReadRange *range = &g_array_index (ranges, ReadRange, i);

      memcpy (packed + range->place, from + range->begin, (gsize) (range->end - range->begin));
    }
  return g_bytes_new_take (packed, n_bytes);
}

static gint64
place_of_weights (const GArray *ranges, gint64 offset)
{
  guint i = ranges->len;

  while (i > 0 && g_array_index (ranges, ReadRange, i - 1).begin > offset)
    i--;
  g_assert (i > 0);
  return g_array_index (ranges, ReadRange, i - 1).place + offset - g_array_index (ranges, ReadRange, i - 1).begin;
}

/* --- names and sizes --- */

static gint64
workspace_bytes (const TlModelSourceKernel *kernel, guint index)
{
  const TlBuffer *buffer = kernel->func->params[kernel->func->n_params - kernel->n_workspaces + index].buffer;

  return aligned (tl_buffer_n_elements (buffer) * tl_dtype_bytes (buffer->dtype));
}

static gint64
memory_bytes (const TlModelSource *source)
{
  gint64 most = 0;

  for (guint i = 0; i < source->executable->kernels->len; i++)
    {
      gint64 n = 0;

      for (guint k = 0; k < source->kernels[i].n_workspaces; k++)
        n += workspace_bytes (&source->kernels[i], k);
      most = tl_max (most, n);
    }
  return aligned (source->executable->n_bytes[TL_REGION_ARENA]) + most;
}

static guint
n_tensors (const TlModelSource *source)
{
  return source->executable->inputs->len + source->executable->outputs->len;
}

/* Inputs, then outputs. */
static const TlModelTensor *
tensor_at (const TlModelSource *source, guint index)
{
  guint n_inputs = source->executable->inputs->len;

  return index < n_inputs ? source->executable->inputs->pdata[index] : source->executable->outputs->pdata[index - n_inputs];
}

static gboolean
is_input (const TlModelSource *source, guint index)
{
  return index < source->executable->inputs->len;
}

/* A C identifier unlike those of the tensors before it. */
static char *
tensor_name (const TlModelSource *source, guint index)
{
  const char *const own[] = { "context", "weights", "memory", "team", "call", NULL };
  g_autofree char  *name = tl_export_identifier (tensor_at (source, index)->name);
  gboolean          is_taken = g_strv_contains (own, name);

  for (guint i = 0; i < index && !is_taken; i++)
    {
      g_autofree char *other = tensor_name (source, i);

      is_taken = strcmp (name, other) == 0;
    }
  return is_taken ? g_strdup_printf ("%s_%u", name, index) : g_steal_pointer (&name);
}

static char *
shape_text (const TlModelTensor *tensor)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < tensor->n_dims; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", tensor->shape[i]);
  return g_strdup_printf ("%s]", text->str);
}

static gint64
n_elements (const TlModelTensor *tensor)
{
  gint64 n = 1;

  for (guint i = 0; i < tensor->n_dims; i++)
    n *= tensor->shape[i];
  return n;
}

static gboolean
check_types (const TlModelSource *source, GError **error)
{
  for (guint i = 0; i < n_tensors (source); i++)
    if (tl_export_c_type (tensor_at (source, i)->dtype) == NULL)
      return tl_fail (error, TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, "%s is of type %s, which C does not have",
                      tensor_at (source, i)->name, tl_dtype_name (tensor_at (source, i)->dtype));
  return TRUE;
}

/* --- the header --- */

/* "void NAME_run (NAME_context *context, const float *restrict x, float *restrict y)", of another @function: "void NAME_FUNCTION (…)" */
static void
append_prototype (GString *out, const TlModelSource *source, const char *function)
{
  g_string_append_printf (out, "void %s_%s (%s_context *context", source->symbol, function, source->symbol);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, ", %s%s *restrict %s", is_input (source, i) ? "const " : "",
                              tl_export_c_type (tensor_at (source, i)->dtype), name);
    }
  g_string_append_c (out, ')');
}

static void
append_init (GString *out, const TlModelSource *source)
{
  g_string_append_printf (out, "void %s_init (%s_context *context%s)", source->symbol, source->symbol,
                          source->weights_kind == TL_WEIGHTS_FILE ? ", const void *weights" : "");
}

static void
append_comment (GString *out, const TlModelSource *source)
{
  g_string_append_printf (out, "/*\n * %s: %u calls of kernels\n *\n", source->symbol, source->executable->calls->len);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      const TlModelTensor *tensor = tensor_at (source, i);
      g_autofree char     *name = tensor_name (source, i), *shape = shape_text (tensor);
      gboolean             is_bits = tl_dtype_is_float (tensor->dtype) && tensor->dtype.bits == 16;

      g_string_append_printf (out, " *   %-6s %-16s %s %s%s, %" G_GINT64_FORMAT " bytes%s%s\n", is_input (source, i) ? "input" : "output",
                              name, tl_dtype_name (tensor->dtype), shape, is_bits ? ", held as its bits" : "", tensor->place.n_bytes,
                              strcmp (name, tensor->name) != 0 ? ", in the model " : "", strcmp (name, tensor->name) != 0 ? tensor->name
                                                                                                                          : "");
    }
  g_string_append (out,
                   " *\n * Arrays are row-major without gaps and must not overlap; any address that suits the element type will do.\n"
                   " * A context has all memory that a run writes, besides the outputs: nothing is allocated, and several contexts\n"
                   " * may run at the same time. A context is large: a variable of a file, or allocated.\n");
  if (source->weights_kind == TL_WEIGHTS_FILE)
    g_string_append_printf (out, " * Weights are %" G_GSIZE_FORMAT " bytes from a file, at an address that is a multiple of %u; contexts "
                                 "may share them.\n",
                            g_bytes_get_size (source->weights), TL_EXPORT_ALIGNMENT);
  g_string_append (out, " */\n");
}

/* Types and prototypes: what stands in the header and in the source. */
static void
append_declarations (GString *out, const TlModelSource *source)
{
  if (source->weights_kind == TL_WEIGHTS_FILE)
    g_string_append_printf (out, "#define %s_WEIGHTS_BYTES %" G_GSIZE_FORMAT "\n\n", source->symbol, g_bytes_get_size (source->weights));
  g_string_append_printf (out,
                          "typedef struct\n{\n  const unsigned char *weights;\n  unsigned char memory[%" G_GINT64_FORMAT "];\n} %s_context;"
                          "\n\n",
                          memory_bytes (source) + TL_EXPORT_ALIGNMENT, source->symbol);
  g_string_append (out, "/* Once for each context. */\n");
  append_init (out, source);
  g_string_append (out, ";\n");
  append_prototype (out, source, "run");
  g_string_append (out, ";\n\n");
}

char *
tl_model_source_header (const TlModelSource *source, GError **error)
{
  g_autofree char *guard = g_ascii_strup (source->symbol, -1);
  GString         *out;

  if (!check_types (source, error))
    return NULL;
  out = g_string_new ("/* " TL_EXPORT_MARK " */\n");
  g_string_append_printf (out, "#ifndef %s_H\n#define %s_H\n\n#include <stdint.h>\n\n", guard, guard);
  append_comment (out, source);
  g_string_append (out, "#ifdef __cplusplus\n#define restrict __restrict__\nextern \"C\"\n{\n#endif\n\n");
  append_declarations (out, source);
  g_string_append_printf (out, "#ifdef __cplusplus\n}\n#undef restrict\n#endif\n\n#endif /* %s_H */\n", guard);
  return g_string_free (out, FALSE);
}

/* --- the source --- */

static void
append_weights (GString *out, const TlModelSource *source)
{
  gsize         n_bytes;
  const guint8 *bytes = g_bytes_get_data (source->weights, &n_bytes);

  if (source->weights_kind == TL_WEIGHTS_FILE)
    return;
  if (source->weights_kind == TL_WEIGHTS_INCLUDED)
    {
      g_autofree char *path = g_strescape (source->weights_path, NULL), *quoted = g_strescape (path, NULL);

      g_string_append_printf (out,
                              "__asm__ (\".pushsection .rodata\\n.balign %u\\n%s_weights:\\n.incbin \\\"%s\\\"\\n.popsection\\n\");\n"
                              "extern const unsigned char %s_weights[] __attribute__ ((visibility (\"hidden\")));\n\n",
                              TL_EXPORT_ALIGNMENT, source->symbol, quoted, source->symbol);
      return;
    }
  g_string_append_printf (out, "static _Alignas (%u) const uint64_t %s_weights[] = {\n", TL_EXPORT_ALIGNMENT, source->symbol);
  for (gsize i = 0; i < n_bytes / 8; i++)
    {
      guint64 word = 0;

      memcpy (&word, bytes + i * 8, sizeof word);
      g_string_append_printf (out, "%s0x%" G_GINT64_MODIFIER "x,%s", i % WORDS_PER_LINE == 0 ? "  " : " ", word,
                              i % WORDS_PER_LINE == WORDS_PER_LINE - 1 ? "\n" : "");
    }
  g_string_append (out, "\n};\n\n");
}

/* Helpers of one kernel's source have names of their own in the file of all. */
static void
rename_helpers (GString *out, const TlModelSourceKernel *kernel, const char *prefix, gboolean is_end)
{
  g_auto (GStrv) parts = g_strsplit (kernel->c_source, "\nstatic inline __attribute__ ((always_inline)) ", -1);

  for (guint i = 1; parts[i] != NULL; i++)
    {
      const char      *name = strchr (parts[i], '\n');
      g_autofree char *helper = name != NULL ? g_strndup (name + 1, strcspn (name + 1, " (")) : NULL;

      if (helper == NULL)
        continue;
      g_string_append_printf (out, is_end ? "#undef %s\n" : "#define %s %s_%s\n", helper, prefix, helper);
    }
}

static void
append_kernels (GString *out, const TlModelSource *source)
{
  for (guint i = 0; i < source->executable->kernels->len; i++)
    {
      const TlModelSourceKernel *kernel = &source->kernels[i];
      g_autofree char     *prototype = NULL;
      TlExportOptions      options = { .symbol = kernel->symbol };

      if (kernel->symbol == NULL)
        continue;
      prototype = tl_export_prototype (kernel->func, &options, NULL);
      if (kernel->c_source == NULL)
        {
          g_string_append_printf (out, "extern __attribute__ ((visibility (\"hidden\"))) %s;\n", prototype);
          continue;
        }
      g_string_append_printf (out, "/* --- %s --- */\n\nstatic %s;\n\n", ((TlKernelTask *) source->executable->kernels->pdata[i])->name,
                              prototype);
      rename_helpers (out, kernel, kernel->symbol, FALSE);
      g_string_append (out, kernel->c_source);
      rename_helpers (out, kernel, kernel->symbol, TRUE);
    }
  g_string_append_c (out, '\n');
}

/* The tensor of @source of which @place is a part. */
static void
append_tensor (GString *out, const TlModelSource *source, const TlPlace *place)
{
  for (guint i = 0; i < n_tensors (source); i++)
    {
      const TlPlace   *of = &tensor_at (source, i)->place;
      g_autofree char *name = NULL;

      if (of->region != place->region || place->offset < of->offset || place->offset >= of->offset + tl_max (of->n_bytes, (gint64) 1))
        continue;
      name = tensor_name (source, i);
      if (place->offset == of->offset)
        g_string_append_printf (out, "(%svoid *) %s", is_input (source, i) ? "const " : "", name);
      else
        g_string_append_printf (out, "(%sunsigned char *) %s + %" G_GINT64_FORMAT, is_input (source, i) ? "const " : "", name,
                                place->offset - of->offset);
      return;
    }
  g_assert_not_reached ();
}

static void
append_place (GString *out, const TlModelSource *source, const GArray *ranges, const TlPlace *place)
{
  if (place->region == TL_REGION_CONSTANTS)
    g_string_append_printf (out, "(const void *) (weights + %" G_GINT64_FORMAT ")", place_of_weights (ranges, place->offset));
  else if (place->region == TL_REGION_ARENA)
    g_string_append_printf (out, "(void *) (memory + %" G_GINT64_FORMAT ")", place->offset);
  else
    append_tensor (out, source, place);
}

static void
append_call (GString *out, const TlModelSource *source, const GArray *ranges, const TlKernelCall *call)
{
  const TlModelSourceKernel *kernel = &source->kernels[call->kernel];
  gint64               at = aligned (source->executable->n_bytes[TL_REGION_ARENA]);

  g_string_append_printf (out, "  /* %s */\n  %s (", call->name, kernel->symbol);
  for (guint i = 0; i < call->n_args; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      if (uses_param (kernel, i))
        append_place (out, source, ranges, &call->args[i]);
      else
        g_string_append (out, "0");
    }
  for (guint i = 0; i < kernel->n_workspaces; i++)
    {
      g_string_append_printf (out, ", (void *) (memory + %" G_GINT64_FORMAT ")", at);
      at += workspace_bytes (kernel, i);
    }
  g_string_append (out, ");\n");
}

static void
append_body (GString *out, const TlModelSource *source)
{
  const TlExecutable *executable = source->executable;
  g_autoptr (GArray)  ranges = read_ranges (source);

  g_string_append_printf (out,
                          "{\n  const unsigned char *weights = context->weights;\n  unsigned char *memory = context->memory"
                          " + (0 - (uintptr_t) context->memory) %% %u;\n\n  (void) weights;\n  (void) memory;\n",
                          TL_EXPORT_ALIGNMENT);
  for (guint i = 0; i < executable->calls->len; i++)
    append_call (out, source, ranges, executable->calls->pdata[i]);
  for (guint i = 0; i < executable->copies->len; i++)
    {
      const TlResultCopy *copy = &g_array_index (executable->copies, TlResultCopy, i);

      g_string_append (out, "  memcpy (");
      append_place (out, source, ranges, &copy->to);
      g_string_append (out, ", ");
      append_place (out, source, ranges, &copy->from);
      g_string_append_printf (out, ", %" G_GINT64_FORMAT ");\n", copy->from.n_bytes);
    }
  g_string_append (out, "}\n");
}

/* --- threads --- */

static TlWalk
find_parallel (const TlStmt *stmt, gpointer found)
{
  *(gboolean *) found |= stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL;
  return *(gboolean *) found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Kernels in C source have parallel regions of OpenMP. */
static gboolean
has_team (const TlModelSource *source)
{
  gboolean found = FALSE;

  for (guint i = 0; source->n_threads > 1 && i < source->executable->kernels->len; i++)
    if (source->kernels[i].symbol != NULL && source->kernels[i].c_source == NULL)
      tl_stmt_walk (source->kernels[i].func->body, find_parallel, NULL, &found);
  return found;
}

/* Kernels of objects call one of these functions for their loops. */
static void
append_team (GString *out, const TlModelSource *source)
{
  g_autoptr (GBytes)  team = g_resource_lookup_data (tl_codegen_texts_get_resource (), "/codegen/parallel-team.inc", 0, NULL);
  g_autoptr (GString) text = g_string_new_len (g_bytes_get_data (team, NULL), (gssize) g_bytes_get_size (team));
  g_autofree char    *functions = g_strconcat (source->symbol, "_team", NULL), *type = g_strconcat (source->symbol, "_Team", NULL);

  g_string_append (text,
                   "\nextern void GOMP_parallel (void (*work) (void *), void *data, unsigned n_threads, unsigned flags);\n"
                   "extern int omp_get_thread_num (void);\nextern int omp_get_num_threads (void);\n\n"
                   "__attribute__ ((visibility (\"hidden\"))) void\n"
                   "tl_team_parallel_for (int64_t begin, int64_t end, int32_t n_threads, void (*body) (void *, int64_t, int64_t),"
                   " void *closure)\n"
                   "{\n  (void) n_threads;\n  tl_team_run_loop (tl_team_own, begin, end, body, closure);\n}\n\n");
  g_string_replace (text, "tl_team", functions, 0);
  g_string_replace (text, "TlTeam", type, 0);
  g_string_append (out, text->str);
}

static void
append_names (GString *out, const TlModelSource *source, const char *before)
{
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, "%s%s", before, name);
    }
}

/* NAME_run, of which the first thread of a team makes the calls. */
static void
append_team_run (GString *out, const TlModelSource *source)
{
  const char *symbol = source->symbol;

  g_string_append_printf (out, "\ntypedef struct\n{\n  %s_Team team;\n  %s_context *context;\n", symbol, symbol);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, "  %s%s *%s;\n", is_input (source, i) ? "const " : "", tl_export_c_type (tensor_at (source, i)->dtype),
                              name);
    }
  g_string_append_printf (out,
                          "} %s_call;\n\nstatic void\n%s_work (void *data)\n{\n  %s_call *call = data;\n"
                          "  int thread = omp_get_thread_num (), size = omp_get_num_threads ();\n\n"
                          "  if (thread > 0)\n    {\n      %s_team_serve (&call->team, thread, size);\n      return;\n    }\n"
                          "  %s_team_begin (&call->team, size);\n  %s_calls (call->context",
                          symbol, symbol, symbol, symbol, symbol, symbol);
  append_names (out, source, ", call->");
  g_string_append_printf (out, ");\n  %s_team_end (&call->team);\n}\n\n", symbol);
  append_prototype (out, source, "run");
  g_string_append_printf (out, "\n{\n  %s_call call = { .context = context };\n\n", symbol);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, "  call.%s = %s;\n", name, name);
    }
  g_string_append_printf (out, "  GOMP_parallel (%s_work, &call, %u, 0);\n}\n", symbol, source->n_threads);
}

char *
tl_model_source_text (const TlModelSource *source, GError **error)
{
  gboolean is_team = has_team (source);
  GString *out;

  if (!check_types (source, error))
    return NULL;
  out = g_string_new ("/* " TL_EXPORT_MARK " */\n");
  g_string_append_printf (out, "%s#include <stdint.h>\n#include <string.h>\n\n", is_team ? "#include <sched.h>\n" : "");
  append_declarations (out, source);
  append_weights (out, source);
  append_kernels (out, source);
  append_init (out, source);
  g_string_append_printf (out, "\n{\n  context->weights = (const unsigned char *) %s%s;\n}\n\n",
                          source->weights_kind == TL_WEIGHTS_FILE ? "" : source->symbol,
                          source->weights_kind == TL_WEIGHTS_FILE ? "weights" : "_weights");
  if (is_team)
    {
      append_team (out, source);
      g_string_append (out, "static ");
    }
  append_prototype (out, source, is_team ? "calls" : "run");
  g_string_append_c (out, '\n');
  append_body (out, source);
  if (is_team)
    append_team_run (out, source);
  return g_string_free (out, FALSE);
}

/* --- the example --- */

char *
tl_model_source_example (const TlModelSource *source, const char *header, GError **error)
{
  gboolean has_file = source->weights_kind == TL_WEIGHTS_FILE;
  guint    n_files = n_tensors (source) + has_file;
  GString *out;

  if (!check_types (source, error))
    return NULL;
  out = g_string_new ("/* " TL_EXPORT_MARK " Reads inputs from files, runs the model, writes outputs to files: arrays as bytes. */\n");
  g_string_append_printf (out, "#include <stdio.h>\n\n#include \"%s\"\n\nstatic %s_context context;\n", header, source->symbol);
  if (has_file)
    g_string_append_printf (out, "static _Alignas (%u) unsigned char weights[%s_WEIGHTS_BYTES];\n", TL_EXPORT_ALIGNMENT, source->symbol);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, "static %s %s[%" G_GINT64_FORMAT "];\n", tl_export_c_type (tensor_at (source, i)->dtype), name,
                              tl_max (n_elements (tensor_at (source, i)), (gint64) 1));
    }
  g_string_append (out,
                   "\nstatic int\ntransfer (const char *path, void *to, const void *from, size_t n_bytes)\n{\n"
                   "  FILE  *file = fopen (path, to != NULL ? \"rb\" : \"wb\");\n"
                   "  size_t n = file == NULL ? 0 : to != NULL ? fread (to, 1, n_bytes, file) : fwrite (from, 1, n_bytes, file);\n"
                   "  int    ok = file != NULL && fclose (file) == 0 && n == n_bytes;\n\n"
                   "  if (!ok)\n    fprintf (stderr, \"%s: not %zu bytes\\n\", path, n_bytes);\n  return ok;\n}\n\n"
                   "int\nmain (int argc, char **argv)\n{\n");
  g_string_append_printf (out, "  if (argc != %u)\n    {\n      fprintf (stderr, \"usage: %%s", n_files + 1);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      if (i == 0 && has_file)
        g_string_append (out, " WEIGHTS");
      g_string_append_printf (out, " %s.bin", name);
    }
  g_string_append (out, "\\n\", argv[0]);\n      return 2;\n    }\n");
  if (has_file)
    g_string_append (out, "  if (!transfer (argv[1], weights, NULL, sizeof weights))\n    return 1;\n");
  for (guint i = 0; i < source->executable->inputs->len; i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, "  if (!transfer (argv[%u], %s, NULL, sizeof %s))\n    return 1;\n", i + 1 + has_file, name, name);
    }
  g_string_append_printf (out, "  %s_init (&context%s);\n  %s_run (&context", source->symbol, has_file ? ", weights" : "", source->symbol);
  for (guint i = 0; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, ", %s", name);
    }
  g_string_append (out, ");\n");
  for (guint i = source->executable->inputs->len; i < n_tensors (source); i++)
    {
      g_autofree char *name = tensor_name (source, i);

      g_string_append_printf (out, "  if (!transfer (argv[%u], NULL, %s, sizeof %s))\n    return 1;\n", i + 1 + has_file, name, name);
    }
  g_string_append (out, "  return 0;\n}\n");
  return g_string_free (out, FALSE);
}
