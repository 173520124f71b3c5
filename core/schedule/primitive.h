/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The primitive table. A primitive is a pure function from a module version and arguments to a new version or a refusal, and one row
 * that menus, forms, trace text and JSON, the command line's reference, help and tests read. Adding one: its .c in primitives/, a line in
 * primitives.def, a line in meson.build, a folder in tests/primitives.
 */
#pragma once

#include "core/arith/index-map.h"
#include "core/base/random.h"
#include "core/ir/path.h"
#include "core/schedule/refusal.h"
#include "core/schedule/tensor-intrin.h"

G_BEGIN_DECLS

typedef enum
{
  TL_RV_BLOCK,   /* printed b0 */
  TL_RV_LOOP,    /* printed l1 */
  TL_RV_INT,     /* an expression random variable, printed v2 */
} TlRvKind;

typedef enum
{
  TL_PARAM_BLOCK,
  TL_PARAM_LOOP,
  TL_PARAM_BLOCK_OR_LOOP,
  TL_PARAM_LOOP_OR_BLOCKS, /* a loop, or a list of blocks */
  TL_PARAM_LOOPS,          /* one or more loops as separate positional arguments; always first */
  TL_PARAM_BLOCKS,         /* a list of blocks, may be empty */
  TL_PARAM_FACTORS,        /* a list of int | expression RV | None */
  TL_PARAM_BOOL,
  TL_PARAM_INT,
  TL_PARAM_INTS,
  TL_PARAM_FLOATS,
  TL_PARAM_STRING,
  TL_PARAM_FUNCTION,       /* name of a function; None in a script is the entry function, recorded by its name */
  TL_PARAM_BUFFER,         /* index of a read or written buffer; scripts may give its name or the buffer's own text */
  TL_PARAM_BUFFER_ACCESS,  /* one of a block's regions, ["read" | "write", index]; scripts may give the buffer's name; JSON: index, 0 | 1 */
  TL_PARAM_VALUE,          /* annotation value: anything a TlArg can be */
  TL_PARAM_INDEX_MAP,      /* a lambda over indices; a number stands for the map to that constant (a pad value) */
  TL_PARAM_DECISION,       /* of a sampling step; not an argument of its own in JSON */
} TlParamKind;

typedef enum
{
  TL_PARAM_IS_INPUT    = 1 << 0,   /* stands in the JSON's inputs; otherwise in its attrs */
  TL_PARAM_IS_OPTIONAL = 1 << 1,   /* has default_text */
  TL_PARAM_POSITIONAL  = 1 << 2,   /* printed without its name */
  TL_PARAM_HIDE_EMPTY  = 1 << 3,   /* an empty list is not printed as text */
  TL_PARAM_OF_WRITES   = 1 << 4,   /* BUFFER: index among the writes, else among the reads */
  TL_PARAM_TAKES_PLACE = 1 << 5,   /* LOOP: also one of the places that are no loop */
  TL_PARAM_IS_SIDE     = 1 << 6,   /* STRING: "read" or "write"; JSON: 0 | 1 */
  TL_PARAM_OF_RANGES   = 1 << 7,   /* INDEX_MAP: over a block's axes, a begin and an end for each dimension; an index alone is one point */
} TlParamFlags;

typedef struct
{
  const char        *name;          /* the Python keyword */
  TlParamKind        kind;
  guint              flags;         /* TlParamFlags */
  const char        *default_text;  /* a Python literal, for optional ones */
  const char        *help;          /* one sentence */
  const char *const *choices;       /* nullable, NULL-terminated: values a form offers */
  const char        *alias;         /* nullable: another keyword that scripts may use */
} TlPrimitiveParam;

typedef enum
{
  TL_FAMILY_GET,
  TL_FAMILY_SAMPLE,
  TL_FAMILY_LOOP,
  TL_FAMILY_KIND,
  TL_FAMILY_CACHE,
  TL_FAMILY_COMPUTE,
  TL_FAMILY_REDUCTION,
  TL_FAMILY_BLOCK,
  TL_FAMILY_LAYOUT,
  TL_FAMILY_ANNOTATE,
  TL_FAMILY_OTHER,
} TlPrimitiveFamily;

