/* SPDX-License-Identifier: Apache-2.0 */
/* Files of kernels, kernels, their parameters. */
#include "core/codegen/source/gpu-source-private.h"

#include <string.h>

#include "core/analysis/gpu/resident-blocks.h"
#include "core/base/error.h"
#include "core/codegen/export.h"
#include "core/codegen/kernel-launches.h"
#include "core/ir/permuted-layout.h"

G_DEFINE_QUARK (tl-gpu-source-error-quark, tl_gpu_source_error)

/* Names that the languages have, beside those of C. */
static const char *const reserved[] = {
  "half", "uint", "uchar", "ushort", "ulong", "kernel", "device", "constant", "thread", "threadgroup", "global", "local", "shared",
  "texture", "sampler", "min", "max", "abs", "clamp", "mix", "step", "dot", "length", "select", "any", "all", "sign", "fract", "event_t",
  "blockIdx", "threadIdx", "blockDim", "gridDim", "warpSize", "args", "buf_dyn_shmem", "metal", "vec", "matrix", "pipe", "bfloat",
  "size_t",
};

void
gs_fail (Gs *gs, const char *format, ...)
{
  va_list arguments;
  if (gs->error != NULL)
    return;
  va_start (arguments, format);
  gs->error = g_error_new_valist (TL_GPU_SOURCE_ERROR, TL_GPU_SOURCE_ERROR_UNSUPPORTED, format, arguments);
  va_end (arguments);
}

const char *
gs_text (Gs *gs, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return tl_arena_strdup (gs->arena, text);
}

void
gs_line (Gs *gs, const char *format, ...)
{
  va_list arguments;
  gsize begin = gs->out->len;
  for (guint i = 0; i < gs->indent; i++)
    g_string_append (gs->out, "  ");
  va_start (arguments, format);
  g_string_append_vprintf (gs->out, format, arguments);
  va_end (arguments);
  g_string_append_c (gs->out, '\n');
  for (const char *at = gs->out->str + begin; *at != '\0'; at++)
    if (*at == '\n')
      g_array_append_val (gs->lines, gs->origin);
}

const char *
gs_name (Gs *gs, gconstpointer node, const char *wanted)
{
  const char *name = g_hash_table_lookup (gs->names, node);
  if (name != NULL)
    return name;
  g_autofree char *identifier = tl_export_identifier (wanted);
  name = gs_text (gs, "%s", identifier);
  for (guint n = 1; g_hash_table_contains (gs->taken, name); n++)
    name = gs_text (gs, "%s_%u", identifier, n);
  g_hash_table_add (gs->taken, (gpointer) name);
  g_hash_table_insert (gs->names, (gpointer) node, (gpointer) name);
  return name;
}

void
gs_need_header (Gs *gs, const char *header)
{
  if (g_hash_table_add (gs->known, (gpointer) header))
    g_string_append_printf (gs->headers, "%s\n", header);
}

const char *
gs_helper (Gs *gs, const char *name, const char *result, const char *params, const char *body)
{
  name = g_intern_string (name);
  if (g_hash_table_add (gs->known, (gpointer) name))
    g_string_append_printf (gs->helpers, "%s%s %s(%s) {\n%s}\n\n", gs->language->inline_function, result, name, params, body);
  return name;
}

/* --- parameters --- */

static const char *
buffer_param (Gs *gs, const TlKernelParam *param, guint index)
{
  const TlBuffer *buffer = param->buffer;
  const char *type = gs_memory_type (gs, buffer->dtype), *name = gs_name (gs, buffer, buffer->name);
  const char *constant = param->is_written ? "" : "const ", *restricted = param->is_exchanged ? "" : gs->language->restricted;
  switch (gs->id)
    {
    case TL_GPU_CUDA:
      return gs_text (gs, "%s%s* %s%s", constant, type, restricted, name);
    case TL_GPU_OPENCL:
      return gs_text (gs, "__global %s%s* %s%s", constant, type, restricted, name);
    default:
      return gs_text (gs, "device %s%s* %s [[ buffer(%u) ]]", constant, type, name, index);
    }
}

/* Metal passes scalars together, in a struct ahead of the kernel. */
static void
scalar_struct (Gs *gs, const TlKernel *kernel, const GArray *params)
{
  gboolean is_open = FALSE;
  for (guint i = 0; gs->id == TL_GPU_METAL && i < params->len; i++)
    {
      const TlVar *var = g_array_index (params, TlKernelParam, i).var;
      if (g_array_index (params, TlKernelParam, i).buffer != NULL)
        continue;
      if (!is_open)
        gs_line (gs, "struct %s_args {", kernel->name);
      is_open = TRUE;
      gs_line (gs, "  %s %s;", gs_type (gs, var->dtype), gs_name (gs, var, var->name));
      g_hash_table_insert (gs->names, (gpointer) var, (gpointer) gs_text (gs, "args.%s", gs_name (gs, var, var->name)));
    }
  if (is_open)
    gs_line (gs, "};\n");
}

