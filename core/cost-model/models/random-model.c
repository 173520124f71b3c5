/* SPDX-License-Identifier: Apache-2.0 */
/* "random": no model at all; what a search finds with it is what the others are compared with. */
#include "core/cost-model/models/model-private.h"

const TlCostModelKind tl_cost_model_random = {
  .info = { .name = "random", .summary = "Random scores: the search does not use its measurements." },
};
