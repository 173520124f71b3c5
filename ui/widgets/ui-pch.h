/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled once for all files of ui/. Sources still include every header that they use. */
#include <adwaita.h>
