/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler's inside; see program-private.h for what it makes. */
#pragma once

#include "core/interp/program-private.h"

G_BEGIN_DECLS

/* Set in the number of a constant's register until it is known how many others there are. */
#define TL_CONSTANT_FLAG ((guint32) 1 << 31)

typedef struct _TlCompiler TlCompiler;

/* Compiles statements of @func; @args bind symbolic extents and scalars. */
TlCompiler *tl_compiler_new (const TlPrimFunc *func, TlTensor *const *args, guint n_args, GError **error);
TlProgram  *tl_compiler_finish (TlCompiler *compiler);   /* appends HALT and frees @compiler */
void        tl_compiler_free (TlCompiler *compiler);

/* Loops over threads become launches of kernels, by this hook. */
void        tl_compiler_set_launch (TlCompiler *compiler, TlHook launch);

/* Code compiled from here on notes the first read of allocated memory that nobody wrote. */
void        tl_compiler_set_watch (TlCompiler *compiler);
/* The instruction that does so; @op is WATCH_LOAD or WATCH_STORE. */
void        tl_compiler_watch (TlCompiler *compiler, TlOp op, guint slot, guint32 address, guint lane);

/* Statements; in mark mode the reads of buffers in @tracked (a set of TlBuffer) are marked and nothing is stored. */
void        tl_compiler_stmt (TlCompiler *compiler, const TlStmt *stmt);
void        tl_compiler_set_mark (TlCompiler *compiler, GHashTable *tracked);
/* Why the statements cannot be marked (a value decides what is read); NULL while they can. */
const char *tl_compiler_mark_problem (const TlCompiler *compiler);

/* Pieces for code the sampler composes. */
guint       tl_compiler_position (const TlCompiler *compiler);
guint       tl_compiler_emit (TlCompiler *compiler, TlOp op, guint32 dst, guint32 a, guint32 b);
TlInstr    *tl_compiler_instr (TlCompiler *compiler, guint at);
guint       tl_compiler_pool (TlCompiler *compiler, const guint32 *registers, guint n);
guint32     tl_compiler_register (TlCompiler *compiler);
guint32     tl_compiler_int (TlCompiler *compiler, gint64 value);
guint32     tl_compiler_scalar (TlCompiler *compiler, const TlExpr *expr);
void        tl_compiler_bind (TlCompiler *compiler, const TlVar *var, guint32 reg);
guint       tl_compiler_slot (TlCompiler *compiler, const TlBuffer *buffer);
/* An integer expression whose value is known before the run. */
gboolean    tl_compiler_get_int (TlCompiler *compiler, const TlExpr *expr, gint64 *value);
/* The scalar offset of an access, bounds checked; @lane of the index vectors. */
guint32     tl_compiler_address (TlCompiler *compiler, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, guint lane);
/* Body of a block whose axes are bound, with its matches, allocations, and the init where it is due. */
void        tl_compiler_block_inside (TlCompiler *compiler, const TlBlock *block);

/* Expression half of the compiler. */
typedef struct
{
  guint32  reg;
  gboolean is_known;
  gint64   value;
} TlVarPlace;

struct _TlCompiler
{
  TlArena     *arena;         /* what calls of instructions mean; their variables are keys of @vars */
  GArray      *code;          /* TlInstr */
  GArray      *pool;          /* guint32 */
  GArray      *constants;     /* TlInterpCell */
  GHashTable  *constant_ids;  /* bits (gint64 key) → index */
  GPtrArray   *slots;
  GPtrArray   *block_names;
  GPtrArray   *texts;
  GHashTable  *vars;          /* TlVar → TlVarPlace */
  GHashTable  *slot_ids;      /* TlBuffer → slot + 1 */
  const char  *block;         /* the block being compiled */
  guint32      next_register;
  guint32      n_registers;
  guint32      lane_mask;     /* under a condition of several lanes: the register of its first lane + 1; 0: all lanes run */
  GHashTable  *tracked;       /* Borrowed; non-NULL in mark mode */
  GHashTable  *locals;        /* buffers allocated inside of what is marked, and their views */
  char        *mark_problem;
  gboolean     is_too_large;
  gboolean     watches;       /* reads of what was not written */
  TlHook       launch;        /* NULL: threads run one after the other */
  guint        n_launches;
  GPtrArray   *places;        /* non-NULL where kernels are launched: TlCodePlace per instruction, in @place_arena */
  TlArena     *place_arena;
  const TlCodePlace *place;   /* NULL: another than that of the last instruction */
  const TlStmt *stmt;         /* the statement being compiled */
  GArray      *loops;         /* TlCodeLoop: those around */
  GArray      *shared_values; /* TlSharedValue of the statement */
  guintptr     choice;        /* which side of which choice is being compiled; 0: none */
  guint        n_split;       /* > 0: lanes are computed each under a condition of its own */
  guint        n_params;      /* the first slots: memory of the caller's */
};

