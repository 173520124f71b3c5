/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside core/codegen: one compilation.
 *
 *   llvm-codegen.c   the façade: target machine, module, passes, output
 *   emit-func.c      what all functions have in common
 *   emit-outline.c   statements as functions of their own; parts of long sequences
 *   emit-stmt.c      statements
 *   emit-expr.c      values
 *   emit-memory.c    addresses, loads, stores
 *   emit-registers.c small buffers as values
 *   emit-transpose.c columns of a tile of rows
 *   cut-blocks.c     long blocks in pieces, for the time that LLVM takes
 *   emit-instruction.c  instructions by their names, bits as other types
 *   emit-math.c      exp, log … on vectors of any length
 *   emit-math-wide.c  tanh, sin, pow … by way of double
 *   emit-types.c     element types, conversions, vectors
 *   emit-debug.c     lines of the scheduled program in the object
 *   nvptx/           what only NVIDIA's GPUs have
 *   backend-cpu.c    what only CPUs have: the kernel's entry, parallel loops, stack and workspaces, symbols
 *   backend-cpu-runtime.c  the helpers of externs.c as code, for functions that leave this program
 *   backend-opencl.c  source text for OpenCL's compilers, without LLVM
 *   externs.c        the only symbols compiled code may refer to
 *   target-machine.c LLVM's description of the machine, kept from one compilation to the next
 *   load.c           object bytes into this process
 *
 * All but the backend emits values, and asks the backend for whatever depends on the kind of machine (CgBackend). Another kind is another
 * backend and a row (cg_backend_add).
 *
 * Glossary: memory type — how an element lies in memory (bool as i8, bfloat16 as i16); value type — how it is computed with (i1, float).
 * Integer scalars that make positions are computed as i64 ("index"), whatever their type in the program: positions do not overflow.
 */
#pragma once

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "core/arith/analyzer.h"
#include "core/codegen/export.h"
#include "core/codegen/externs.h"
#include "core/codegen/llvm-codegen.h"
#include "core/codegen/workspaces.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

typedef struct
{
  LLVMValueRef value;   /* integer scalars: i64; else the value type of the variable */
  guint        depth;   /* loops around the definition; invariant sums are formed from the outside in */
} CgVar;

/* A loop around the current position. */
typedef struct
{
  guint             depth;           /* of its body */
  LLVMBasicBlockRef before;          /* leads into it; has no terminator until the body is there */
  GHashTable       *addresses;       /* what emit-memory.c has computed there */
} CgLoopLevel;

/* The function being filled. A parallel loop's body is one of its own. */
typedef struct
{
  LLVMValueRef      function;
  LLVMBasicBlockRef entry;           /* holds allocas and workspace allocations, ends in a branch to the body */
  GPtrArray        *workspaces;      /* LLVMValueRef pointers to free before returning */
  GHashTable       *places;          /* TlBuffer → LLVMValueRef of the allocations made in this function */
  gsize             stack_bytes;     /* allocas so far */
  GPtrArray        *loops;           /* CgLoopLevel: around the current position, from the outermost in */
  gboolean          is_parallel;     /* inside a parallel loop: no further threads */
} CgFunc;

typedef struct _CgDebug CgDebug;
typedef struct _Codegen Codegen;

