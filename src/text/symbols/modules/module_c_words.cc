#include "text/symbols/modules/module_c_words.h"

#include <unordered_set>

namespace forge {
namespace {

using CWords = std::unordered_set<std::string_view>;

}  // namespace

bool IsCTypeWord(std::string_view word) {
  static const CWords words = {"auto",  "bool",     "char", "char16_t", "char32_t", "char8_t",   "class",  "double",
                               "enum",  "float",    "int",  "long",     "short",    "signed",    "struct", "typename",
                               "union", "unsigned", "void", "wchar_t",  "_Bool",    "namespace", "concept"};
  return words.contains(word);
}

bool IsCKeyword(std::string_view word) {
  static const CWords words = {"alignas",
                               "alignof",
                               "and",
                               "and_eq",
                               "asm",
                               "bitand",
                               "bitor",
                               "break",
                               "case",
                               "catch",
                               "co_await",
                               "co_return",
                               "co_yield",
                               "compl",
                               "const",
                               "consteval",
                               "constexpr",
                               "constinit",
                               "const_cast",
                               "continue",
                               "decltype",
                               "default",
                               "delete",
                               "do",
                               "dynamic_cast",
                               "else",
                               "explicit",
                               "export",
                               "extern",
                               "false",
                               "final",
                               "for",
                               "friend",
                               "goto",
                               "if",
                               "import",
                               "inline",
                               "module",
                               "mutable",
                               "new",
                               "noexcept",
                               "not",
                               "not_eq",
                               "nullptr",
                               "operator",
                               "or",
                               "or_eq",
                               "override",
                               "private",
                               "protected",
                               "public",
                               "register",
                               "reinterpret_cast",
                               "requires",
                               "restrict",
                               "return",
                               "sizeof",
                               "static",
                               "static_assert",
                               "static_cast",
                               "switch",
                               "template",
                               "this",
                               "thread_local",
                               "throw",
                               "true",
                               "try",
                               "typedef",
                               "typeid",
                               "typeof",
                               "using",
                               "virtual",
                               "volatile",
                               "while",
                               "xor",
                               "xor_eq",
                               "_Alignas",
                               "_Alignof",
                               "_Atomic",
                               "_Complex",
                               "_Generic",
                               "_Imaginary",
                               "_Noreturn",
                               "_Static_assert",
                               "_Thread_local",
                               "main",
                               "defined",
                               "asm_volatile"};
  return words.contains(word) || IsCTypeWord(word);
}

bool IsCStandardName(std::string_view word) {
  static const CWords words = {
      "abort",      "abs",        "acos",         "acosf",     "aligned_alloc", "asin",         "asctime",
      "assert",     "atan",       "atan2",        "atexit",    "atof",          "atoi",         "atol",
      "atoll",      "bsearch",    "calloc",       "ceil",      "ceilf",         "clock",        "clock_t",
      "cos",        "cosf",       "ctime",        "difftime",  "div",           "errno",        "exit",
      "exp",        "fabs",       "fabsf",        "fclose",    "feof",          "ferror",       "fflush",
      "fgetc",      "fgets",      "floor",        "floorf",    "fmax",          "fmin",         "fmod",
      "fopen",      "fprintf",    "fputc",        "fputs",     "fread",         "free",         "freopen",
      "fscanf",     "fseek",      "ftell",        "fwrite",    "getc",          "getchar",      "gmtime",
      "isalnum",    "isalpha",    "iscntrl",      "isdigit",   "isgraph",       "isinf",        "islower",
      "isnan",      "isprint",    "ispunct",      "isspace",   "isupper",       "isxdigit",     "labs",
      "localtime",  "log",        "log10",        "log2",      "longjmp",       "malloc",       "memchr",
      "memcmp",     "memcpy",     "memmove",      "memset",    "mktime",        "offsetof",     "perror",
      "pow",        "powf",       "printf",       "putc",      "putchar",       "puts",         "qsort",
      "raise",      "rand",       "realloc",      "remove",    "rename",        "rewind",       "round",
      "scanf",      "setbuf",     "setjmp",       "setlocale", "setvbuf",       "signal",       "sin",
      "sinf",       "snprintf",   "sprintf",      "sqrt",      "sqrtf",         "srand",        "sscanf",
      "strcat",     "strchr",     "strcmp",       "strcoll",   "strcpy",        "strcspn",      "strerror",
      "strftime",   "strlen",     "strncat",      "strncmp",   "strncpy",       "strpbrk",      "strrchr",
      "strspn",     "strstr",     "strtod",       "strtok",    "strtol",        "strtoll",      "strtoul",
      "strtoull",   "system",     "tan",          "time",      "time_t",        "tmpfile",      "tolower",
      "toupper",    "ungetc",     "va_arg",       "va_copy",   "va_end",        "va_list",      "va_start",
      "vfprintf",   "vprintf",    "vsnprintf",    "vsprintf",  "FILE",          "NULL",         "EOF",
      "BUFSIZ",     "SEEK_SET",   "SEEK_CUR",     "SEEK_END",  "EXIT_SUCCESS",  "EXIT_FAILURE", "RAND_MAX",
      "CHAR_BIT",   "INT_MAX",    "INT_MIN",      "UINT_MAX",  "LONG_MAX",      "LONG_MIN",     "ULONG_MAX",
      "SIZE_MAX",   "INT8_MAX",   "INT16_MAX",    "INT32_MAX", "INT64_MAX",     "UINT8_MAX",    "UINT16_MAX",
      "UINT32_MAX", "UINT64_MAX", "INT32_MIN",    "INT64_MIN", "DBL_MAX",       "DBL_MIN",      "DBL_EPSILON",
      "FLT_MAX",    "INFINITY",   "NAN",          "HUGE_VAL",  "EINVAL",        "ENOENT",       "ENOMEM",
      "EINTR",      "ERANGE",     "stdin",        "stdout",    "stderr",        "size_t",       "ptrdiff_t",
      "intptr_t",   "uintptr_t",  "intmax_t",     "uintmax_t", "int8_t",        "int16_t",      "int32_t",
      "int64_t",    "uint8_t",    "uint16_t",     "uint32_t",  "uint64_t",      "int_fast32_t", "uint_fast32_t",
      "jmp_buf",    "fpos_t",     "sig_atomic_t", "tm",        "SIGINT",        "SIGTERM",      "SIGSEGV",
      "SIGABRT",    "PRId64",     "PRIu64",       "PRIx64",    "PRId32",        "PRIu32",       "std"};
  return words.contains(word);
}

bool IsCStandardHeader(std::string_view name) {
  static const CWords c = {"assert.h",   "complex.h",  "ctype.h",  "errno.h",       "fenv.h",    "float.h",
                           "inttypes.h", "iso646.h",   "limits.h", "locale.h",      "math.h",    "setjmp.h",
                           "signal.h",   "stdalign.h", "stdarg.h", "stdatomic.h",   "stdbool.h", "stddef.h",
                           "stdint.h",   "stdio.h",    "stdlib.h", "stdnoreturn.h", "string.h",  "tgmath.h",
                           "threads.h",  "time.h",     "uchar.h",  "wchar.h",       "wctype.h"};
  // Headers of C++ have no ending; a library's have one, or a folder.
  return c.contains(name) || name.find_first_of("./") == std::string_view::npos;
}

}  // namespace forge
