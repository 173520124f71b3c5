/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/state.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/* The program that is open; all NULL without one. */
typedef struct
{
  char    *title;
  char    *origin;          /* path of the script it came from, or of the project */
  TlState *root;
  const char *func_name;    /* of the function that is shown; of @root's module */
  double   flops;
  TlTarget target;
} TlSessionProgram;

G_END_DECLS
