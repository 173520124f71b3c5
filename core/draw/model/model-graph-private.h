/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/model/model-graph.h"

G_BEGIN_DECLS

#define TL_GRAPH_MARGIN 16.0
#define TL_GRAPH_GAP    36.0                     /* between layers: room for the lines */
#define TL_GRAPH_LAYER  (124.0 + TL_GRAPH_GAP)   /* from one layer to the next */

#define TL_FRAME_SIDE   10.0                     /* from boxes to the frame around them … */
#define TL_FRAME_TITLE  26.0                     /* … and above, where its title stands */

/* Finds layers that are alike (model-repeats.c). */
void tl_model_graph_find_repeats (TlModelGraph *graph);
/* Times of boxes by those of calls. */
void tl_model_graph_add_up (TlModelGraph *graph);
/* Once boxes have their places: those that are not shown get theirs, and repeated layers their frames. */
void tl_model_graph_set_frames (TlModelGraph *graph);

/* Gives nodes their layers and boxes, edges their points, the graph its size (model-layout.c). */
void tl_model_graph_lay_out (TlModelGraph *graph);

G_END_DECLS
