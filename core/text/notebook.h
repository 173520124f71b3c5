/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/base/source.h"

G_BEGIN_DECLS

/*
 * A script from a file. Of a Jupyter notebook (*.ipynb) the code cells, one after the other, without the lines that the notebook itself
 * runs ("!pip install", "%matplotlib inline"); lines in messages count through them. A project of this program is refused with what can be
 * done.
 */
TlSource *tl_script_load (const char *path, GError **error);

G_END_DECLS
