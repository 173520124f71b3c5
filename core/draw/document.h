/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A document of headings, paragraphs, tables, code and pictures, written as one HTML file that refers to nothing outside of it, or as PDF.
 * Texts are copied; they are plain text, whatever is in them.
 */
#pragma once

#include "core/draw/draw-export.h"

G_BEGIN_DECLS

typedef struct _TlDocument TlDocument;

TlDocument *tl_document_new (const char *title, const char *subtitle);
void        tl_document_free (TlDocument *document);

void        tl_document_add_heading (TlDocument *document, const char *text);
void        tl_document_add_paragraph (TlDocument *document, const char *text);
/* Lines of a program, kept as they are. */
void        tl_document_add_code (TlDocument *document, const char *text);
/*
 * A table with a letter for each column: "l" texts, "r" numbers, which end at the right. @head: a title for each, or NULL for tables whose
 * first column names the row. Rows follow with tl_document_add_row, until something else is added.
 */
void        tl_document_add_table (TlDocument *document, const char *columns, const char *const *head);
void        tl_document_add_row (TlDocument *document, const char *const *cells);
/* @description says in words what the picture shows. @draw is called when the document is written; @user_data is borrowed till then. */
void        tl_document_add_picture (TlDocument *document, const char *description, double width, double height, TlDrawFunc draw,
                                     gpointer user_data);

gboolean    tl_document_has_ending (const char *path);
/* By the ending of @path, .html or .pdf; another one fails with G_IO_ERROR_NOT_SUPPORTED. */
gboolean    tl_document_write (const TlDocument *document, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDocument, tl_document_free)

G_END_DECLS