/* The choices that depend on the kind of machine. A row is static; its functions fail by cg_fail, or by @error where they have one. */
typedef struct
{
  const char *target;   /* the kind's name */
  /* LLVM's description of @target, which the thread keeps. */
  LLVMTargetMachineRef (*machine) (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error);
  /* Functions for all of @func, into cg->module. */
  void         (*emit_kernel) (Codegen *cg, const TlPrimFunc *func);
  /* A loop of which cores or threads take shares. */
  void         (*emit_parallel) (Codegen *cg, const TlStmt *loop);
  /* Nullable: before a function returns. */
  void         (*end_func) (Codegen *cg, CgFunc *func);
  /* Memory for @buffer, in whichever address space its scope says: while the function runs, or (of a size that is computed) until free. */
  LLVMValueRef (*alloc_fixed) (Codegen *cg, const TlBuffer *buffer, gint64 n_elements, gsize n_bytes);
  LLVMValueRef (*alloc_sized) (Codegen *cg, const TlBuffer *buffer, LLVMValueRef n_bytes);
  void         (*free_sized) (Codegen *cg, LLVMValueRef place);
  /* A function of this name from outside of the program. */
  LLVMValueRef (*declare) (Codegen *cg, const char *name, LLVMTypeRef type);
  /* When all functions are there: attributes and metadata. */
  void         (*finish) (Codegen *cg, LLVMTargetMachineRef machine);

  /* The differences of GPUs; FALSE and NULL for CPUs. */
  /* A function is one thread's: it stays whole, and addresses of vectors are as aligned as can be proved, for others trap. */
  gboolean     is_simt;
  /* Those that LLVM runs, as for LLVMRunPasses; NULL: llvm-codegen.c chooses them by the code. */
  const char  *passes;
  /* Whether all accesses of @buffer are this thread's, so that it may be a set of values. */
  gboolean     (*is_private) (const TlBuffer *buffer);
  /* NULL: @call means the same on all machines. */
  LLVMValueRef (*emit_call) (Codegen *cg, const TlExpr *call);
  /* Without branches, under cg->predicate, @stmt with a condition; T.if_then_else. FALSE, NULL: as on all machines. */
  gboolean     (*emit_conditional) (Codegen *cg, const TlStmt *stmt);
  LLVMValueRef (*emit_choice) (Codegen *cg, const TlExpr *call);
  /* Accesses under cg->predicate: what is not loaded is 0. @alignment in bytes. */
  LLVMValueRef (*load_if) (Codegen *cg, LLVMValueRef cond, LLVMValueRef address, LLVMTypeRef type, guint alignment);
  void         (*store_if) (Codegen *cg, LLVMValueRef cond, LLVMValueRef address, LLVMValueRef value, guint alignment);
  /* Floats to the nearest bfloat16, as i16; NULL where instructions for integers do that. */
  LLVMValueRef (*round_bfloat) (Codegen *cg, LLVMValueRef value);
  /* Nullable: LLVM's text with changes of the backend's own, ahead of all that read it; takes @assembly. */
  GBytes      *(*revise) (GBytes *assembly);
  /* The bytes that a device loads, of the assembly; takes @assembly. */
  GBytes      *(*package) (Codegen *cg, const TlPrimFunc *func, GBytes *assembly, GError **error);
  /* Of kinds that LLVM has no part in, which leave all others out: the bytes that a device loads. */
  GBytes      *(*compile_source) (const TlModule *lowered, const TlTarget *target, GError **error);
} CgBackend;

extern const CgBackend cg_backend_cpu, cg_backend_emulated, cg_backend_nvptx, cg_backend_opencl;
/* Before any other thread runs. */
void cg_backend_add (const CgBackend *backend);

#define CG_SMALL_BYTES TL_STACK_BUFFER_BYTES   /* buffers that may be values, or lie on a stack */

struct _Codegen
{
  /* Owned */
  LLVMContextRef  context;
  LLVMModuleRef   module;
  LLVMBuilderRef  builder;
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  GHashTable     *vars;              /* TlVar → CgVar */
  GHashTable     *buffers;           /* TlBuffer → LLVMValueRef pointer */
  GHashTable     *registers;         /* TlBuffer → CgRegisters: allocations around the current position that are values */
  GHashTable     *externs;           /* name → declared LLVMValueRef */
  GHashTable     *addresses;         /* what emit-memory.c has computed in the block it is in */
  GHashTable     *made;              /* emit-reuse.c */
  GHashTable     *fragments;         /* of nvptx-matrix.c; nullable */
  const struct _NvptxLanes *lanes;   /* of nvptx-mma.c, in kernels of NVIDIA's GPUs */
  CgDebug        *debug;             /* NULL: no debug information */
  GError         *error;             /* the first thing that went wrong */
  /* Borrowed */
  const CgBackend *backend;
  const TlTarget *target;
  const TlPrimFunc *prim;
  const TlExportOptions *export;     /* NULL: a worker's kernel */
  gboolean        has_imports;       /* the program brings C code, whose functions it calls */
  const char     *script;            /* path of the text that line tables lead to; NULL: none are wanted */
  const GArray   *marks;             /* of that text */
  GArray         *lines;             /* nullable: receives the line of each line of the output */
  TlCodegenVisit  visit;             /* nullable: sees the module after each pass */
  gpointer        visit_data;
  CgFunc         *func;
  LLVMBasicBlockRef addresses_of;    /* that block */
  LLVMBasicBlockRef made_in;
  LLVMValueRef    made_until;        /* the last instruction of that block that was looked at; NULL: none */
  guint           depth;             /* loops around the current position */
  guint           n_bypassing;       /* of them, those whose stores go past the caches */
  LLVMValueRef    predicate;         /* under which memory that others see is accessed; NULL: always */
  LLVMValueRef    mask;              /* of the condition of several lanes around: false lanes neither load nor store; NULL: none */
  guint           n_names;
  gboolean        has_tiles;         /* arrays on the stack so small that LLVM may make values of them */
  LLVMTypeRef     i1, i8, i16, i32, i64, f16, f32, f64, ptr, nothing;
};

