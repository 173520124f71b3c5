/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Images between the kernels of a model in blocks of channels (NCHWc: Liu et al., Optimizing CNN Model Inference on CPUs, USENIX ATC 2019,
 * §3.2): [n, c, h, w] lies as [n, c // b, h, w, c % b], where b elements fill a vector. A convolution then reads and writes whole vectors,
 * so that no image is brought into another layout between neighbours.
 *
 * An image is what kernels alone write and read: inputs, results and constants of the model stay as they are. It is in blocks if
 *
 *     its channels are a multiple of b, and all kernels that write it can write blocks: an index that names channels is an axis, or an axis
 *     some blocks further on;
 *     more convolutions with a window write images of the same part of the model, and need not repack them, than kernels there copy one,
 *     since they cannot read blocks.
 *
 * A convolution reads blocks where it writes them, too; its weights are constants, which are packed once.
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
