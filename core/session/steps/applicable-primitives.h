/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives that apply to the selection: each row of the primitive table is checked by applying it. */
#pragma once

#include <gio/gio.h>

#include "core/schedule/state.h"
#include "core/session/steps/step-case.h"

G_BEGIN_DECLS

/* One possible step with arguments filled in as well as can be guessed. Reference-counted, immutable, any thread. */
typedef struct
{
  gint               ref_count;
  const TlPrimitive *primitive;
  TlArena           *arena;
  const TlArg       *args;
  guint              n_args;
  gboolean           fits;       /* the selection has the nodes that it needs; else it was not checked */
  gboolean           is_legal;
  gboolean           asks_node;  /* it needs a loop or block that is not selected: @args have one for which it is legal, to choose again */
  TlState           *after;      /* legal: the state that it makes */
  TlStepCase         which;      /* of the arguments; where its usual gain is (core/session/steps/step-gains.h) */
  char              *sentence;   /* "Vectorize j_1" */
  char              *reason;     /* not legal: the refusal; does not fit: what to select */
  char              *hint;       /* nullable: what would make it legal */
} TlApplicablePrimitive;

TlApplicablePrimitive  *tl_applicable_primitive_ref (TlApplicablePrimitive *applicable);
void                    tl_applicable_primitive_unref (TlApplicablePrimitive *applicable);

/*
 * The arguments for @primitive on @nodes (the first is the one picked first): FALSE with the reason if they do not suffice.
 * @args has tl_primitive_n_args entries, in @arena.
 */
gboolean tl_applicable_primitive_guess_args (const TlPrimitive *primitive, const TlModule *module, const TlNodeId *nodes, guint n_nodes,
                                             TlArena *arena, TlArg **args, GError **error);

/* Whether an argument is left to choose once loops and blocks are selected. */
gboolean tl_primitive_has_choice (const TlPrimitive *primitive);
/* Whether it changes the program: it neither looks up nor samples. */
gboolean tl_primitive_is_edit (const TlPrimitive *primitive);

/* All rows of the table, legal ones first; if it is cancelled, those tried so far. GPtrArray of TlApplicablePrimitive. Any thread. */
GPtrArray *tl_applicable_primitives_find (TlState *state, const TlNodeId *nodes, guint n_nodes, GCancellable *cancellable);
/* The same in a thread. */
void       tl_applicable_primitives_async (TlState *state, const TlNodeId *nodes, guint n_nodes, GCancellable *cancellable,
                                           GAsyncReadyCallback callback, gpointer user_data);
/* GPtrArray of TlApplicablePrimitive; free with g_ptr_array_unref. */
GPtrArray *tl_applicable_primitives_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlApplicablePrimitive, tl_applicable_primitive_unref)

G_END_DECLS
