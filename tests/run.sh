#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds twice (plain, and core under ASan+UBSan), runs every test and ends with "N passed, N failed".
# usage: tests/run.sh [--fast]      --fast: the plain build alone
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
plain=${TILELOOM_BUILD_DIR:-$top/_build}
asan=${TILELOOM_ASAN_BUILD_DIR:-$top/_build-asan}
fast=${1:-}
. "$top/tests/packages.sh"
install_missing $build_packages $test_packages || { echo "0 passed, 1 failed"; exit 1; }

build () { # build DIR OPTIONS...: configures once, then builds
  local dir=$1; shift
  [ -f "$dir/build.ninja" ] || meson setup "$dir" "$top" --werror "$@" || return 1
  ninja -C "$dir"
}

# Tests keep their files in folders for temporary ones, and leave none behind. Some become another user.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
chmod 1777 "$scratch"
export TMPDIR=$scratch

check_scratch () { # whatever tests have left there
  local left
  left=$(find "$scratch" -mindepth 1 -maxdepth 4)
  [ -z "$left" ] && return 0
  printf 'failed: tests have left files in the folder for temporary ones:\n%s\n' "$left"
  return 1
}

logs=()
status=0
run_suites () { # run_suites DIR MESON-TEST-ARGUMENTS...
  local dir=$1; shift
  local log=$dir/meson-logs/testlog${TL_HOST:+-$TL_HOST}
  rm -f "$log".*
  # Tests of the window and of worker processes wait about half of their time: one more than there are cores.
  meson test -C "$dir" --no-rebuild --print-errorlogs --num-processes $(($(nproc) + 1)) "$@" || status=1
  logs+=("$log.junit.xml")
}

install_cuda_tools "$plain-cuda"

# Time limits of tests are for a quiet machine; here they only end what hangs.
if build "$plain"; then run_suites "$plain" --timeout-multiplier 4; else status=1; fi
if [ "$fast" != --fast ]; then
  # Schedules and code as for other CPUs: registers and caches are theirs, instructions are those that this CPU has, too.
  for host in x86-64-v2 haswell znver4 sapphirerapids; do
    [ "$(uname -m)" = x86_64 ] || break
    export TL_HOST=$host
    TL_FEWER=1 run_suites "$plain" --timeout-multiplier 4 --logbase "testlog-$host" \
      space sketches vector-rules default-schedule features evolutionary mutators codegen scheduled instructions
    unset TL_HOST
  done
  if build "$asan" -Dwindow=false -Db_sanitize=address,undefined -Db_lundef=false -Dbuildtype=debug -Doptimization=1 -Dc_args=-g1; then
    # Leaks of libraries at start-up are not ours; the list names them.
    # Stacks of allocations and the memory of freed blocks, kept in full, take a fifth of the time.
    # Blocks of thread-local memory of opened libraries: the sanitizer guesses their bounds, once in 256 wrongly, and then faults itself.
    export ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=1:malloc_context_size=5:quarantine_size_mb=64:intercept_tls_get_addr=0
    export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    export TL_RANDOM_SCHEDULES=200   # of each part of 2500: slower tenfold under the sanitizers
    export TL_FEWER=1                # repetitions: compilers that read exported C, CPUs, sizes of a family, options, kills, endless scripts
    export LSAN_OPTIONS=suppressions=$top/tests/lsan.supp:print_suppressions=0
    run_suites "$asan" --no-suite lint --no-suite ui --no-suite samples --timeout-multiplier 12
  else
    status=1
  fi
fi

check_scratch || status=1
python3 "$top/tests/count-results.py" "$status" "${logs[@]}"
