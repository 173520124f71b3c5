/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The helpers of externs.c as code inside an exported object, which may ask for the C library and libgomp only. Parallel loops go to
 * libgomp by the call that a compiler makes of "omp parallel":
 *
 *   GOMP_parallel (share, &job, threads, 0) ──▶ share (&job): which thread am I? ──▶ job.body (job.closure, from, to)
 *
 * Those of a model's kernels go to a function of the model, whose threads are there already (core/codegen/model-source.h).
 */
#include <string.h>

#include "core/codegen/codegen-private.h"

#define HUGE_PAGE_BYTES (2 << 20)
#define ADVISE_HUGE_PAGES 14   /* Linux's MADV_HUGEPAGE */

/* A function being written while another one is: the builder goes back afterwards. */
typedef struct
{
  LLVMValueRef      function;
  LLVMBasicBlockRef outer;
} RuntimeFunction;

static RuntimeFunction
begin (Codegen *cg, const char *name, LLVMTypeRef type)
{
  RuntimeFunction runtime = { cg_internal_function (cg, name, type), LLVMGetInsertBlock (cg->builder) };
  cg_go_to (cg, LLVMAppendBasicBlockInContext (cg->context, runtime.function, "entry"));
  return runtime;
}

static LLVMValueRef
end (Codegen *cg, RuntimeFunction runtime)
{
  cg_go_to (cg, runtime.outer);
  return runtime.function;
}

static LLVMBasicBlockRef
new_block (Codegen *cg, RuntimeFunction runtime, const char *name)
{
  return LLVMAppendBasicBlockInContext (cg->context, runtime.function, name);
}

static LLVMValueRef
call (Codegen *cg, const char *name, LLVMTypeRef result, LLVMValueRef *args, guint n_args)
{
  LLVMTypeRef types[4];
  g_assert (n_args <= G_N_ELEMENTS (types));
  for (guint i = 0; i < n_args; i++)
    types[i] = LLVMTypeOf (args[i]);
  return cg_call_named (cg, name, LLVMFunctionType (result, types, n_args, FALSE), args, n_args);
}

static LLVMValueRef
minimum (Codegen *cg, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildSelect (cg->builder, LLVMBuildICmp (cg->builder, LLVMIntSLT, a, b, ""), a, b, "");
}

/* dprintf (2, "NAME: TEXT\n", argument): the stream stderr has another symbol in every C library. */
static void
complain_and_abort (Codegen *cg, const char *text, LLVMValueRef argument)
{
  LLVMTypeRef types[2] = { cg->i32, cg->ptr };
  g_autofree char *format = g_strdup_printf ("%s: %s\n", cg->export->symbol, text);
  LLVMValueRef args[3] = { LLVMConstInt (cg->i32, 2, FALSE), LLVMBuildGlobalStringPtr (cg->builder, format, "message"), argument };
  cg_call_named (cg, "dprintf", LLVMFunctionType (cg->i32, types, 2, TRUE), args, 3);
  call (cg, "abort", cg->nothing, NULL, 0);
  LLVMBuildUnreachable (cg->builder);
}

/* Small ones come from where they were given back; large ones get huge pages where the system has some. */
static LLVMValueRef
workspace_take (Codegen *cg, LLVMTypeRef type)
{
  RuntimeFunction take = begin (cg, "take", type);
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef wanted = LLVMGetParam (take.function, 0);
  LLVMValueRef is_large = LLVMBuildICmp (b, LLVMIntSGE, wanted, cg_index (cg, HUGE_PAGE_BYTES), "");
  LLVMValueRef align = LLVMBuildSelect (b, is_large, cg_index (cg, HUGE_PAGE_BYTES), cg_index (cg, 64), "");
  LLVMValueRef mask = LLVMBuildSub (b, align, cg_index (cg, 1), "");
  LLVMValueRef at_least = LLVMBuildSelect (b, LLVMBuildICmp (b, LLVMIntSLT, wanted, cg_index (cg, 1), ""), cg_index (cg, 1), wanted, "");
  LLVMValueRef total = LLVMBuildAnd (b, LLVMBuildAdd (b, at_least, mask, ""), LLVMBuildNot (b, mask, ""), "");
  LLVMValueRef args[2] = { align, total };
  LLVMValueRef place = call (cg, "aligned_alloc", cg->ptr, args, 2);
  LLVMBasicBlockRef failed = new_block (cg, take, "failed"), made = new_block (cg, take, "made");
  LLVMBasicBlockRef large = new_block (cg, take, "large"), done = new_block (cg, take, "done");
  LLVMBuildCondBr (b, LLVMBuildIsNull (b, place, ""), failed, made);
  LLVMPositionBuilderAtEnd (b, failed);
  complain_and_abort (cg, "no memory for an intermediate buffer of %lld bytes", wanted);
  LLVMPositionBuilderAtEnd (b, made);
  LLVMBuildCondBr (b, is_large, large, done);
  LLVMPositionBuilderAtEnd (b, large);
  LLVMValueRef advice[3] = { place, total, LLVMConstInt (cg->i32, ADVISE_HUGE_PAGES, FALSE) };
  call (cg, "madvise", cg->i32, advice, 3);
  LLVMBuildBr (b, done);
  LLVMPositionBuilderAtEnd (b, done);
  LLVMBuildRet (b, place);
  return end (cg, take);
}

