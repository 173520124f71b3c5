/* SPDX-License-Identifier: Apache-2.0 */
/* A project file in a folder of its own. */
#pragma once

#include "core/records/database.h"
#include "tests/must.h"
#include "tests/temporary.h"

typedef struct
{
  char *folder;
  char *path;
} DatabaseFixture;

static inline void
set_up (DatabaseFixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("tileloom-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "project.tileloom", NULL);
}

static inline void
tear_down (DatabaseFixture *fixture, gconstpointer data)
{
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static inline TlDatabase *
open_database (const char *path)
{
  TlDatabase *database = must (tl_database_open (path, &failure));

  g_assert_nonnull (database);
  return database;
}