typedef enum
{
  TL_ARG_NONE,      /* None */
  TL_ARG_RV,        /* in an instruction: index of a random variable of the trace */
  TL_ARG_NODE,      /* resolved: the id of a block or loop */
  TL_ARG_BOOL,
  TL_ARG_INT,
  TL_ARG_FLOAT,
  TL_ARG_STRING,
  TL_ARG_LIST,
  TL_ARG_DICT,      /* keys and items, n_items */
  TL_ARG_INDEX_MAP, /* in an instruction, the map's last n_items variables are no indices but stand for the numbers in items (RV or INT) */
} TlArgKind;

typedef struct _TlArg TlArg;
struct _TlArg
{
  TlArgKind kind;
  union
  {
    guint       rv;
    TlNodeId    node;
    gboolean    boolean;
    gint64      integer;
    double      number;
    const char *string;
    const TlIndexMap *map;
  };
  const TlArg       *items;     /* LIST, DICT, INDEX_MAP */
  guint              n_items;
  const char *const *keys;      /* DICT */
};

/* Results of sample_compute_location in place of a loop: the block is to be inlined, or to stay where it is. */
#define TL_PLACE_INLINE ((TlNodeId) -2)
#define TL_PLACE_ROOT   ((TlNodeId) -1)

/* Results of a step: block and loop handles or sampled integers. */
typedef struct
{
  TlRvKind kind;
  union
  {
    TlNodeId node;
    gint64   integer;
  };
  gboolean is_unknown;   /* of a step that the table does not know, or that is not applied */
} TlRvValue;

/* In an instruction that is not applied: the variable of a step that was removed. */
#define TL_RV_GONE G_MAXUINT

typedef struct _TlPrimitive TlPrimitive;

/**
 * TlPrimitiveCall: one application. The primitive reads @module and @args (random variables resolved: NODE or INT in their place,
 * one entry per parameter, defaults filled in), builds new nodes with @builder, whose arena is a child of the module's, and leaves the
 * new version in @result (NULL: program unchanged) and its outputs in @outputs. It runs on any thread and touches nothing else.
 */
typedef struct
{
  const TlPrimitive *primitive;    /* its row */
  const TlModule *module;
  const TlArg    *args;
  const TlTensorIntrins *intrins;   /* nullable: those registered */
  TlBuilder       builder;
  TlRandom       *random;      /* sampling only */
  gboolean        is_draft;    /* what tl_call_refuse_order would refuse is noted in broken … */
  GPtrArray      *broken;      /* … as GError, which it owns; NULL while there is none */
  TlArg           decision;    /* sampling: NONE to draw; after the call the decision taken */
  TlModule       *result;
  TlRvValue      *outputs;     /* in the builder's arena */
  guint           n_outputs, outputs_capacity;
} TlPrimitiveCall;

/* Facts about an index map before it is built: for "lambda *indices: …", numbers in it and plain pad values. */
typedef struct
{
  guint   n_indices;
  TlDType index;      /* the type of its variables */
  TlDType constant;   /* of a number that stands for a map */
} TlIndexMapWish;

struct _TlPrimitive
{
  const char             *name;        /* Python method: "split" */
  const char             *kind;        /* instruction kind: "Split" */
  const char             *sblock_name; /* nullable: name and kind in the newest dialect where they differ ("get_sblock") */
  const char             *sblock_kind;
  const char             *title;       /* "Split Loop" */
  TlPrimitiveFamily       family;
  const char             *summary;     /* one sentence */
  const char             *sketch;      /* before → after in one line of script */
  const char             *shortcut;    /* nullable: the key on the canvas, "S" */
  gboolean                is_write;    /* tells the row of writes from that of reads where both have one apply */
  gboolean                is_pure;     /* removable from a trace when its outputs are unused */
  const TlPrimitiveParam *params;
  guint                   n_params;
  gint                    n_outputs;   /* -1: as many as there are (printed "l1, l2 ="; a list call with one prints "l1, =") */
  gboolean              (*apply) (TlPrimitiveCall *call, GError **error);
  /*
   * Rows with INDEX_MAP parameters: of the map of parameter @param, by the arguments before it (resolved). FALSE where they do not say.
   * Nullable.
   */
  gboolean              (*index_map_wish) (const TlModule *module, const TlArg *args, guint param, TlIndexMapWish *wish);
  /*
   * One line for the history, with parameters in braces: "Remove {ann_key} from {block_or_loop}". A BUFFER stands for its name, a
   * BUFFER_ACCESS for its side. Nullable: title and first loop or block.
   */
  const char             *sentence;
  /* Writes that line where it depends on values of the arguments. Nullable. */
  char                 *(*describe) (const TlModule *before, const TlArg *args);
};