static LLVMValueRef
workspace_give (Codegen *cg, LLVMTypeRef type)
{
  RuntimeFunction give = begin (cg, "give", type);
  LLVMValueRef place = LLVMGetParam (give.function, 0);
  call (cg, "free", cg->nothing, &place, 1);
  LLVMBuildRetVoid (cg->builder);
  return end (cg, give);
}

static LLVMValueRef
assert_failed (Codegen *cg, LLVMTypeRef type)
{
  RuntimeFunction failed = begin (cg, "assert.failed", type);
  complain_and_abort (cg, "the program's assertion failed: %s", LLVMGetParam (failed.function, 0));
  return end (cg, failed);
}

/* begin, end, body, closure */
static LLVMTypeRef
job_type (Codegen *cg)
{
  LLVMTypeRef fields[4] = { cg->i64, cg->i64, cg->ptr, cg->ptr };
  return LLVMStructTypeInContext (cg->context, fields, 4, FALSE);
}

static LLVMValueRef
job_field (Codegen *cg, LLVMValueRef job, guint index)
{
  LLVMTypeRef type = job_type (cg);
  return LLVMBuildLoad2 (cg->builder, LLVMStructGetTypeAtIndex (type, index), LLVMBuildStructGEP2 (cg->builder, type, job, index, ""), "");
}

/* Contiguous shares, as in externs.c; however many threads the team has. */
static LLVMValueRef
parallel_share (Codegen *cg)
{
  RuntimeFunction share = begin (cg, "parallel.share", LLVMFunctionType (cg->nothing, &cg->ptr, 1, FALSE));
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef job = LLVMGetParam (share.function, 0);
  LLVMValueRef first = job_field (cg, job, 0);
  LLVMValueRef n = LLVMBuildSub (b, job_field (cg, job, 1), first, "");
  LLVMValueRef thread = LLVMBuildSExt (b, call (cg, "omp_get_thread_num", cg->i32, NULL, 0), cg->i64, "");
  LLVMValueRef team = LLVMBuildSExt (b, call (cg, "omp_get_num_threads", cg->i32, NULL, 0), cg->i64, "");
  LLVMValueRef next = LLVMBuildAdd (b, thread, cg_index (cg, 1), "");
  LLVMValueRef args[3] = {
    job_field (cg, job, 3),
    LLVMBuildAdd (b, first, LLVMBuildSDiv (b, LLVMBuildMul (b, n, thread, ""), team, ""), ""),
    LLVMBuildAdd (b, first, LLVMBuildSDiv (b, LLVMBuildMul (b, n, next, ""), team, ""), ""),
  };
  LLVMTypeRef types[3] = { cg->ptr, cg->i64, cg->i64 };
  LLVMBuildCall2 (b, LLVMFunctionType (cg->nothing, types, 3, FALSE), job_field (cg, job, 2), args, 3, "");
  LLVMBuildRetVoid (b);
  return end (cg, share);
}

static LLVMValueRef
parallel_for_of_model (Codegen *cg, LLVMTypeRef type)
{
  g_autofree char *name = g_strdup_printf ("%s_team_parallel_for", cg->export->model);
  LLVMValueRef function = LLVMAddFunction (cg->module, name, type);
  LLVMSetVisibility (function, LLVMHiddenVisibility);
  return function;
}

static LLVMValueRef
parallel_for (Codegen *cg, LLVMTypeRef type)
{
  if (cg->export->model != NULL)
    return parallel_for_of_model (cg, type);
  LLVMValueRef share = parallel_share (cg);
  RuntimeFunction loop = begin (cg, "parallel.for", type);
  LLVMBuilderRef b = cg->builder;
  LLVMValueRef fields[4] = { LLVMGetParam (loop.function, 0), LLVMGetParam (loop.function, 1), LLVMGetParam (loop.function, 3),
                             LLVMGetParam (loop.function, 4) };
  LLVMValueRef job = LLVMBuildAlloca (b, job_type (cg), "job");
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    LLVMBuildStore (b, fields[i], LLVMBuildStructGEP2 (b, job_type (cg), job, i, ""));
  LLVMValueRef n = LLVMBuildSub (b, fields[1], fields[0], "");
  LLVMBasicBlockRef some = new_block (cg, loop, "some"), none = new_block (cg, loop, "none");
  LLVMBuildCondBr (b, LLVMBuildICmp (b, LLVMIntSGT, n, cg_index (cg, 0), ""), some, none);
  LLVMPositionBuilderAtEnd (b, some);
  LLVMValueRef wanted = LLVMBuildSExt (b, LLVMGetParam (loop.function, 2), cg->i64, "");
  LLVMValueRef threads = LLVMBuildTrunc (b, minimum (cg, wanted, n), cg->i32, "");
  LLVMValueRef args[4] = { share, job, threads, LLVMConstInt (cg->i32, 0, FALSE) };
  call (cg, "GOMP_parallel", cg->nothing, args, 4);
  LLVMBuildBr (b, none);
  LLVMPositionBuilderAtEnd (b, none);
  LLVMBuildRetVoid (b);
  return end (cg, loop);
}

static const struct { const char *name; LLVMValueRef (*emit) (Codegen *cg, LLVMTypeRef type); } rows[] = {
  { "tl_workspace_take", workspace_take }, { "tl_workspace_give", workspace_give }, { "tl_assert_failed", assert_failed },
  { "tl_parallel_for", parallel_for },
};

LLVMValueRef
cg_cpu_runtime_function (Codegen *cg, const char *name, LLVMTypeRef type)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return rows[i].emit (cg, type);
  return NULL;
}
