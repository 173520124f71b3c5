/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the table of strategies, each from its own file in strategies/. */
#pragma once

#include "core/search/strategy.h"

G_BEGIN_DECLS

extern const TlStrategy tl_strategy_evolutionary;
extern const TlStrategy tl_strategy_replay_func;
extern const TlStrategy tl_strategy_replay_trace;

G_END_DECLS
