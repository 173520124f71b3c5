/* SPDX-License-Identifier: Apache-2.0 */
/* Compiled once for all of core. Sources include what they use all the same. */
#include <gio/gio.h>
