/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The façade: one lowered function to IR, assembly or an object. How much LLVM works on it depends on what the schedule left to do: code
 * in explicit vectors needs no passes (emit-reuse.c does what early-cse would; a candidate of a 128 matmul compiles in 0.92 of the time),
 * except kernels with small arrays on the stack, where transposes run in 0.8 of the time with sroa, and with vectors that are stored again
 * and again. Scalar code gets what O3 has for loops, where LLVM's own vectorizer makes a hundredfold difference.
 *
 * LLVM takes 2.3 ms for any kernel and 30 µs for each vector multiply-add (2.x GHz Sapphire Rapids). llvm.fmuladd and allocators' options
 * gained nothing; -disable-cgp made 512 and 1024 matmuls slower.
 */
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/registry.h"
#include "core/codegen/codegen-private.h"
#include "core/lower/lower.h"

G_DEFINE_QUARK (tl-codegen-error-quark, tl_codegen_error)

static gboolean
fail_llvm (GError **error, const char *what, char *message)
{
  g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "%s: %s", what, message != NULL ? message : "unknown");
  LLVMDisposeMessage (message);
  return FALSE;
}

/* --- backends --- */

static TlRegistry backends = { { &cg_backend_cpu, &cg_backend_emulated, &cg_backend_nvptx, &cg_backend_opencl }, 4 };

void
cg_backend_add (const CgBackend *backend)
{
  tl_registry_add (&backends, backend);
}

static const CgBackend *
find_backend (const TlTarget *target, GError **error)
{
  const CgBackend *backend = tl_registry_find (&backends, target->kind->name);
  g_autofree char *names = tl_registry_names (&backends);
  if (backend == NULL)
    g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
                 "Code generation does not support the target \"%s\"; supported: %s", target->kind->name, names);
  return backend;
}

/* --- how much there is to optimize --- */

typedef struct
{
  double   scalar;          /* executions of scalar stores */
  double   vector;
  guint    n_vectors;       /* statements that store them */
  gboolean is_overwritten;  /* a vector that a later statement of a sequence stores to the same place */
} StoreCount;

static guint
hash_place (gconstpointer store)
{
  return tl_expr_hash (((const TlStmt *) store)->indices[0]);
}

static gboolean
places_equal (gconstpointer a, gconstpointer b)
{
  const TlStmt *x = a, *y = b;
  return x->buffer == y->buffer && tl_expr_equal (x->indices[0], y->indices[0]);
}

/* Positions that are numbers are those of registers (emit-registers.c). */
static gboolean
overwrites_vectors (const TlStmt *seq)
{
  g_autoptr (GHashTable) stored = g_hash_table_new (hash_place, places_equal);
  for (guint i = 0; i < seq->n_stmts; i++)
    {
      const TlStmt *stmt = seq->stmts[i];
      gint64 at;
      if (stmt->kind == TL_STMT_STORE && stmt->indices[0]->kind == TL_EXPR_RAMP && !tl_expr_get_int (stmt->indices[0]->base, &at)
          && !g_hash_table_add (stored, (gpointer) stmt))
        return TRUE;
    }
  return FALSE;
}

static void
count_stores (const TlStmt *stmt, double times, StoreCount *count)
{
  gint64 extent = 16;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      tl_expr_get_int (stmt->loop.extent, &extent);
      count_stores (stmt->loop.body, times * (double) MAX (extent, 1), count);
      break;
    case TL_STMT_SEQ:
      count->is_overwritten |= overwrites_vectors (stmt);
      for (guint i = 0; i < stmt->n_stmts; i++)
        count_stores (stmt->stmts[i], times, count);
      break;
    case TL_STMT_STORE:
      count->n_vectors += stmt->indices[0]->dtype.lanes > 1;
      if (stmt->indices[0]->dtype.lanes > 1)
        count->vector += times;
      else
        count->scalar += times;
      break;
    case TL_STMT_IF:
      count_stores (stmt->then_body, times, count);
      if (stmt->else_body != NULL)
        count_stores (stmt->else_body, times, count);
      break;
    case TL_STMT_LET:
      count_stores (stmt->let_body, times, count);
      break;
    case TL_STMT_WHILE:
      count_stores (stmt->then_body, times * 16, count);
      break;
    case TL_STMT_ATTR:
      count_stores (stmt->attr_body, times, count);
      break;
    case TL_STMT_ALLOC:
      count_stores (stmt->alloc_body, times, count);
      break;
    default:
      break;
    }
}

