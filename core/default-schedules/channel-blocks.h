/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Images between the kernels of a model in blocks of channels (NCHWc: Liu et al., Optimizing CNN Model Inference on CPUs, USENIX ATC 2019,
 * §3.2): [n, c, h, w] lies as [n, c // b, h, w, c % b], where b elements fill a vector. A convolution then reads and writes whole vectors,
 * so that no image is brought into another layout between neighbours.
 *
 * An image is what kernels alone write and read: inputs, results and constants of the model stay as they are. All kernels that write or
 * read it take it in blocks, or none does. It is in blocks if
 *
 *     its channels are a multiple of b, and each index of a block that names them is an axis;
 *     a convolution that reads blocks writes them, too, and its weights are constants, which are packed once;
 *     it, or an image that has to lie as it does, is written by a convolution with a window: others have nothing to repack.
 */
#pragma once

#include "core/graph/executable.h"
#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/*
 * Appends the steps for it to @states, one for each kernel, each before any other step (NULL: this kernel keeps the layouts of its
 * arguments), and gives @executable the programs that take these arguments. Gives b; 0: no kernel takes blocks.
 */
gint64 tl_block_channels (TlExecutable *executable, TlState **states, const TlTarget *target);

G_END_DECLS
