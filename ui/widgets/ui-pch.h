/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled once for all of the window. Sources include what they use all the same. */
#include <adwaita.h>