static const char *
param_list (Gs *gs, const TlKernel *kernel, const GArray *params)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_buffers = 0;
  gboolean has_args = FALSE;
  for (guint i = 0; i < params->len; i++)
    {
      const TlKernelParam *param = &g_array_index (params, TlKernelParam, i);
      const char *separator = text->len > 0 ? ", " : "";
      if (param->buffer != NULL)
        g_string_append_printf (text, "%s%s", separator, buffer_param (gs, param, n_buffers++));
      else if (gs->id != TL_GPU_METAL)
        g_string_append_printf (text, "%s%s %s", separator, gs_type (gs, param->var->dtype), gs_name (gs, param->var, param->var->name));
      has_args |= param->buffer == NULL;
    }
  if (gs->id != TL_GPU_METAL)
    return gs_text (gs, "%s", text->str);
  return gs_text (gs, "%s%s%suint3 blockIdx [[ threadgroup_position_in_grid ]], uint3 threadIdx [[ thread_position_in_threadgroup ]]",
                  text->str, text->len > 0 ? ", " : "",
                  has_args ? gs_text (gs, "constant %s_args& args [[ buffer(%u) ]], ", kernel->name, n_buffers) : "");
}

/* --- memory of a block --- */

typedef struct
{
  Gs             *gs;
  const TlKernel *kernel;
  GHashTable     *vectors;      /* TlBuffer that lanes are loaded from or stored to */
  gboolean        has_dynamic;
} SharedArrays;

