/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interpreter's inside: a function is compiled for the shapes of its arguments to code for a register machine, which then runs.
 *
 * Glossary
 *   register   64 bits: an integer kept in the canonical form of its type (sign- or zero-extended), a float in .s, any other
 *              floating type in .d, already rounded to it. A vector variable has one register per lane; all code is scalar,
 *              vector statements are compiled lane by lane.
 *   slot       a buffer at run time: storage, bounds, strides. A matched view is a slot on the storage of its source.
 *   hook       an instruction that is a C function: allocation, views, the sampled reference's records.
 *   mark mode  code that evaluates no values but sets the bit of every tracked element that the statement would read.
 *   watching   code that sets the bit of every element of allocated memory that it writes, and notes the first that is read without.
 */
#pragma once

#include "core/interp/interp.h"

G_BEGIN_DECLS

#define TL_INTERP_OPS(X)                                                                                               \
  X (HALT) X (JUMP) X (JUMP_BACK) X (JUMP_ZERO) X (JUMP_NONZERO) X (JUMP_NE) X (FOR_ENTER) X (FOR_NEXT) X (MOVE)         \
  X (ADD_I) X (ADD_I32) X (SUB_I) X (SUB_I32) X (MUL_I) X (MUL_I32) X (DIV_I) X (MOD_I) X (FLOORDIV_I) X (FLOORMOD_I)    \
  X (DIV_U) X (MOD_U) X (MIN_I) X (MAX_I) X (MIN_U) X (MAX_U) X (EQ_I) X (NE_I) X (LT_I) X (LE_I) X (LT_U) X (LE_U)      \
  X (BIT_AND) X (BIT_OR) X (BIT_XOR) X (BIT_NOT) X (NOT) X (SHIFT_LEFT) X (SHIFT_RIGHT_I) X (SHIFT_RIGHT_U) X (ABS_I)    \
  X (POPCOUNT) X (CLZ)                                                                                                  \
  X (ADD_S) X (SUB_S) X (MUL_S) X (DIV_S) X (MIN_S) X (MAX_S) X (EQ_S) X (NE_S) X (LT_S) X (LE_S) X (MULADD_S)           \
  X (ADD_D) X (SUB_D) X (MUL_D) X (DIV_D) X (MIN_D) X (MAX_D) X (EQ_D) X (NE_D) X (LT_D) X (LE_D)                        \
  X (MATH1_S) X (MATH2_S) X (FMA_S) X (MATH1_D) X (MATH2_D) X (FMA_D) X (SELECT)                                        \
  X (WRAP_I8) X (WRAP_I16) X (WRAP_I32) X (WRAP_U8) X (WRAP_U16) X (WRAP_U32) X (ROUND_HALF) X (ROUND_BFLOAT)            \
  X (I_TO_S) X (I_TO_D) X (U_TO_S) X (U_TO_D) X (S_TO_D) X (D_TO_S) X (S_TO_I) X (S_TO_I32) X (D_TO_I) X (D_TO_I32) X (D_TO_U) \
  X (S_TO_BOOL) \
  X (D_TO_BOOL) X (I_TO_BOOL) X (REINTERPRET)                                                                           \
  X (ADDR1) X (ADDR2) X (ADDR3) X (ADDR_N)                                                                              \
  X (LOAD_S) X (LOAD_D) X (LOAD_HALF) X (LOAD_BFLOAT) X (LOAD_I8) X (LOAD_U8) X (LOAD_I16) X (LOAD_U16) X (LOAD_I32)     \
  X (LOAD_U32) X (LOAD_I64) X (LOAD2_S)                                                                                 \
  X (STORE_S) X (STORE_D) X (STORE_HALF) X (STORE_BFLOAT) X (STORE_8) X (STORE_16) X (STORE_32) X (STORE_64)             \
  X (MARK) X (TEST_BIT) X (WATCH_STORE) X (WATCH_LOAD) X (SLOT_STRIDE) X (SLOT_BASE) X (ASSERT) X (TRAP) X (HOOK)

