/* SPDX-License-Identifier: Apache-2.0 */
/* "random": no model at all; what a search finds with it is what the others are compared with. */
#include "core/cost-model/models/model-private.h"

const TlCostModelKind tl_cost_model_random = {
  .info = { .name = "random", .summary = "Random scores: a search with it knows nothing of what it measured." },
};
