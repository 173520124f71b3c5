/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside the writer of GPU source.
 *
 *   gpu-source.c     the file, kernels, parameters, launches
 *   gpu-stmt.c       statements
 *   gpu-vector.c     statements of several lanes
 *   gpu-expr.c       values of one lane
 *   gpu-call.c       T.exp, T.if_then_else, barriers, shuffles …
 *   gpu-tensor.c     what warps do together in CUDA: products and loads of matrices, copies that go on by themselves; dp4a
 *   gpu-fragment.c   fragments of matrices, as nvcuda::wmma
 *   gpu-mma.c        those of scopes "mma.…", as registers
 *   gpu-wgmma.c      those of scopes "wgmma.…", as descriptors
 *   gpu-language.c   how the languages differ, as tables
 *
 * Expressions are written lane by lane, as CUDA C has no operators on vectors; memory is read and written in packs: float4, half2, of up to
 * 16 bytes, where elements follow each other and, for CUDA and Metal, the first one is aligned. Local arrays are no packs, so that
 * compilers make registers of them.
 */
#pragma once

#include "core/arith/analyzer.h"
#include "core/codegen/source/gpu-source.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

/* Of C: an operand of lower precedence than its place stands in parentheses. */
typedef enum
{
  GS_CONDITIONAL = 1, GS_LOGICAL_OR, GS_LOGICAL_AND, GS_BIT_OR, GS_BIT_XOR, GS_BIT_AND, GS_EQUAL, GS_RELATIONAL, GS_SHIFT, GS_ADD,
  GS_MULTIPLY, GS_UNARY, GS_PRIMARY,
} GsPrecedence;

/* @text lives in gs->arena, or is static. */
typedef struct
{
  const char   *text;
  GsPrecedence  precedence;
} GsText;

/* An element type in a language. */
typedef struct
{
  const char *name;          /* NULL: the language has none */
  const char *vector;        /* "float" of float4; NULL: no vectors */
  guint       max_lanes;     /* of the vectors that it has */
  const char *make_pair;     /* of two lanes, where this is not make_NAME2 */
  const char *header;        /* nullable: a line that its use needs */
} GsType;

typedef struct
{
  const char *title;                          /* "CUDA C" */
  const char *header;                         /* nullable: first lines of every file */
  const char *axes[TL_N_LAUNCH_AXES];         /* "blockIdx.x", of any integer type */
  const char *block_barrier, *warp_barrier;   /* warp NULL: there is none */
  const char *exchange_barrier;               /* of a block whose threads read each other's elements of global memory */
  const char *restricted;                     /* before the name of a pointer */
  const char *global, *shared, *local;        /* before the type of what a pointer points to: "__global " */
  const char *shared_array;                   /* before the type of an array */
  const char *align;                          /* "__align__(%u) " */
  const char *inline_function;                /* before a helper's type */
  gboolean    packs_align;                    /* packs have to be aligned as their size */
} GsLanguage;

typedef struct
{
  /* Owned */
  TlArena    *arena;
  TlAnalyzer *analyzer;
  GString    *headers;       /* of the file */
  GString    *helpers;
  GHashTable *known;         /* names of headers and helpers that stand there */
  GHashTable *names;         /* TlVar, TlBuffer → name, in this kernel */
  GHashTable *taken;         /* names in this kernel */
  GHashTable *declared;      /* TlVar, TlBuffer with a declaration in this kernel */
  GHashTable *lanes;         /* TlVar of several lanes → const TlVar ** */
  GArray     *packs;         /* GsPack: what this statement has read ahead */
  GString    *out;
  GArray     *lines;         /* TlOrigin of each line of @out */
  GError     *error;
  /* Borrowed */
  const GsLanguage *language;
  const TlTarget   *target;
  const TlModule   *scheduled;   /* nullable */
  const TlKernel   *kernel;      /* at work */
  gboolean          exchanges;   /* its threads read each other's elements of global memory */
  const TlStmt     *written_barrier;   /* nullable: stands before the conditions around it already */
  TlGpuLanguage     id;
  TlOrigin          origin;      /* of the statement at work */
  TlNodeId          block;       /* the last that a comment names */
  guint             indent;
} Gs;

/* A load, or a choice of one, whose lanes are fields of packs. */
typedef struct
{
  const TlExpr *expr;
  const TlVar **lanes;
} GsPack;

extern const GsLanguage gs_languages[TL_N_GPU_LANGUAGES];