/* --- target-machine.c --- */
/* Once per process; cheap when done. */
void         cg_initialize_llvm (void);
/* The thread's own and kept by it: valid until the thread has asked for several others. */
LLVMTargetMachineRef cg_target_machine (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error);
/* The same of what @make makes of @target the first time; @key tells it from all others. */
typedef LLVMTargetMachineRef (*CgMakeMachine) (const TlTarget *target, LLVMCodeGenOptLevel level, GError **error);
LLVMTargetMachineRef cg_keep_machine (const char *key, CgMakeMachine make, const TlTarget *target, LLVMCodeGenOptLevel level,
                                      GError **error);

/* --- emit-types.c --- */
void         cg_fail (Codegen *cg, const char *format, ...) G_GNUC_PRINTF (2, 3);
LLVMTypeRef  cg_scalar_type (Codegen *cg, TlDType dtype);             /* value type of one lane */
LLVMTypeRef  cg_value_type (Codegen *cg, TlDType dtype);
LLVMTypeRef  cg_memory_type (Codegen *cg, TlDType dtype);             /* one lane */
LLVMTypeRef  cg_with_lanes (LLVMTypeRef scalar, guint lanes);
guint        cg_lanes (LLVMValueRef value);
LLVMValueRef cg_splat (Codegen *cg, LLVMValueRef scalar, guint lanes);
LLVMValueRef cg_const_int (Codegen *cg, TlDType dtype, gint64 value);  /* lanes of dtype filled */
LLVMValueRef cg_const_float (Codegen *cg, LLVMTypeRef type, double value);
LLVMValueRef cg_index (Codegen *cg, gint64 value);
LLVMValueRef cg_convert (Codegen *cg, LLVMValueRef value, TlDType from, TlDType to);
LLVMValueRef cg_round_bfloat (Codegen *cg, LLVMValueRef value);        /* float lanes to the nearest bfloat16 value */
LLVMValueRef cg_from_memory (Codegen *cg, LLVMValueRef raw, TlDType dtype);
LLVMValueRef cg_to_memory (Codegen *cg, LLVMValueRef value, TlDType dtype);
/* As C functions take and return it: float16 as its bits. */
LLVMTypeRef  cg_c_type (Codegen *cg, TlDType dtype);
LLVMValueRef cg_from_c (Codegen *cg, LLVMValueRef raw, TlDType dtype);
LLVMValueRef cg_to_c (Codegen *cg, LLVMValueRef value, TlDType dtype);
LLVMValueRef cg_contract (Codegen *cg, LLVMValueRef instruction);      /* allows a * b + c to become one operation, unless strict */

/* --- emit-expr.c --- */
LLVMValueRef cg_expr (Codegen *cg, const TlExpr *expr);
LLVMValueRef cg_index_expr (Codegen *cg, const TlExpr *expr);          /* integer scalar as i64 */
LLVMValueRef cg_intrinsic (Codegen *cg, const char *name, LLVMTypeRef *overload, guint n_overload, LLVMValueRef *args, guint n_args);
void         cg_define_var (Codegen *cg, const TlVar *var, LLVMValueRef value);

/* --- emit-memory.c --- */
LLVMValueRef cg_load (Codegen *cg, const TlExpr *load);
LLVMValueRef cg_load_raw (Codegen *cg, const TlExpr *load);            /* as it lies in memory */
void         cg_store (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, LLVMValueRef value);
LLVMValueRef cg_offset (Codegen *cg, LLVMTypeRef element, LLVMValueRef pointer, LLVMValueRef n);   /* @n elements further on */
/* For the table of addresses. */
GHashTable  *cg_addresses_new (void);
/* Emits @emit where @cond (of several lanes) holds: only if it does in any lane, when @asks_any. */
void         cg_under_mask (Codegen *cg, LLVMValueRef cond, gboolean asks_any, void (*emit) (Codegen *cg, gpointer user_data),
                            gpointer user_data);
LLVMValueRef cg_address (Codegen *cg, const TlBuffer *buffer, const TlExpr *position);

/* --- cut-blocks.c --- */
void         cg_cut_blocks (Codegen *cg);