static TlWalk
note_vector_load (const TlExpr *expr, gpointer vectors)
{
  if (expr->kind == TL_EXPR_LOAD && expr->dtype.lanes > 1)
    g_hash_table_add (vectors, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
note_vector_store (const TlStmt *stmt, gpointer vectors)
{
  if (stmt->kind == TL_STMT_STORE && MAX (stmt->value->dtype.lanes, stmt->buffer->dtype.lanes) > 1)
    g_hash_table_add (vectors, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

/* A part of CUDA's dynamic memory, which is one array; elsewhere its size is known, and a buffer of it is an array like the others. */
static void
dynamic_line (SharedArrays *shared, const TlBuffer *buffer)
{
  Gs *gs = shared->gs;
  const char *type = gs_memory_type (gs, buffer->dtype), *name = gs_name (gs, buffer, buffer->name);
  if (!shared->has_dynamic)
    gs_line (gs, "extern __shared__ __align__(%d) unsigned char buf_dyn_shmem[];",
             tl_stmt_uses_wgmma (shared->kernel->body) ? TL_PERMUTED_ALIGNMENT : 64);
  shared->has_dynamic = TRUE;
  gs_line (gs, "%s* const %s = (%s*)(buf_dyn_shmem + %" G_GINT64_FORMAT ");", type, name, type,
           tl_kernel_dynamic_shared_bytes (shared->kernel, buffer));
}

static TlWalk
shared_line (const TlStmt *stmt, gpointer user_data)
{
  SharedArrays *shared = user_data;
  Gs *gs = shared->gs;
  const TlBuffer *buffer = stmt->buffer;
  if (stmt->kind != TL_STMT_ALLOC || !tl_scope_is_shared (buffer->scope) || !g_hash_table_add (gs->declared, (gpointer) buffer))
    return TL_WALK_INTO;
  gint64 n = tl_buffer_n_elements (buffer);
  if (n < 0 || buffer->n_dims > 1)
    {
      gs_fail (gs, n < 0 ? "Shared buffer %s has no fixed size" : "Buffer %s is not flat", buffer->name);
      return TL_WALK_STOP;
    }
  if (gs->id == TL_GPU_CUDA && g_str_equal (buffer->scope, "shared.dyn"))
    {
      dynamic_line (shared, buffer);
      return TL_WALK_INTO;
    }
  gboolean is_addressed = gs_is_addressed (shared->kernel->body, buffer);
  gboolean is_aligned = g_hash_table_contains (shared->vectors, buffer) || is_addressed;
  /* Loads of fragments want 32 bytes. */
  const char *align = is_aligned ? gs_text (gs, gs->language->align, is_addressed ? 32u : 16u) : "";
  gs_line (gs, "%s%s%s %s[%" G_GINT64_FORMAT "];", gs->language->shared_array, align, gs_memory_type (gs, buffer->dtype),
           gs_name (gs, buffer, buffer->name), MAX (n, 1) * buffer->dtype.lanes);
  return TL_WALK_INTO;
}

static void
shared_lines (Gs *gs, const TlKernel *kernel)
{
  g_autoptr (GHashTable) vectors = g_hash_table_new (NULL, NULL);
  SharedArrays shared = { .gs = gs, .kernel = kernel, .vectors = vectors };
  tl_stmt_walk (kernel->body, note_vector_store, note_vector_load, vectors);
  tl_stmt_walk (kernel->body, shared_line, NULL, &shared);
}

static TlWalk
add_shared_bytes (const TlStmt *stmt, gpointer n_bytes)
{
  if (stmt->kind == TL_STMT_ALLOC && g_str_equal (stmt->buffer->scope, "shared") && tl_buffer_n_elements (stmt->buffer) > 0)
    *(gint64 *) n_bytes += tl_buffer_n_elements (stmt->buffer) * tl_dtype_bytes (stmt->buffer->dtype);
  return TL_WALK_INTO;
}

/* --- kernels --- */

/* Sizes that the host knows and the kernel does not need. */
static TlWalk
name_size (const TlExpr *expr, gpointer gs)
{
  if (expr->kind == TL_EXPR_VAR)
    gs_name (gs, expr, expr->name);
  return TL_WALK_INTO;
}

static const char *
extent_text (Gs *gs, const TlKernel *kernel, TlLaunchAxis axis)
{
  if (kernel->axes[axis] != NULL)
    tl_expr_walk (kernel->axes[axis]->extent, name_size, gs);
  return kernel->axes[axis] != NULL ? gs_expr (gs, kernel->axes[axis]->extent).text : "1";
}

static void
launch_comment (Gs *gs, const TlKernel *kernel)
{
  const char *sizes[TL_N_LAUNCH_AXES];
  gint64 n_bytes = 0, n_dynamic = tl_kernel_dynamic_shared_bytes (kernel, NULL);
  tl_stmt_walk (kernel->body, add_shared_bytes, NULL, &n_bytes);
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    sizes[axis] = extent_text (gs, kernel, axis);
  gs_line (gs, "// grid (%s, %s, %s), block (%s, %s, %s)%s%s", sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5],
           n_bytes > 0 ? gs_text (gs, ", %" G_GINT64_FORMAT " bytes of shared memory", n_bytes) : "",
           n_dynamic > 0 ? gs_text (gs, ", %" G_GINT64_FORMAT " bytes of dynamic shared memory", n_dynamic) : "");
}

static const char *
launch_bounds (Gs *gs, const TlKernel *kernel, gint64 n_threads)
{
  gint64 n_blocks = tl_resident_blocks (kernel, gs->target);

  return n_blocks > 0 ? gs_text (gs, "__launch_bounds__(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ") ", n_threads, n_blocks)
                      : gs_text (gs, "__launch_bounds__(%" G_GINT64_FORMAT ") ", n_threads);
}

static void
kernel_head (Gs *gs, const TlKernel *kernel, const char *params)
{
  gint64 n_threads = tl_kernel_n_threads (kernel);
  switch (gs->id)
    {
    case TL_GPU_CUDA:
      gs_line (gs, "extern \"C\" __global__ void %s%s(%s) {", n_threads > 0 ? launch_bounds (gs, kernel, n_threads) : "", kernel->name,
               params);
      break;
    case TL_GPU_OPENCL:
      gs_line (gs, "__kernel %svoid %s(%s) {",
               n_threads > 0 ? gs_text (gs, "__attribute__((reqd_work_group_size(%s, %s, %s))) ",
                                        extent_text (gs, kernel, TL_AXIS_THREAD_X), extent_text (gs, kernel, TL_AXIS_THREAD_Y),
                                        extent_text (gs, kernel, TL_AXIS_THREAD_Z)) : "",
               kernel->name, params);
      break;
    default:
      gs_line (gs, "kernel void %s(%s) {", kernel->name, params);
      break;
    }
}

static TlWalk
find_var (const TlExpr *expr, gpointer var)
{
  return expr == var ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
axis_lines (Gs *gs, const TlKernel *kernel)
{
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    {
      const TlLoop *loop = kernel->axes[axis];
      if (loop == NULL)
        continue;
      tl_analyzer_bind (gs->analyzer, loop->var, loop->min, loop->extent);
      if (!tl_stmt_walk (kernel->body, NULL, find_var, (gpointer) loop->var))
        gs_line (gs, "const %s %s = (%s)%s;", gs_type (gs, loop->var->dtype), gs_name (gs, loop->var, loop->var->name),
                 gs_type (gs, loop->var->dtype), gs->language->axes[axis]);
    }
}

static void
begin_kernel (Gs *gs)
{
  g_hash_table_remove_all (gs->names);
  g_hash_table_remove_all (gs->taken);
  g_hash_table_remove_all (gs->declared);
  g_hash_table_remove_all (gs->lanes);
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (gs->taken, (gpointer) reserved[i]);
  gs->origin = (TlOrigin) { 0 };
  gs->block = 0;
}

static void
kernel_lines (Gs *gs, const TlPrimFunc *func, const TlKernel *kernel)
{
  g_autoptr (GArray) params = tl_kernel_params (func, kernel);
  guint max_args = gs->target->max_function_args;
  begin_kernel (gs);
  gs->kernel = kernel;
  gs->exchanges = FALSE;
  for (guint i = 0; i < params->len; i++)
    gs->exchanges |= g_array_index (params, TlKernelParam, i).is_exchanged;
  if (max_args > 0 && params->len > max_args)
    gs_fail (gs, "Kernel %s has %u parameters; -max_function_args of the target is %u", kernel->name, params->len, max_args);
  scalar_struct (gs, kernel, params);
  const char *list = param_list (gs, kernel, params);
  launch_comment (gs, kernel);
  gs->origin = kernel->launch->origin;
  kernel_head (gs, kernel, list);
  gs->indent++;
  shared_lines (gs, kernel);
  axis_lines (gs, kernel);
  gs_stmt (gs, kernel->body);
  gs->indent--;
  gs_line (gs, "}");
}

/* --- the file --- */

static void
gs_init (Gs *gs, TlArena *arena, TlGpuLanguage id, const TlTarget *target, const TlModule *scheduled)
{
  *gs = (Gs) { .arena = arena, .id = id, .language = &gs_languages[id], .target = target, .scheduled = scheduled };
  gs->analyzer = tl_analyzer_new (arena);
  gs->headers = g_string_new (gs->language->header);
  gs->helpers = g_string_new (NULL);
  gs->out = g_string_new (NULL);
  gs->known = g_hash_table_new (g_str_hash, g_str_equal);
  gs->taken = g_hash_table_new (g_str_hash, g_str_equal);
  gs->names = g_hash_table_new (NULL, NULL);
  gs->declared = g_hash_table_new (NULL, NULL);
  gs->lanes = g_hash_table_new (NULL, NULL);
  gs->packs = g_array_new (FALSE, FALSE, sizeof (GsPack));
  gs->lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
}

static void
gs_clear (Gs *gs)
{
  g_clear_error (&gs->error);
  g_array_unref (gs->lines);
  g_array_unref (gs->packs);
  g_hash_table_unref (gs->lanes);
  g_hash_table_unref (gs->declared);
  g_hash_table_unref (gs->names);
  g_hash_table_unref (gs->taken);
  g_hash_table_unref (gs->known);
  g_string_free (gs->out, TRUE);
  g_string_free (gs->helpers, TRUE);
  g_string_free (gs->headers, TRUE);
  tl_analyzer_free (gs->analyzer);
}

/* Headers and helpers come from no statement; the kernels' lines have their own origins. */
static char *
assemble (Gs *gs, GArray *lines)
{
  const TlOrigin none = { 0 };
  g_autoptr (GString) text = g_string_new (gs->headers->str);
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, gs->helpers->str);
  for (const char *at = text->str; lines != NULL && *at != '\0'; at++)
    if (*at == '\n')
      g_array_append_val (lines, none);
  if (lines != NULL)
    {
      g_array_append_vals (lines, gs->lines->data, gs->lines->len);
      g_array_append_val (lines, none);
    }
  g_string_append (text, gs->out->str);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
tl_gpu_source (const TlModule *lowered, const TlModule *scheduled, TlGpuLanguage language, const TlTarget *target, GArray *lines,
               GError **error)
{
  const TlPrimFunc *func = lowered->prims[0];
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, error);
  g_autoptr (TlArena) arena = tl_arena_new (lowered->arena);
  char *text = NULL;
  Gs gs;
  if (kernels == NULL)
    return NULL;
  if (kernels->len == 0)
    return tl_fail_null (error, TL_GPU_SOURCE_ERROR, TL_GPU_SOURCE_ERROR_UNSUPPORTED,
                         "Function %s has no kernel: no loop is bound to blockIdx or threadIdx", func->name);
  gs_init (&gs, arena, language, target, scheduled);
  for (guint i = 0; i < kernels->len; i++)
    {
      if (i > 0)
        gs_line (&gs, "%s", "");
      kernel_lines (&gs, func, kernels->pdata[i]);
    }
  if (gs.error != NULL)
    g_propagate_error (error, g_steal_pointer (&gs.error));
  else
    text = assemble (&gs, lines);
  gs_clear (&gs);
  return text;
}

GBytes *
tl_gpu_code (const TlModule *lowered, TlGpuLanguage language, const TlTarget *target, GError **error)
{
  g_autofree char *source = tl_gpu_source (lowered, NULL, language, target, NULL, error);
  g_autoptr (TlKernelPackage) package = source != NULL ? tl_kernel_package_new (target->kind->name, source) : NULL;
  return package != NULL && tl_kernel_launches_add (package, lowered->prims[0], error) ? tl_kernel_package_write (package) : NULL;
}