void        gs_fail (Gs *gs, const char *format, ...) G_GNUC_PRINTF (2, 3);
const char *gs_text (Gs *gs, const char *format, ...) G_GNUC_PRINTF (2, 3);
void        gs_line (Gs *gs, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* The name that it has, or a new one like @wanted. */
const char *gs_name (Gs *gs, gconstpointer node, const char *wanted);
/* A line at the file's beginning, once. */
void        gs_need_header (Gs *gs, const char *header);
/* A helper, written once: "RESULT NAME(PARAMS)" with @body. Gives @name. */
const char *gs_helper (Gs *gs, const char *name, const char *result, const char *params, const char *body);

/* --- gpu-language.c --- */
GsType      gs_type_of (Gs *gs, TlDType dtype);
const char *gs_type (Gs *gs, TlDType dtype);                          /* of a value of one lane */
const char *gs_memory_type (Gs *gs, TlDType dtype);                   /* of an element of an array */
const char *gs_space (Gs *gs, const TlBuffer *buffer);                /* "__global " */
const char *gs_pack_type (Gs *gs, TlDType dtype, guint lanes);
const char *gs_pack_lane (Gs *gs, TlDType dtype, guint lanes, const char *pack, guint lane);
const char *gs_pack_make (Gs *gs, TlDType dtype, guint lanes, const char *const *values);
const char *gs_pack_load (Gs *gs, const char *type, guint lanes, const TlBuffer *buffer, const char *address);
const char *gs_pack_store (Gs *gs, const char *type, guint lanes, const TlBuffer *buffer, const char *address, const char *value);
/* The type that moves a pack of that many bytes unseen; NULL: its own. */
const char *gs_move_type (Gs *gs, guint n_bytes);
const char *gs_math_name (Gs *gs, const char *name, gboolean is_double);   /* NULL: there is none */
const char *gs_bits_cast (Gs *gs, TlDType from, TlDType to, const char *value);   /* NULL: there is none */
GsText      gs_int (Gs *gs, TlDType dtype, gint64 value);
GsText      gs_float (Gs *gs, TlDType dtype, double value);

/* --- gpu-expr.c --- */
GsText      gs_expr (Gs *gs, const TlExpr *expr);
/* In a place that takes what binds as strongly as that. */
const char *gs_operand (Gs *gs, const TlExpr *expr, GsPrecedence at_least);
const char *gs_paren (Gs *gs, GsText text, GsPrecedence at_least);
GsText      gs_cast (Gs *gs, GsText value, TlDType from, TlDType to);
/* The position of the first lane of a load or store, in elements of one lane. */
const TlExpr *gs_scalar_position (Gs *gs, const TlBuffer *buffer, const TlExpr *index);
const char *gs_element (Gs *gs, const TlBuffer *buffer, const TlExpr *position);

/* --- gpu-call.c --- */
GsText      gs_call (Gs *gs, const TlExpr *call);
/* FALSE: it is no statement of its own kind. */
gboolean    gs_call_line (Gs *gs, const TlExpr *call);

/* --- gpu-tensor.c --- */
/* FALSE: it is none of these. */
gboolean    gs_tensor_line (Gs *gs, const TlExpr *call);
/* T.dp4a and __dp4a: NULL for other calls. */
const char *gs_dot_of_four (Gs *gs, const TlExpr *call);
/* Whether the place of @buffer is given away in @stmt, and has to be aligned as whole registers. */
gboolean    gs_is_addressed (const TlStmt *stmt, const TlBuffer *buffer);

/* --- gpu-fragment.c --- */
/* The declaration of an array of fragments. */
void        gs_fragment_alloc (Gs *gs, const TlStmt *stmt);
/* FALSE: it is no call of core/ir/matrix-call.h. */
gboolean    gs_fragment_line (Gs *gs, const TlExpr *expr);

/* --- gpu-mma.c --- */
void        gs_mma_alloc (Gs *gs, const TlStmt *stmt);
void        gs_mma_line (Gs *gs, const TlMatrixCall *call);

/* --- gpu-wgmma.c --- */
void        gs_wgmma_alloc (Gs *gs, const TlStmt *stmt);
void        gs_wgmma_load (Gs *gs, const TlMatrixCall *call);
void        gs_wgmma_multiply (Gs *gs, const TlMatrixCall *call);
/* FALSE: it is neither T.wgmma_fence nor T.wgmma_wait. */
gboolean    gs_wgmma_line (Gs *gs, const TlExpr *call);

/* --- gpu-vector.c --- */
/* A load of several lanes as one register of 32 bits; NULL where it is not aligned so. */
const char *gs_load_word (Gs *gs, const TlExpr *load);
/* Lane @lane of @expr, which has that many or one. */
const TlExpr *gs_lane (Gs *gs, const TlExpr *expr, guint lane);
void        gs_vector_store (Gs *gs, const TlStmt *stmt);
void        gs_vector_let (Gs *gs, const TlStmt *stmt);
void        gs_lanes_conditional (Gs *gs, const TlStmt *stmt);

/* --- gpu-stmt.c --- */
void        gs_stmt (Gs *gs, const TlStmt *stmt);
void        gs_store (Gs *gs, const TlBuffer *buffer, const TlExpr *position, const TlExpr *value);

G_END_DECLS
