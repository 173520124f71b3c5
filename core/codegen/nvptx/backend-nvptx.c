/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module has all kernels of a function. Parameters are pointers into global memory (tl_kernel_params says which, in which order); what
 * the code generator knows of them shows in the instructions:
 *
 *   noalias, readonly       ld.global.nc, through the cache of textures
 *   aligned to 16 bytes     ld.global.v4.f32 for vectors at addresses that are proved to be aligned too
 *   number of threads       .maxntid, which bounds the registers, and .minnctapersm, so that threads use those that there are
 *   range of launch axes    divisions of positions in 32 or 16 bits
 *
 * A buffer that a kernel reads and writes while its threads wait for each other is not noalias: others may have written between two reads.
 */
#include <llvm/Config/llvm-config.h>

#include "core/analysis/gpu/resident-blocks.h"
#include "core/codegen/kernel-launches.h"
#include "core/codegen/nvptx/nvptx-private.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/ir/permuted-layout.h"

#define KERNEL_CONVENTION  71u             /* llvm::CallingConv::PTX_Kernel */
#define BUFFER_ALIGNMENT   16u             /* bytes, what the widest access takes */
#define SHARED_ALIGNMENT   128u            /* all banks once: places in memory tell the bank */
#define STATIC_SHARED_BYTES (48 * 1024)

static const char dynamic_name[] = "dynamic_shared";

/* --- parameters and launch axes --- */

static LLVMTypeRef
pointer_to (Codegen *cg, CgAddressSpace space)
{
  return LLVMPointerTypeInContext (cg->context, space);
}

static void
describe_params (Codegen *cg, LLVMValueRef function, const GArray *params)
{
  for (guint i = 0; i < params->len; i++)
    {
      const TlKernelParam *param = &g_array_index (params, TlKernelParam, i);

      if (param->buffer == NULL)
        continue;
      cg_add_attribute (cg, function, i + 1, "align", BUFFER_ALIGNMENT);
      if (!param->is_exchanged)
        cg_add_attribute (cg, function, i + 1, "noalias", 0);
      if (!param->is_written)
        cg_add_attribute (cg, function, i + 1, "readonly", 0);
    }
}

static LLVMValueRef
declare_kernel (Codegen *cg, const TlKernel *kernel, const GArray *params)
{
  g_autofree LLVMTypeRef *types = g_new (LLVMTypeRef, params->len + 1);

  for (guint i = 0; i < params->len; i++)
    {
      const TlKernelParam *param = &g_array_index (params, TlKernelParam, i);

      types[i] = param->buffer != NULL ? pointer_to (cg, CG_SPACE_GLOBAL) : cg_memory_type (cg, param->var->dtype);
    }
  LLVMValueRef function = cg_add_function (cg, kernel->name, LLVMFunctionType (cg->nothing, types, params->len, FALSE));

  LLVMSetFunctionCallConv (function, KERNEL_CONVENTION);
  describe_params (cg, function, params);
  return function;
}

static void
annotate (Codegen *cg, LLVMValueRef function, const char *name, guint value)
{
  LLVMMetadataRef parts[3] = { LLVMValueAsMetadata (function), LLVMMDStringInContext2 (cg->context, name, strlen (name)),
                               LLVMValueAsMetadata (LLVMConstInt (cg->i32, value, FALSE)) };

  LLVMAddNamedMetadataOperand (cg->module, "nvvm.annotations",
                               LLVMMetadataAsValue (cg->context, LLVMMDNodeInContext2 (cg->context, parts, 3)));
}

/* [0, @extent) */
static void
set_range (Codegen *cg, LLVMValueRef call, gint64 extent)
{
  LLVMMetadataRef ends[2] = { LLVMValueAsMetadata (LLVMConstInt (cg->i32, 0, FALSE)),
                              LLVMValueAsMetadata (LLVMConstInt (cg->i32, (unsigned long long) extent, FALSE)) };

  LLVMSetMetadata (call, LLVMGetMDKindIDInContext (cg->context, "range", 5),
                   LLVMMetadataAsValue (cg->context, LLVMMDNodeInContext2 (cg->context, ends, 2)));
}

