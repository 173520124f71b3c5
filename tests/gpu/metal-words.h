/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Metal's words for a C++ compiler that is to check the syntax and types of listings: address spaces are nothing, float16 and vectors are
 * structs. Nothing here computes what Metal does.
 */
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#define kernel
#define device
#define threadgroup
#define constant
#define thread

using uint = unsigned int;
using uchar = unsigned char;
using ushort = unsigned short;
using ulong = unsigned long;

/* A float that has to be asked for by name, as Metal's own half. */
struct half
{
  half () = default;
  explicit half (float value) : bits ((ushort) value) {}
  operator float () const { return bits; }
  ushort bits;
};
inline half operator+ (half a, half b) { return half ((float) a + (float) b); }
inline half operator* (half a, half b) { return half ((float) a * (float) b); }
inline half fmax (half a, half b) { return a > b ? a : b; }

struct bfloat
{
  bfloat () = default;
  explicit bfloat (float value) : bits ((ushort) value) {}
  operator float () const { return bits; }
  ushort bits;
};
inline bfloat operator+ (bfloat a, bfloat b) { return bfloat ((float) a + (float) b); }
inline bfloat operator* (bfloat a, bfloat b) { return bfloat ((float) a * (float) b); }

template <typename T> struct Two
{
  Two () = default;
  Two (T a, T b) : x (a), y (b) {}
  T x, y;
};
template <typename T> struct Four
{
  Four () = default;
  Four (T a, T b, T c, T d) : x (a), y (b), z (c), w (d) {}
  T x, y, z, w;
};
using float2 = Two<float>;
using float4 = Four<float>;
using half2 = Two<half>;
using half4 = Four<half>;
using bfloat4 = Four<bfloat>;
using int4 = Four<int>;
using char4 = Four<char>;
struct uint3 { uint x, y, z; };

enum class mem_flags { mem_device = 1, mem_threadgroup = 2 };
inline mem_flags operator| (mem_flags a, mem_flags b) { return (mem_flags) ((int) a | (int) b); }
inline void threadgroup_barrier (mem_flags) {}
inline void simdgroup_barrier (mem_flags) {}
template <typename T> T simd_shuffle (T value, ushort) { return value; }
template <typename T> T simd_shuffle_xor (T value, ushort) { return value; }
template <typename T> T simd_shuffle_down (T value, ushort) { return value; }
template <typename T> T max (T a, T b) { return a > b ? a : b; }
template <typename T> T rsqrt (T a) { return a; }
template <typename T> T popcount (T a) { return a; }
namespace metal {}
