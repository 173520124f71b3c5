/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by mutators: finding the steps of a trace that can be changed. */
#pragma once

#include "core/space/mutator.h"

G_BEGIN_DECLS

extern const TlMutator tl_mutator_tile_size;
extern const TlMutator tl_mutator_compute_location;
extern const TlMutator tl_mutator_unroll;
extern const TlMutator tl_mutator_parallel;
extern const TlMutator tl_mutator_thread_binding;
extern const TlMutator tl_mutator_categorical;

/* The parameter that all mutators have, behind those of TVM; @default_text as TVM gives it for llvm or cuda. */
#define TL_MUTATOR_PROBABILITY(default_text) \
  { "probability", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, default_text, "Relative probability of this mutator." }
gboolean       tl_mutator_check_probability (const TlArg *args, char **why);   /* @args: from there */

/* Whether @inst is one of the primitive @name. */
gboolean     tl_inst_is (const TlInst *inst, const char *name);
/* The step (its index) that made a variable. */
guint        tl_edited_trace_maker (const TlEditedTrace *edited, guint rv);
/* The sample_categorical step that made the value of an argument; -1 if something else did. */
gint         tl_edited_trace_categorical (const TlEditedTrace *edited, const TlArg *value);
/* The value that an annotate instruction gives for @key; NULL if it is none or of another key. */
const TlArg *tl_inst_annotation (const TlInst *inst, const char *key);

/* Indices of steps, guint. */
GArray      *tl_mutator_found_new (void);
void         tl_mutator_found_add (GArray *found, guint at);

/* Step @at with another decision. */
TlEditedTrace     *tl_mutate_decision (const TlMutatorCall *call, guint at, gint64 decision);
/* A sample_categorical step decided anew by its probabilities, never as it was; NULL if there is no other candidate. */
TlEditedTrace     *tl_mutate_categorical (const TlMutatorCall *call, guint at);
/* … one of those @found; NULL if there are none. */
TlEditedTrace     *tl_mutate_some_categorical (const TlMutatorCall *call, const GArray *found);

G_END_DECLS
