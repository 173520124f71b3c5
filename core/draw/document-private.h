/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/document.h"

G_BEGIN_DECLS

typedef enum
{
  TL_DOCUMENT_HEADING,
  TL_DOCUMENT_PARAGRAPH,
  TL_DOCUMENT_CODE,
  TL_DOCUMENT_TABLE,
  TL_DOCUMENT_PICTURE,
} TlDocumentKind;

typedef struct
{
  TlDocumentKind kind;
  char          *text;      /* of a table its columns, of a picture its description */
  char         **head;      /* TABLE; nullable */
  GPtrArray     *rows;      /* TABLE: char **, as long as text */
  double         width, height;   /* PICTURE */
  TlDrawFunc     draw;
  gpointer       user_data;
} TlDocumentItem;

struct _TlDocument
{
  char      *title;
  char      *subtitle;
  GPtrArray *items;   /* TlDocumentItem */
};

/* The whole file. Free with g_free; NULL with an error. */
char       *tl_document_to_html (const TlDocument *document, GError **error);
GByteArray *tl_document_to_pdf (const TlDocument *document, GError **error);

G_END_DECLS
