/* SPDX-License-Identifier: Apache-2.0 */
/* What mutators share: finding the steps of a trace that can be changed. */
#pragma once

#include "core/tune/mutator.h"

G_BEGIN_DECLS

extern const TlMutator tl_mutator_tile_size;
extern const TlMutator tl_mutator_compute_location;
extern const TlMutator tl_mutator_unroll;
extern const TlMutator tl_mutator_parallel;
extern const TlMutator tl_mutator_thread_binding;
extern const TlMutator tl_mutator_categorical;

/* The parameter that all mutators have, first; @default_text as TVM gives it for llvm or cuda. */
#define TL_MUTATOR_PROBABILITY(default_text) \
  { "probability", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, default_text, "How often it is chosen: its share of the sum over all mutators." }
gboolean       tl_mutator_check_probability (const TlArg *args, char **why);

/* Whether @step is an instruction of the primitive @name. */
gboolean       tl_step_is (const TlState *step, const char *name);
/* The step among @steps (the whole chain) that made a variable. */
const TlState *tl_steps_maker (GPtrArray *steps, guint rv);
/* The sample_categorical step that made the value of an argument; NULL if something else did. */
const TlState *tl_steps_categorical (GPtrArray *steps, const TlArg *value);
/* The value that an annotate step gives for @key; NULL if the step is none or of another key. */
const TlArg   *tl_step_annotation (const TlState *step, const char *key);

/* Another decision in @step; its items are the call's arena's. Always TRUE. */
gboolean       tl_mutate_decision (const TlState *step, TlArg decision, TlChange *change);
/* A sample_categorical step decided anew by its probabilities, never as it was; FALSE if there is no other candidate. */
gboolean       tl_mutate_categorical (const TlMutatorCall *call, const TlState *step, TlChange *change);

G_END_DECLS