typedef enum
{
#define X(op) TL_OP_##op,
  TL_INTERP_OPS (X)
#undef X
} TlOp;

typedef union
{
  gint64 i;
  double d;
  float  s;
} TlInterpCell;

typedef struct _TlInterpMachine TlInterpMachine;
typedef struct _TlInstr   TlInstr;

/* FALSE with machine->error set ends the run. */
typedef gboolean (*TlHook) (TlInterpMachine *machine, const TlInstr *instr);

/* dst, a, b and c are registers, except where the operation says otherwise: slots, offsets into the pool. */
struct _TlInstr
{
  guint16 op;
  guint16 n;
  guint32 dst;
  guint32 a;
  guint32 b;
  guint32 c;
  union
  {
    gint64        integer;   /* a jump's target, a lane */
    gconstpointer pointer;
    TlHook        hook;
    double      (*math1) (double);
    double      (*math2) (double, double);
  };
};

typedef struct
{
  const TlBuffer *buffer;
  guint8         *data;         /* scalar 0 of the storage */
  gint64          base;         /* scalar that index (0, …) stands for */
  guint           n_dims;
  gint64          extents[TL_TENSOR_MAX_DIMS];
  gint64          strides[TL_TENSOR_MAX_DIMS];   /* in scalars: lanes of the element type counted */
  gint64          n_scalars;    /* of the storage */
  guint           storage;      /* the slot that owns or borrows the memory; itself unless it is a view */
  gsize           owned_bytes;  /* > 0: data is the slot's own, from g_malloc */
  guint8         *bits;         /* Owned, on storage slots: one bit per scalar; nullable. The sampler's, or what was written */
} TlInterpSlot;

/* Code for one function and one set of argument shapes; immutable once compiled. */
typedef struct
{
  TlInstr    *code;
  guint       n_code;
  guint32    *pool;
  TlInterpCell     *constants;      /* placed from register first_constant on */
  guint       n_constants;
  guint       first_constant;
  guint       n_registers;    /* constants included */
  GPtrArray  *slots;          /* Owned: const TlBuffer* per slot (borrowed from the program) */
  GPtrArray  *block_names;    /* per instruction: the block around it or NULL; borrowed */
  GPtrArray  *texts;          /* Owned messages of TRAP */
  gboolean    is_too_large;   /* compiling was given up; running fails */
  gboolean    watches;        /* for the first read of what was not written */
} TlProgram;

struct _TlInterpMachine
{
  const TlProgram *program;
  TlInterpCell          *registers;
  TlInterpSlot          *slots;
  guint64          n_steps;
  guint64          max_steps;
  GCancellable    *cancellable;   /* Borrowed, nullable */
  GError          *error;
  gpointer         hook_data;     /* the sampler's */
  gboolean         is_marking;    /* runs code in mark mode, in which faults do not end the run */
  gboolean         fill_poison;   /* allocations show their first use; off where every read is known to be written before */
  gboolean         has_other_poison;   /* another pattern: whether results depend on it */
  char            *unwritten;     /* Owned: "t[16] in block \"B\"", the first element that was read before it was written; nullable */
};

void        tl_program_free (TlProgram *program);

/* A machine with the program's registers; parameters' slots point into @args. */
TlInterpMachine *tl_machine_new (const TlProgram *program, const TlPrimFunc *func, TlTensor *const *args, guint64 max_steps,
                           GCancellable *cancellable);
void       tl_machine_free (TlInterpMachine *machine);
gboolean   tl_machine_run (TlInterpMachine *machine, guint entry);
gboolean   tl_machine_allocate (TlInterpMachine *machine, guint slot, const gint64 *extents, const gint64 *strides);

/* "t[16] in block \"B\"" of the scalar @offset of a storage slot; @block nullable. Free with g_free. */
char      *tl_interp_element_text (const TlInterpSlot *slot, const char *block, gint64 offset);
GError    *tl_interp_access_error (const TlInterpMachine *machine, const TlInstr *instr);

G_END_DECLS