/* Which passes LLVM runs, chosen from the code. */
typedef struct
{
  const char          *passes;       /* NULL: none, unless there is a tile to be made values of */
  const char          *late_passes;  /* nullable: those thereafter, which make no gathers where these are slow */
  LLVMCodeGenOptLevel  level;
} Effort;

/*
 * The passes of O3 on loops and values, without those on calls and without loop-load-elim, whose time is quadratic in the statements of
 * a loop: kernels are as fast (8 hand schedules: 0.97 to 1.27), and 6,272 statements take 1.8 s in place of 19. Conditions that a loop
 * does not change leave it before it becomes vectors, where they would be masks (an elementwise chain of 12 x 5 rows: 30 µs become 8).
 */
#define COMBINE "instcombine<no-verify-fixpoint>,"
#define SCALAR_PASSES \
  "function(sroa,early-cse<memssa>,simplifycfg," COMBINE "loop-mssa(licm,simple-loop-unswitch<nontrivial>),simplifycfg," COMBINE \
  "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa,gvn,bdce," COMBINE "dse,loop-mssa(licm),simplifycfg," COMBINE \
  "loop-vectorize," COMBINE "simplifycfg)"
#define LATE_PASSES "vector-combine," COMBINE "loop-unroll,sroa," COMBINE "loop-mssa(licm),loop-sink,instsimplify,simplifycfg)"
#define SLP_PASSES "function(slp-vectorizer," LATE_PASSES
/*
 * LLVM 19 loses elements of a vector of nine that it makes of four or eight and a rest. And it looks at each lane of each vector for a
 * better place: 1,100 vectors of a softmax, none of which it changes, take 0.3 s.
 */
#define NO_SLP_PASSES "function(" LATE_PASSES
#define MAX_SLP_VECTORS 512

/*
 * Statements that store a vector which a later one adds to, too many for registers: 15 µs become 7 (a convolution whose window and rows
 * are unrolled).
 */
#define OVERWRITTEN_PASSES "function(sroa,early-cse<memssa>,dse)"

/* A row that is no vector yet, beside vectors: 128 x 96 x 64 with relu in rows of their own: 10.4 µs become 7.9. */
#define ROW_PASSES \
  "function(sroa,early-cse<memssa>,simplifycfg,loop-mssa(licm),loop(indvars),loop-vectorize," COMBINE "dse,simplifycfg)"

static gboolean
is_odd (guint lanes)
{
  return (lanes & (lanes - 1)) != 0;
}

