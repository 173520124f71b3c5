/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of operators as JSON, which tests/oracle/operator-cases.py writes: {"op": …, "args": […], "attrs": {…}, "type": …}. */
#pragma once

#include <json-glib/json-glib.h>

#include "core/graph/operators/operators.h"

typedef struct
{
  TlArena           *arena;    /* owned */
  GHashTable        *symbols;  /* name → TlVar */
  const TlRelaxOp   *op;
  const TlRelaxExpr **args;
  guint              n_args;
  TlAttrs            attrs;
  JsonNode          *type;     /* of the result */
  JsonParser        *parser;   /* owns @type */
} OperatorCase;

OperatorCase *operator_case_new (const char *json);
void          operator_case_free (OperatorCase *operator_case);

/* Whether @type is the one that @json describes; if not, @difference says why. */
gboolean      operator_case_is_type (const TlRelaxType *type, JsonNode *json, char **difference);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OperatorCase, operator_case_free)