static void
define_axis (Codegen *cg, TlLaunchAxis axis, const TlLoop *loop)
{
  g_autofree char *name = g_strdup_printf ("llvm.nvvm.read.ptx.sreg.%s.%c", tl_launch_axis_is_thread (axis) ? "tid" : "ctaid",
                                           "xyz"[axis % 3]);
  gint64 extent = 0;
  gboolean is_constant = tl_expr_get_int (loop->extent, &extent) && extent > 0;

  tl_analyzer_bind (cg->analyzer, loop->var, loop->min, loop->extent);
  if (is_constant && extent == 1)
    {
      cg_define_var (cg, loop->var, cg_index (cg, 0));
      return;
    }
  LLVMValueRef place = nvptx_intrinsic (cg, name, cg->i32, NULL, 0);
  if (is_constant && extent <= G_MAXINT32)
    set_range (cg, place, extent);
  cg_define_var (cg, loop->var, place);
}

/* --- kernels --- */

static void
annotate_threads (Codegen *cg, LLVMValueRef function, const TlKernel *kernel)
{
  static const char *const names[3] = { "maxntidx", "maxntidy", "maxntidz" };
  gint64 n_blocks = tl_resident_blocks (kernel, cg->target);

  if (tl_kernel_n_threads (kernel) <= 0)
    return;
  for (guint i = 0; i < 3; i++)
    {
      gint64 extent = 1;

      if (kernel->axes[TL_AXIS_THREAD_X + i] != NULL)
        tl_expr_get_int (kernel->axes[TL_AXIS_THREAD_X + i]->extent, &extent);
      annotate (cg, function, names[i], (guint) extent);
    }
  if (n_blocks > 0)
    annotate (cg, function, "minctasm", (guint) n_blocks);
}

static void
emit_one (Codegen *cg, const TlPrimFunc *func, const TlKernel *kernel)
{
  g_autoptr (GArray) params = tl_kernel_params (func, kernel);
  LLVMValueRef function = declare_kernel (cg, kernel, params);
  CgFunc state = { 0 };

  annotate_threads (cg, function, kernel);
  cg_begin_func (cg, &state, function);
  for (guint i = 0; i < params->len; i++)
    {
      const TlKernelParam *param = &g_array_index (params, TlKernelParam, i);
      LLVMValueRef value = LLVMGetParam (function, i);

      if (param->buffer != NULL)
        g_hash_table_insert (cg->buffers, (gpointer) param->buffer, value);
      else
        cg_define_var (cg, param->var, cg_from_memory (cg, value, param->var->dtype));
    }
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (kernel->axes[axis] != NULL)
      define_axis (cg, axis, kernel->axes[axis]);
  nvptx_define_lanes (cg, kernel);
  cg_stmt (cg, kernel->body);
  cg_end_func (cg, &state);
  cg->func = NULL;
}

static void
emit_kernels (Codegen *cg, const TlPrimFunc *func)
{
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, &cg->error);

  if (kernels == NULL)
    return;
  if (cg->export != NULL)
    cg_fail (cg, "Functions for the target \"%s\" cannot be exported", cg->target->kind->name);
  else if (kernels->len == 0)
    cg_fail (cg, "No loop of %s is bound to blockIdx or threadIdx: there is no kernel", func->name);
  for (guint i = 0; cg->error == NULL && i < kernels->len; i++)
    emit_one (cg, func, kernels->pdata[i]);
}

static void
emit_serial_body (Codegen *cg, LLVMValueRef index, gpointer loop)
{
  cg_loop_body (cg, index, loop);
}