static TlWalk
find_odd_load (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_LOAD && is_odd (expr->dtype.lanes) ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_odd_store (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_STORE && is_odd (stmt->value->dtype.lanes) ? TL_WALK_STOP : TL_WALK_INTO;
}

static Effort
choose_effort (const CgBackend *backend, const TlStmt *body)
{
  StoreCount count = { 0 };
  if (backend->passes != NULL)
    return (Effort) { backend->passes, NULL, LLVMCodeGenLevelDefault };
  count_stores (body, 1, &count);
  if (count.vector > 0 && count.scalar <= count.vector / 4)
    {
      const char *passes = count.scalar > count.vector / 64 ? ROW_PASSES : count.is_overwritten ? OVERWRITTEN_PASSES : NULL;
      return (Effort) { passes, NULL, LLVMCodeGenLevelLess };
    }
  gboolean has_odd = !tl_stmt_walk (body, find_odd_store, find_odd_load, NULL);
  const char *late_passes = has_odd || count.n_vectors > MAX_SLP_VECTORS ? NO_SLP_PASSES : SLP_PASSES;
  return (Effort) { SCALAR_PASSES, late_passes, LLVMCodeGenLevelDefault };
}

/* --- one compilation --- */

static void
note_diagnostic (LLVMDiagnosticInfoRef info, void *user_data)
{
  Codegen *cg = user_data;
  if (LLVMGetDiagInfoSeverity (info) != LLVMDSError || cg->error != NULL)
    return;
  char *text = LLVMGetDiagInfoDescription (info);
  fail_llvm (&cg->error, "LLVM", text);
}

static void
codegen_init (Codegen *cg, const CgBackend *backend, const TlTarget *target, TlArena *arena)
{
  *cg = (Codegen) { .backend = backend, .target = target, .arena = arena };
  cg->context = LLVMContextCreate ();
  LLVMContextSetDiagnosticHandler (cg->context, note_diagnostic, cg);
  cg->module = LLVMModuleCreateWithNameInContext ("tileloom", cg->context);
  cg->builder = LLVMCreateBuilderInContext (cg->context);
  cg->analyzer = tl_analyzer_new (arena);
  cg->vars = g_hash_table_new (NULL, NULL);
  cg->buffers = g_hash_table_new (NULL, NULL);
  cg->registers = g_hash_table_new (NULL, NULL);
  cg->externs = g_hash_table_new (g_str_hash, g_str_equal);
  cg->addresses = cg_addresses_new ();
  cg->made = cg_reuse_new ();
  cg->i1 = LLVMInt1TypeInContext (cg->context);
  cg->i8 = LLVMInt8TypeInContext (cg->context);
  cg->i16 = LLVMInt16TypeInContext (cg->context);
  cg->i32 = LLVMInt32TypeInContext (cg->context);
  cg->i64 = LLVMInt64TypeInContext (cg->context);
  cg->f16 = LLVMHalfTypeInContext (cg->context);
  cg->f32 = LLVMFloatTypeInContext (cg->context);
  cg->f64 = LLVMDoubleTypeInContext (cg->context);
  cg->ptr = LLVMPointerTypeInContext (cg->context, 0);
  cg->nothing = LLVMVoidTypeInContext (cg->context);
}

static void
codegen_clear (Codegen *cg)
{
  g_clear_error (&cg->error);
  cg_debug_free (cg->debug);
  g_clear_pointer (&cg->fragments, g_hash_table_unref);
  g_hash_table_unref (cg->made);
  g_hash_table_unref (cg->addresses);
  g_hash_table_unref (cg->externs);
  g_hash_table_unref (cg->registers);
  g_hash_table_unref (cg->buffers);
  g_hash_table_unref (cg->vars);
  tl_analyzer_free (cg->analyzer);
  LLVMDisposeBuilder (cg->builder);
  LLVMDisposeModule (cg->module);
  LLVMContextDispose (cg->context);
}

static gboolean
run_passes_at_once (Codegen *cg, LLVMTargetMachineRef machine, const char *passes, GError **error)
{
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();
  LLVMErrorRef failure = LLVMRunPasses (cg->module, passes, machine, options);
  LLVMDisposePassBuilderOptions (options);
  if (failure == NULL)
    return TRUE;
  char *message = LLVMGetErrorMessage (failure);
  g_set_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_LLVM, "LLVM's passes failed: %s", message);
  LLVMDisposeErrorMessage (message);
  return FALSE;
}

/* One by one for a visitor, to the same code: passes of functions do not see other functions. */
static gboolean
run_pass_list (Codegen *cg, LLVMTargetMachineRef machine, const char *passes, GError **error)
{
  if (cg->visit == NULL)
    return run_passes_at_once (cg, machine, passes, error);
  g_auto (GStrv) single = cg_split_passes (passes);
  for (guint i = 0; single[i] != NULL; i++)
    {
      if (!run_passes_at_once (cg, machine, single[i], error))
        return FALSE;
      cg_visit (cg, single[i]);
    }
  return TRUE;
}

/*
 * On Zen a gather takes longer than a load for each lane, of which codegen makes vectors with a stride: the SLP vectorizer would make
 * gathers of them again (sums of rows: 10.7 -> 14.8 us).
 */
