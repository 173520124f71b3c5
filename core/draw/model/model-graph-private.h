/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/model/model-graph.h"

G_BEGIN_DECLS

#define TL_GRAPH_MARGIN 16.0
#define TL_GRAPH_GAP    36.0                     /* between layers: room for the lines */
#define TL_GRAPH_LAYER  (124.0 + TL_GRAPH_GAP)   /* from one layer to the next */

/* Gives nodes their layers and boxes, edges their points, the graph its size (model-layout.c). */
void tl_model_graph_lay_out (TlModelGraph *graph);

G_END_DECLS