/* TRUE once there is more code than a program may have: thousands of lanes in nested vectors multiply. Nothing more is compiled then. */
gboolean tl_compile_is_too_large (TlCompiler *compiler);


guint32 tl_compile_lane (TlCompiler *compiler, const TlExpr *expr, guint lane);
/* One lane of a choice: the side that is not chosen is not computed. */
guint32 tl_compile_choice (TlCompiler *compiler, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false, guint lane);
/* One lane of what is computed only where @cond chooses it. */
guint32 tl_compile_side (TlCompiler *compiler, const TlExpr *cond, const TlExpr *side, guint lane);
void    tl_compile_alloc (TlCompiler *compiler, const TlBuffer *buffer);
void    tl_compile_mark (TlCompiler *compiler, const TlExpr *expr);
void    tl_compile_trap (TlCompiler *compiler, TlInterpError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
void    tl_compile_patch (TlCompiler *compiler, guint at);   /* makes the jump at @at go to the next instruction */
/* TRUE if the value of @expr depends on memory that is not a pure input, so that mark mode cannot know it. */
gboolean tl_compile_is_unknown (TlCompiler *compiler, const TlExpr *expr);
guint32 tl_compile_call (TlCompiler *compiler, const TlExpr *expr, guint lane);

/* One instruction with a new register for its result; float results are rounded to @type, integers brought into its canonical form. */
guint32 tl_emit_unary (TlCompiler *compiler, TlOp op, guint32 a);
guint32 tl_emit_binary (TlCompiler *compiler, TlOp op, guint32 a, guint32 b);
guint32 tl_emit_float (TlCompiler *compiler, TlDType type, double value);
guint32 tl_emit_wrap (TlCompiler *compiler, TlDType type, guint32 reg);
guint32 tl_emit_round (TlCompiler *compiler, TlDType type, guint32 reg);

/* Math by name, computed in double; NULL where there is none. */
typedef double (*TlMath1) (double);
typedef double (*TlMath2) (double, double);
TlMath1 tl_math1_find (const char *name);
TlMath2 tl_math2_find (const char *name);

guint32 tl_emit_math1 (TlCompiler *compiler, TlDType type, TlMath1 function, guint32 a);
guint32 tl_emit_math2 (TlCompiler *compiler, TlDType type, TlMath2 function, guint32 a, guint32 b);

/* Which field of a register holds a type; see the glossary. */
static inline gboolean
tl_is_single (TlDType t)
{
  return t.code == TL_TYPE_FLOAT && t.bits == 32;
}

static inline gboolean
tl_is_double (TlDType t)
{
  return t.code == TL_TYPE_BFLOAT || (t.code == TL_TYPE_FLOAT && t.bits != 32);
}

/* The type whose order differs from that of the signed register. */
static inline gboolean
tl_is_uint64 (TlDType t)
{
  return t.code == TL_TYPE_UINT && t.bits == 64;
}

guint32 tl_compile_size (TlCompiler *compiler, const TlExpr *expr);   /* a known integer as a constant, anything else as code */

/* Kernels, in compile-launch.c. */
void    tl_compile_launch (TlCompiler *compiler, const TlLoop *loop);
/* Calls that only threads of a kernel have; FALSE for others. */
gboolean tl_compile_thread_call (TlCompiler *compiler, const TlExpr *expr, guint lane, guint32 *result);
const TlCodePlace *tl_compile_place (TlCompiler *compiler);
void    tl_compile_push_loop (TlCompiler *compiler, const TlVar *var, guint32 reg);
void    tl_compile_pop_loop (TlCompiler *compiler);
/* A value that all lanes of a vector have in common: computed once for a statement, as on a device. */
guint32 tl_compile_common (TlCompiler *compiler, const TlExpr *expr);
/*
 * How many scalars one access to memory takes from @lane on: those of a vector that lie side by side are one access, which its first lane
 * makes; 0 for the others.
 */
guint   tl_compile_access_lanes (TlCompiler *compiler, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, guint lane);

/* Hooks of the compiler. */
gboolean   tl_hook_alloc (TlInterpMachine *machine, const TlInstr *instr);
gboolean   tl_hook_view (TlInterpMachine *machine, const TlInstr *instr);

G_END_DECLS