/* A thread has no others to share a loop with. */
static void
emit_parallel (Codegen *cg, const TlStmt *loop)
{
  tl_analyzer_bind (cg->analyzer, loop->loop.var, loop->loop.min, loop->loop.extent);
  LLVMValueRef begin = cg_index_expr (cg, loop->loop.min);
  LLVMValueRef end = LLVMBuildAdd (cg->builder, begin, cg_index_expr (cg, loop->loop.extent), "");

  cg_loop (cg, loop->loop.var->name, begin, end, FALSE, CG_LOOP_OPEN, emit_serial_body, (gpointer) loop);
}

/* --- buffers --- */

static gboolean
is_private (const TlBuffer *buffer)
{
  return !tl_scope_is_shared (buffer->scope) && !tl_scope_is_of_warp (buffer->scope);
}

static LLVMTypeRef
array_of (Codegen *cg, const TlBuffer *buffer, gint64 n_elements)
{
  return LLVMArrayType2 (cg_memory_type (cg, buffer->dtype), (uint64_t) n_elements * buffer->dtype.lanes);
}

static LLVMValueRef
local_array (Codegen *cg, const TlBuffer *buffer, LLVMTypeRef type)
{
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);

  LLVMPositionBuilderAtEnd (cg->builder, cg->func->entry);
  LLVMValueRef place = LLVMBuildAlloca (cg->builder, type, buffer->name);
  LLVMSetAlignment (place, BUFFER_ALIGNMENT);
  LLVMPositionBuilderAtEnd (cg->builder, here);
  return place;
}

static LLVMValueRef
shared_array (Codegen *cg, const TlBuffer *buffer, gint64 n_elements, gsize n_bytes)
{
  LLVMTypeRef type = array_of (cg, buffer, n_elements);
  LLVMValueRef place = LLVMAddGlobalInAddressSpace (cg->module, type, buffer->name, CG_SPACE_SHARED);

  if (n_bytes > STATIC_SHARED_BYTES)
    cg_fail (cg, "Buffer %s takes %" G_GSIZE_FORMAT " bytes of shared memory; a kernel declares %d at most. More is had by the scope "
             "\"shared.dyn\"", buffer->name, n_bytes, STATIC_SHARED_BYTES);
  LLVMSetLinkage (place, LLVMInternalLinkage);
  LLVMSetInitializer (place, LLVMGetUndef (type));
  LLVMSetAlignment (place, n_bytes >= SHARED_ALIGNMENT ? SHARED_ALIGNMENT : BUFFER_ALIGNMENT);
  return place;
}

/* The kernel of @function again, by its name. */
static const TlKernel *
find_kernel (const GPtrArray *kernels, LLVMValueRef function)
{
  size_t length;
  const char *name = LLVMGetValueName2 (function, &length);

  for (guint i = 0; i < kernels->len; i++)
    if (strcmp (((const TlKernel *) kernels->pdata[i])->name, name) == 0)
      return kernels->pdata[i];
  g_assert_not_reached ();
}

static LLVMValueRef
dynamic_array (Codegen *cg, const TlBuffer *buffer)
{
  g_autoptr (GPtrArray) kernels = tl_kernels_find (cg->prim, NULL);
  LLVMValueRef whole = LLVMGetNamedGlobal (cg->module, dynamic_name);
  LLVMValueRef offset = cg_index (cg, tl_kernel_dynamic_shared_bytes (find_kernel (kernels, cg->func->function), buffer));

  if (whole == NULL)
    {
      whole = LLVMAddGlobalInAddressSpace (cg->module, LLVMArrayType2 (cg->i8, 0), dynamic_name, CG_SPACE_SHARED);
      LLVMSetLinkage (whole, LLVMExternalLinkage);
      LLVMSetAlignment (whole, TL_PERMUTED_ALIGNMENT);
    }
  return LLVMConstInBoundsGEP2 (cg->i8, whole, &offset, 1);
}

