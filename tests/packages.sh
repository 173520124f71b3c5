#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Debian packages this project needs, and a function that installs the missing ones. Sourced by app/run.sh and tests/run.sh.

build_packages="gcc meson ninja-build pkg-config libglib2.0-dev libjson-glib-dev libsqlite3-dev libxgboost-dev libprotobuf-c-dev
  protobuf-c-compiler libonnx-dev libcairo2-dev libpango1.0-dev llvm-19-dev libgtk-4-dev libadwaita-1-dev
  libgtksourceview-5-dev libglib2.0-bin adwaita-icon-theme librsvg2-common fonts-cantarell fonts-dejavu-core desktop-file-utils"
test_packages="python3 xvfb xauth xdotool openbox dbus dbus-daemon at-spi2-core python3-gi x11-utils clang-19
  libclang-rt-19-dev pocl-opencl-icd ocl-icd-libopencl1 python3-pip"

# NVIDIA's assembler, disassembler and compiler of CUDA C, as Python packages: none needs a GPU.
cuda_packages="nvidia-cuda-nvcc-cu12==12.9.86 nvidia-cuda-nvrtc-cu12==12.9.86
  nvidia-cuda-runtime-cu12==12.9.79 nvidia-cuda-nvdisasm==13.2.78"

# install_missing PACKAGE...: asks sudo only when not root; says what it installs; fails with the list when it cannot.
install_missing () {
  missing=
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  echo "Installing:$missing" >&2
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  if ! { $as_root apt-get update -qq &&
       DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing; } >&2
  then
    echo "These packages are needed and could not be installed:$missing" >&2
    return 1
  fi
}

# install_cuda_tools FOLDER: tests find the tools there. Without them, the tests that need them are skipped.
install_cuda_tools () {
  [ -d "$1/nvidia" ] ||
    python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-deps --target "$1" $cuda_packages >&2 ||
    echo "These packages could not be installed, and tests that need them are skipped: $cuda_packages" >&2
  PYTHONPATH=$1${PYTHONPATH:+:$PYTHONPATH}
  export PYTHONPATH
}
