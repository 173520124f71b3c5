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

typedef enum
{
  TL_OP_HALT, TL_OP_JUMP, TL_OP_JUMP_BACK, TL_OP_JUMP_ZERO, TL_OP_JUMP_NONZERO, TL_OP_JUMP_NE, TL_OP_FOR_ENTER, TL_OP_FOR_NEXT,
#define TL_SCALAR_OP(name, field, value)      TL_OP_##name,
#define TL_CHECKED_OP(name, condition, value) TL_OP_##name,
#include "core/interp/scalar-ops.def"
#undef TL_SCALAR_OP
#undef TL_CHECKED_OP
  TL_OP_ADDR1, TL_OP_ADDR2, TL_OP_ADDR3, TL_OP_ADDR_N, TL_OP_LOAD2_S,
#define TL_LOAD_OP(name, type, field, value) TL_OP_##name,
#define TL_STORE_OP(name, type, value)       TL_OP_##name,
#include "core/interp/memory-ops.def"
#undef TL_LOAD_OP
#undef TL_STORE_OP
  TL_OP_MARK, TL_OP_TEST_BIT, TL_OP_WATCH_STORE, TL_OP_WATCH_LOAD, TL_OP_SLOT_STRIDE, TL_OP_SLOT_BASE,
  TL_OP_ASSERT, TL_OP_TRAP, TL_OP_HOOK,
  /* of the threads of a kernel */
  TL_OP_SYNC, TL_OP_SHUFFLE, TL_OP_ACTIVE_MASK, TL_OP_MATRIX, TL_OP_COPY_FROM, TL_OP_COPY_TO, TL_OP_COPY_GROUP,
} TlOp;

/* The n of SHUFFLE: which lane the value comes from. */
typedef enum
{
  TL_SHUFFLE_FROM, TL_SHUFFLE_UP, TL_SHUFFLE_DOWN, TL_SHUFFLE_XOR,
} TlShuffle;

/*
 * An asynchronous copy is COPY_FROM, which only checks, then COPY_TO, both with n elements from address a of slot c on; b, dst of COPY_TO:
 * address and slot of the source, negative for zeros. The n of COPY_GROUP; integer: the groups that need not have arrived.
 */
typedef enum
{
  TL_GROUP_COMMIT, TL_GROUP_WAIT,
} TlCopyGroup;

/*
 * Of MATRIX, its pointer; n: the TlMatrixCallKind, c: the slot of the memory, of the first fragment where there is none, a: registers in
 * the pool, which are the indices of the fragments, then offset and stride of the memory, or the value.
 */
typedef struct
{
  guint    slots[4];           /* of the fragments */
  guint    n_fragments;
  gint64   m, n, k;
  gint64   n_lines, length;    /* in memory */
  gboolean is_column_major;
  gint64   permuted_row;       /* 0: in order */
  TlDType  value_type;
} TlMatrixOperands;

typedef union
{
  gint64 i;
  double d;
  float  s;
} TlInterpCell;

typedef struct _TlInterpMachine TlInterpMachine;
typedef struct _TlInstr   TlInstr;

/*
 * FALSE with machine->error set ends the run. That of a launch runs the kernel whose code stands after the next instruction, a jump over
 * it; instr->a: its extents in the pool, instr->b: the registers of its axes, instr->c: its number.
 */
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

/* A loop around an instruction, and the register that its variable is in. */
typedef struct
{
  const char *name;
  guint32     reg;
} TlCodeLoop;

/* Where an instruction comes from. */
typedef struct
{
  const char       *block;    /* nullable */
  const TlStmt     *stmt;
  const TlCodeLoop *loops;    /* outermost first */
  guint             n_loops;
} TlCodePlace;

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
  GPtrArray  *places;         /* const TlCodePlace* per instruction, in @place_arena; NULL unless kernels are launched */
  TlArena    *place_arena;
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