/* The members params and n_params of a row. */
#define TL_PRIMITIVE_PARAMS(...) \
  .params = (const TlPrimitiveParam[]) { __VA_ARGS__ }, \
  .n_params = sizeof ((const TlPrimitiveParam[]) { __VA_ARGS__ }) / sizeof (TlPrimitiveParam)

const TlPrimitive *tl_primitive_find (const char *name);          /* by Python name; also the newest dialect's (get_sblock) */
const TlPrimitive *tl_primitive_find_kind (const char *kind);     /* by instruction kind, both dialects */
const TlPrimitive *tl_primitive_nth (guint index);                /* NULL past the end */
const char        *tl_primitive_family_title (TlPrimitiveFamily family);

/* The number of arguments: all parameters but a decision, which stands last. */
guint              tl_primitive_n_args (const TlPrimitive *primitive);
/* -1 if it has none of this name. */
gint               tl_primitive_find_param (const TlPrimitive *primitive, const char *name);
/* The line for the history, with resolved @args; plain: by the title alone, also for arguments that the primitive refuses. */
char              *tl_primitive_sentence (const TlPrimitive *primitive, const TlModule *before, const TlArg *args, guint n_args);
char              *tl_primitive_plain_sentence (const TlPrimitive *primitive, const TlModule *before, const TlArg *args, guint n_args);
/* Its default as an argument; FALSE for a required one. Strings are the row's own. */
gboolean           tl_primitive_param_default (const TlPrimitiveParam *param, TlArg *value);

/* Arguments as values. Copies go into @arena, deep. */
TlArg              tl_arg_int (gint64 value);
TlArg              tl_arg_bool (gboolean value);
TlArg              tl_arg_node (TlNodeId node);
TlArg              tl_arg_rv (guint rv);
TlArg              tl_arg_string (TlArena *arena, const char *text);
TlArg              tl_arg_list (TlArena *arena, const TlArg *items, guint n_items);
TlArg              tl_arg_index_map (const TlIndexMap *map);    /* shared */
/* A map that depends on numbers, which its last @n variables stand for. */
TlArg              tl_arg_index_map_of (TlArena *arena, const TlIndexMap *map, const TlArg *numbers, guint n);
TlArg              tl_arg_dup (TlArena *arena, const TlArg *arg);
gboolean           tl_arg_equal (const TlArg *a, const TlArg *b);

/* Helpers for primitives. */
/* The name of a NODE argument in the program: a loop's variable or a block's name; "?" if it is gone. For describe. */
const char   *tl_arg_node_name (const TlModule *module, const TlArg *arg);
/* The statement a NODE argument names; FALSE with a refusal if it is gone ("loop l5 is no longer in the program"). */
gboolean      tl_call_find_loop (TlPrimitiveCall *call, const TlArg *arg, TlPath **path, GError **error);
gboolean      tl_call_find_block (TlPrimitiveCall *call, const TlArg *arg, TlPath **path, GError **error);
/*
 * Refuses because instances would run at once, or in another order than their dependences allow, and for no other reason: without this
 * check the step leaves a well-formed program. In a draft the rule is noted as broken and TRUE lets the step go on; so a check reads
 * "return tl_call_refuse_order (…)" where no other checks follow in its function.
 */
gboolean      tl_call_refuse_order (TlPrimitiveCall *call, GError **error, const TlNodeId *culprits, guint n_culprits, const char *hint,
                                    const char *format, ...) G_GNUC_PRINTF (6, 7);
/* Sets call->result to the module with @path's target replaced (tl_path_replace). */
void          tl_call_replace (TlPrimitiveCall *call, const TlPath *path, const TlStmt *replacement);
/* Sets call->result to the module with the whole body of @func, one of its functions, replaced. */
void          tl_call_set_body (TlPrimitiveCall *call, const TlPrimFunc *func, const TlStmt *body);
void          tl_call_output_node (TlPrimitiveCall *call, TlRvKind kind, TlNodeId id);
void          tl_call_output_int (TlPrimitiveCall *call, gint64 value);

G_END_DECLS