static void
set_gathers (Codegen *cg, LLVMTargetMachineRef machine, gboolean are_allowed)
{
  char *cpu = LLVMGetTargetMachineCPU (machine), *features = LLVMGetTargetMachineFeatureString (machine);
  g_autofree char *list = g_strconcat (features, are_allowed ? "" : ",+prefer-no-gather", NULL);
  gboolean is_zen = LLVM_VERSION_MAJOR >= 17 && g_str_has_prefix (cpu, "znver");
  for (LLVMValueRef func = LLVMGetFirstFunction (cg->module); is_zen && func != NULL; func = LLVMGetNextFunction (func))
    if (LLVMIsDeclaration (func) == 0)
      LLVMAddTargetDependentFunctionAttr (func, "target-features", list);
  LLVMDisposeMessage (cpu);
  LLVMDisposeMessage (features);
}

static gboolean
run_passes (Codegen *cg, LLVMTargetMachineRef machine, const Effort *effort, GError **error)
{
  const char *passes = effort->passes != NULL ? effort->passes : cg->has_tiles ? "function(sroa,early-cse)" : NULL;
  if (passes == NULL)
    return TRUE;
  if (!run_pass_list (cg, machine, passes, error))
    return FALSE;
  if (effort->late_passes == NULL)
    return TRUE;
  set_gathers (cg, machine, FALSE);
  gboolean is_done = run_pass_list (cg, machine, effort->late_passes, error);
  set_gathers (cg, machine, TRUE);
  return is_done;
}

static GBytes *
take_text (char *text)
{
  GBytes *bytes = g_bytes_new (text, strlen (text));
  LLVMDisposeMessage (text);
  return bytes;
}

static GBytes *
emit_output (Codegen *cg, LLVMTargetMachineRef machine, TlCodegenOutput output, GError **error)
{
  if (output == TL_CODEGEN_LLVM_IR)
    return take_text (LLVMPrintModuleToString (cg->module));
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  /* Names of loops and the places of spills stand in comments, from which core/analysis/asm-report.c makes its table. */
  LLVMSetTargetMachineAsmVerbosity (machine, output == TL_CODEGEN_ASSEMBLY);
  LLVMCodeGenFileType type = output == TL_CODEGEN_ASSEMBLY || cg->backend->package != NULL ? LLVMAssemblyFile : LLVMObjectFile;
  if (LLVMTargetMachineEmitToMemoryBuffer (machine, cg->module, type, &message, &buffer) != 0)
    {
      fail_llvm (error, "LLVM emits no code", message);
      return NULL;
    }
  GBytes *bytes = g_bytes_new (LLVMGetBufferStart (buffer), LLVMGetBufferSize (buffer));
  LLVMDisposeMemoryBuffer (buffer);
  if (cg->error != NULL)
    {
      g_clear_pointer (&bytes, g_bytes_unref);
      g_propagate_error (error, g_steal_pointer (&cg->error));
    }
  return bytes;
}