static LLVMValueRef
alloc_fixed (Codegen *cg, const TlBuffer *buffer, gint64 n_elements, gsize n_bytes)
{
  if (strcmp (buffer->scope, "shared.dyn") == 0)
    return dynamic_array (cg, buffer);
  if (tl_scope_is_shared (buffer->scope))
    return shared_array (cg, buffer, n_elements, n_bytes);
  return local_array (cg, buffer, tl_scope_is_of_warp (buffer->scope) ? nvptx_fragments_type (cg, buffer, n_elements)
                                                                      : array_of (cg, buffer, n_elements));
}

static LLVMValueRef
alloc_sized (Codegen *cg, const TlBuffer *buffer, LLVMValueRef n_bytes)
{
  cg_fail (cg, "The size of buffer %s in a kernel is not known before it runs", buffer->name);
  return LLVMGetUndef (cg->ptr);
}

static void
free_sized (Codegen *cg, LLVMValueRef place)
{
}

/* --- the rest --- */

static LLVMValueRef
declare (Codegen *cg, const char *name, LLVMTypeRef type)
{
  cg_fail (cg, "GPUs have no function \"%s\"", name);
  return LLVMAddFunction (cg->module, name, type);
}

static LLVMValueRef
round_bfloat (Codegen *cg, LLVMValueRef value)
{
  LLVMTypeRef bfloat = cg_with_lanes (LLVMBFloatTypeInContext (cg->context), cg_lanes (value));

  return LLVMBuildBitCast (cg->builder, LLVMBuildFPTrunc (cg->builder, value, bfloat, ""), cg_with_lanes (cg->i16, cg_lanes (value)), "");
}

static void
finish (Codegen *cg, LLVMTargetMachineRef machine)
{
  for (LLVMValueRef f = LLVMGetFirstFunction (cg->module); f != NULL; f = LLVMGetNextFunction (f))
    if (!LLVMIsDeclaration (f) && cg->target->flushes_denormals)
      LLVMAddTargetDependentFunctionAttr (f, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
}

static GBytes *
package (Codegen *cg, const TlPrimFunc *func, GBytes *assembly, GError **error)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (assembly, NULL), g_bytes_get_size (assembly));
  g_autoptr (TlKernelPackage) made = tl_kernel_package_new ("ptx", text);

  g_bytes_unref (assembly);
  return tl_kernel_launches_add (made, func, error) ? tl_kernel_package_write (made) : NULL;
}

/* LLVM's list of O2 for loops and values, without vectors: those of a thread are loads and stores, which its code generator joins. */
#define COMBINE "instcombine<no-verify-fixpoint>,"
#if LLVM_VERSION_MAJOR >= 18
#define ALIGN "infer-alignment,"   /* the code generator joins loads by what they say of themselves */
#else
#define ALIGN ""                   /* instcombine does it */
#endif
#define PASSES \
  "function(sroa,early-cse<memssa>,simplifycfg," COMBINE "correlated-propagation,loop-mssa(licm),simplifycfg," COMBINE \
  "loop(indvars,loop-deletion,loop-unroll-full),sroa,gvn,correlated-propagation,bdce," COMBINE "dse,loop-mssa(licm),simplifycfg," \
  "loop-unroll,sroa,early-cse<memssa>," COMBINE "loop-mssa(licm)," ALIGN "instsimplify,simplifycfg)"

const CgBackend cg_backend_nvptx = {
  .target = "cuda", .machine = nvptx_machine, .emit_kernel = emit_kernels, .emit_parallel = emit_parallel, .alloc_fixed = alloc_fixed,
  .alloc_sized = alloc_sized, .free_sized = free_sized, .declare = declare, .finish = finish, .is_simt = TRUE, .passes = PASSES,
  .is_private = is_private, .emit_call = nvptx_call, .emit_conditional = nvptx_conditional,
  .emit_choice = nvptx_choice, .load_if = nvptx_load_if, .store_if = nvptx_store_if, .round_bfloat = round_bfloat,
  .revise = nvptx_bound_unrolling, .package = package,
};