/* --- emit-reuse.c --- */
GHashTable  *cg_reuse_new (void);
/*
 * A value of @type that the current block has already: loaded @constant elements from address @from on, with no store since; or @from
 * broadcast to all lanes. NULL: the caller makes it and calls cg_may_reuse.
 */
LLVMValueRef cg_reuse (Codegen *cg, LLVMValueRef from, gint64 constant, LLVMTypeRef type);
void         cg_may_reuse (Codegen *cg, LLVMValueRef from, gint64 constant, LLVMTypeRef type, LLVMValueRef value);

/* --- emit-registers.c --- */
/* An allocation that is a set of values all over @body, from here to cg_registers_leave; NULL if it has to lie in memory. */
typedef struct _CgRegisters CgRegisters;
CgRegisters *cg_registers_enter (Codegen *cg, const TlBuffer *buffer, const TlStmt *body);
void         cg_registers_leave (Codegen *cg, CgRegisters *registers);
/* In memory type; NULL or FALSE if @buffer lies in memory. */
LLVMValueRef cg_register_load (Codegen *cg, const TlBuffer *buffer, const TlExpr *position);
gboolean     cg_register_store (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, LLVMValueRef raw);
/* One of them, around a statement that stores to it. */
typedef struct
{
  gpointer     slot;
  LLVMTypeRef  type;
  LLVMValueRef before;    /* NULL: nothing */
  LLVMValueRef phi;       /* at the head of a loop */
  LLVMValueRef one_way;   /* after the way that was emitted first */
} CgCarried;
GArray      *cg_registers_written (Codegen *cg, const TlStmt *stmt);
/* A loop: in its head, behind its other phis; and when its body is done. */
void         cg_registers_at_head (Codegen *cg, GArray *written, LLVMBasicBlockRef before);
void         cg_registers_at_latch (GArray *written, LLVMBasicBlockRef latch);
/* Two ways: between them, when what held before holds again; and where they meet, at the beginning of a block. */
void         cg_registers_part (GArray *written);
void         cg_registers_meet (Codegen *cg, GArray *written, LLVMBasicBlockRef one_way, LLVMBasicBlockRef other_way);

/* --- emit-transpose.c --- */
/* The elements at @position in memory type; NULL if they are no column of a tile on the stack at a place that is a number. */
LLVMValueRef cg_load_column (Codegen *cg, const TlBuffer *buffer, const TlExpr *position);
LLVMValueRef cg_load_turns (Codegen *cg, const TlBuffer *buffer, const TlExpr *position);

/* --- emit-math.c, emit-call.c --- */
LLVMValueRef cg_call (Codegen *cg, const TlExpr *call);
/* NULL if there is no formula of our own for @name. @args: float lanes. */
LLVMValueRef cg_math_float32 (Codegen *cg, const char *name, LLVMValueRef *args, guint n_args);
LLVMValueRef cg_call_extern (Codegen *cg, const TlExtern *callee, LLVMValueRef *args, guint n_args);
LLVMValueRef cg_call_named (Codegen *cg, const char *name, LLVMTypeRef type, LLVMValueRef *args, guint n_args);

/* --- emit-instruction.c --- */
LLVMValueRef cg_reinterpret (Codegen *cg, const TlExpr *call);
LLVMValueRef cg_vector_half (Codegen *cg, const TlExpr *call);
LLVMValueRef cg_machine_call (Codegen *cg, const TlExpr *call);

/* --- backend-cpu-runtime.c --- */
/* The code of a helper that workers find in the registry, as a function of this module; NULL if @name is none. */
LLVMValueRef cg_cpu_runtime_function (Codegen *cg, const char *name, LLVMTypeRef type);

/* --- llvm-passes.c --- */
/* LLVM's text of passes as texts that run one after the other, loop passes that take turns on each loop together. */
char       **cg_split_passes (const char *passes);
/* Shows the module as it is now to cg->visit, if there is one. @passes: one of those texts. */
void         cg_visit (Codegen *cg, const char *passes);

