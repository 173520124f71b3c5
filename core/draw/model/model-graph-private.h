/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/model/model-graph.h"

G_BEGIN_DECLS

/* Gives nodes their layers and boxes, edges their points, the graph its size (model-layout.c). */
void tl_model_graph_lay_out (TlModelGraph *graph);

G_END_DECLS