static GBytes *
compile (Codegen *cg, const TlPrimFunc *func, TlCodegenOutput output, GError **error)
{
  Effort effort = choose_effort (cg->backend, func->body);
  LLVMTargetMachineRef machine = cg->backend->machine (cg->target, effort.level, error);
  if (machine == NULL)
    return NULL;
  char *triple = LLVMGetTargetMachineTriple (machine);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout (machine);
  LLVMSetTarget (cg->module, triple);
  LLVMSetModuleDataLayout (cg->module, layout);
  LLVMDisposeTargetData (layout);
  LLVMDisposeMessage (triple);

  GBytes *bytes = NULL;
  char *message = NULL;
  if (cg->script != NULL)
    cg_debug_begin (cg, func);
  cg->backend->emit_kernel (cg, func);
  if (cg->debug != NULL)
    cg_debug_end (cg);
  if (cg->error != NULL)
    g_propagate_error (error, g_steal_pointer (&cg->error));
  else if (LLVMVerifyModule (cg->module, LLVMReturnStatusAction, &message) != 0)
    {
      fail_llvm (error, "The generated code is not well formed", message);
      message = NULL;
    }
  else
    {
      cg->backend->finish (cg, machine);
      cg_visit (cg, "translate");
      if (run_passes (cg, machine, &effort, error))
        {
          if (!cg->backend->is_simt)
            {
              cg_cut_blocks (cg);
              cg_visit (cg, "cut-blocks");
            }
          if (cg->lines != NULL && output == TL_CODEGEN_LLVM_IR)
            LLVMDisposeMessage (cg_debug_take_ir_lines (cg, cg->module, cg->lines));
          bytes = emit_output (cg, machine, output, error);
          if (cg->backend->revise != NULL && output != TL_CODEGEN_LLVM_IR && bytes != NULL)
            bytes = cg->backend->revise (bytes);
          if (cg->lines != NULL && output == TL_CODEGEN_ASSEMBLY && bytes != NULL)
            bytes = cg_debug_take_assembly_lines (cg, bytes);
          if (cg->backend->package != NULL && output == TL_CODEGEN_OBJECT && bytes != NULL)
            bytes = cg->backend->package (cg, func, bytes, error);
        }
    }
  LLVMDisposeMessage (message);
  return bytes;
}

/* The purpose of a compilation; all members are nullable. */
typedef struct
{
  const TlExportOptions *export;
  const char *script;
  const GArray *marks;
  GArray *lines;
  TlCodegenVisit visit;
  gpointer visit_data;
} Purpose;

static GBytes *
compile_for (const TlModule *lowered, const TlTarget *target, const Purpose *purpose, TlCodegenOutput output, GError **error)
{
  g_return_val_if_fail (lowered->n_prims >= 1, NULL);
  const CgBackend *backend = find_backend (target, error);
  if (backend == NULL)
    return NULL;
  if (backend->compile_source != NULL && output != TL_CODEGEN_OBJECT)
    return tl_fail_null (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED,
                         "Programs for %s are compiled from source by its driver; see them with --as %s", backend->target, backend->target);
  if (backend->compile_source != NULL)
    return backend->compile_source (lowered, target, error);
  cg_initialize_llvm ();
  g_autoptr (TlArena) arena = tl_arena_new (lowered->arena);
  Codegen cg;
  codegen_init (&cg, backend, target, arena);
  cg.prim = lowered->prims[0];
  cg.export = purpose->export;
  cg.has_imports = tl_attrs_find (&lowered->prims[0]->attrs, TL_IMPORTED_CODE) != NULL;
  cg.script = purpose->script;
  cg.marks = purpose->marks;
  cg.lines = purpose->lines;
  cg.visit = purpose->visit;
  cg.visit_data = purpose->visit_data;
  GBytes *bytes = compile (&cg, lowered->prims[0], output, error);
  codegen_clear (&cg);
  return bytes;
}

GBytes *
tl_codegen_compile (const TlModule *lowered, const TlTarget *target, TlCodegenOutput output, GError **error)
{
  return compile_for (lowered, target, &(Purpose) { NULL }, output, error);
}

GBytes *
tl_codegen_compile_lines (const TlModule *lowered, const TlTarget *target, const GArray *marks, TlCodegenOutput output, GArray *lines,
                          GError **error)
{
  return compile_for (lowered, target, &(Purpose) { .script = "/program", .marks = marks, .lines = lines }, output, error);
}

gboolean
tl_codegen_visit_passes (const TlModule *lowered, const TlTarget *target, const GArray *marks, TlCodegenVisit visit, gpointer user_data,
                         GError **error)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  Purpose purpose = { .script = "/program", .marks = marks, .lines = lines, .visit = visit, .visit_data = user_data };
  g_autoptr (GBytes) text = compile_for (lowered, target, &purpose, TL_CODEGEN_LLVM_IR, error);
  return text != NULL;
}

GBytes *
tl_codegen_export (const TlModule *lowered, const TlTarget *target, const TlExportOptions *options, TlCodegenOutput output, GError **error)
{
  return compile_for (lowered, target, &(Purpose) { .export = options, .script = options->script, .marks = options->marks }, output, error);
}