/* --- emit-debug.c --- */
void         cg_debug_begin (Codegen *cg, const TlPrimFunc *func);     /* makes cg->debug of cg->script; the others need it */
void         cg_debug_end (Codegen *cg);                               /* before the module is looked at */
void         cg_debug_free (CgDebug *debug);
void         cg_debug_function (Codegen *cg, LLVMValueRef function, const char *name);   /* before code goes into it */
void         cg_debug_set_line (Codegen *cg, guint line);
guint        cg_debug_enter (Codegen *cg, const TlStmt *stmt);         /* the line before, for cg_debug_set_line */
/* Put the origins of lines into @lines, or cg->lines, and take the line tables out: of the module, of its assembly. */
char        *cg_debug_take_ir_lines (Codegen *cg, LLVMModuleRef module, GArray *lines);   /* the text; LLVMDisposeMessage */
TlOrigin     cg_debug_origin (const CgDebug *debug, guint line);       /* the id is a first line; not of tables in files */
GBytes      *cg_debug_take_assembly_lines (Codegen *cg, GBytes *assembly);
/* On at the end of @block, which may be another function's. */
void         cg_go_to (Codegen *cg, LLVMBasicBlockRef block);

/* --- emit-stmt.c --- */
void         cg_stmt (Codegen *cg, const TlStmt *stmt);
typedef enum
{
  CG_LOOP_OPEN = 0,   /* LLVM decides */
  CG_LOOP_NOT_UNROLLED = 1 << 0,
  CG_LOOP_NOT_VECTORIZED = 1 << 1,
  CG_LOOP_DECIDED = CG_LOOP_NOT_UNROLLED | CG_LOOP_NOT_VECTORIZED,   /* by the schedule */
  CG_LOOP_UNROLLED = 1 << 2,
} CgLoopHints;

CgLoopHints  cg_loop_hints (Codegen *cg, const TlLoop *loop);
/* for (i = begin; i < end; i++) body(i), as a loop that tests at its end. @name: of its variable, for whoever reads the code. */
typedef void (*CgLoopBody) (Codegen *cg, LLVMValueRef index, gpointer user_data);
void         cg_loop (Codegen *cg, const char *name, LLVMValueRef begin, LLVMValueRef end, gboolean runs_once, CgLoopHints hints,
                      CgLoopBody body, gpointer user_data);

/* The body of a loop statement, and what follows it. */
void         cg_loop_body (Codegen *cg, LLVMValueRef index, gpointer stmt);
void         cg_after_loop (Codegen *cg, const TlStmt *loop);

/* --- emit-func.c --- */
/* Symbols of a worker's kernels: this, or this, a dot and how many pointers it takes (tl_codegen_compile). */
#define CG_KERNEL_NAME      "tl_kernel"
#define CG_KERNEL_POINTERS  6u    /* so many arguments travel in registers on all machines there are */
const char  *cg_kernel_name (Codegen *cg);
LLVMValueRef cg_add_function (Codegen *cg, const char *name, LLVMTypeRef type);
LLVMValueRef cg_internal_function (Codegen *cg, const char *name, LLVMTypeRef type);   /* named after the kernel: "tl_kernel.name" */
void         cg_add_attribute (Codegen *cg, LLVMValueRef function, LLVMAttributeIndex index, const char *name, guint64 value);
void         cg_describe_pointer (Codegen *cg, LLVMValueRef function, guint index);    /* a parameter that is a buffer */
/* Between the two the function is filled; @func is the present one. */
void         cg_begin_func (Codegen *cg, CgFunc *func, LLVMValueRef function);
void         cg_end_func (Codegen *cg, CgFunc *func);
LLVMBasicBlockRef cg_block (Codegen *cg, const char *name);
gboolean     cg_stmt_has_vectors (const TlStmt *stmt);

/* --- emit-outline.c --- */
/* Definitions from outside that statements use: buffers, then variables. */
typedef struct
{
  Codegen    *cg;
  GPtrArray  *vars;             /* const TlVar * */
  GPtrArray  *buffers;          /* const TlBuffer * */
  GHashTable *seen;
  gboolean    has_registers;    /* some buffer is a set of values, which no function can be given */
} CgCaptures;

void         cg_captures_of (CgCaptures *captures, Codegen *cg, const TlStmt *const *stmts, guint n_stmts);
void         cg_captures_clear (CgCaptures *captures);
guint        cg_captures_n (const CgCaptures *captures);
LLVMValueRef cg_captures_value (const CgCaptures *captures, guint index);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CgCaptures, cg_captures_clear)
/* An internal function that takes @n_indices integers, then what is captured, and does what @emit emits. */
typedef void (*CgOutlinedBody) (Codegen *cg, LLVMValueRef function, gpointer user_data);
LLVMTypeRef  cg_outlined_type (const CgCaptures *captures, guint n_indices);
LLVMValueRef cg_outline (const CgCaptures *captures, const char *name, guint n_indices, gboolean is_parallel, CgOutlinedBody emit,
                         gpointer user_data);
void         cg_sequence (Codegen *cg, const TlStmt *seq);

G_END_DECLS
