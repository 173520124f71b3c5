/* SPDX-License-Identifier: Apache-2.0 */
/* A small program for each primitive that changes programs, and the step that shows what the primitive does. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * The state after the step, which is its last: before it, there may be steps that make the program fit. NULL for a primitive without
 * example: those that ask or draw. Takes milliseconds; any thread.
 */
TlState *tl_primitive_example (const TlPrimitive *primitive);

G_END_DECLS
