#include "text/passed_variables.h"

#include <algorithm>

#include "base/strings.h"
#include "text/secret_names.h"

namespace forge {
namespace {

// In the order of docs/environment.md.
constexpr std::string_view kCommon[] = {
    // The place.
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "PWD", "OLDPWD", "SHLVL", "_", "HOSTNAME", "TMPDIR", "TMP", "TEMP",
    "XDG_*", "LANG", "LANGUAGE", "LC_*", "LOCPATH", "TZ", "FORGE_*",
    // The terminal, and what shows things.
    "TERM", "TERMINFO", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR*", "COLUMNS", "LINES", "EDITOR", "VISUAL",
    "PAGER", "LESS", "MANPATH", "INFOPATH", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "QT_*", "GTK_*", "GDK_*",
    "SDL_*", "LIBGL_*", "MESA_*",
    // The network.
    "HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "ftp_proxy",
    "all_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS", "GIT_*",
    // How programs run.
    "CI", "CONTINUOUS_INTEGRATION", "DEBUG", "VERBOSE", "V", "LOG_LEVEL", "ENV", "APP_ENV", "ENVIRONMENT", "TEST_*",
    "SOURCE_DATE_EPOCH", "DEBIAN_FRONTEND", "DEB_*", "LD_*", "ASAN_*", "LSAN_*", "MSAN_*", "TSAN_*", "UBSAN_*", "OMP_*",
    "MKL_*", "OPENBLAS_*", "CUDA_*", "NVIDIA_*", "ROCM_*",
    // Compilers and what builds.
    "CC", "CXX", "CPP", "LD", "AR", "AS", "NM", "RANLIB", "STRIP", "OBJCOPY", "FC", "F77", "CFLAGS", "CXXFLAGS",
    "CPPFLAGS", "LDFLAGS", "LDLIBS", "LIBS", "FFLAGS", "ARFLAGS", "CPATH", "LIBRARY_PATH", "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH", "ARCH", "CROSS_COMPILE", "PREFIX", "DESTDIR", "MAKE", "MAKEFLAGS", "MAKELEVEL", "MFLAGS",
    "NINJA_*", "NINJAFLAGS", "CMAKE_*", "CTEST_*", "PKG_CONFIG*", "MESON_*", "CCACHE_*", "SCCACHE_*", "DISTCC_*",
    "BAZEL*", "VCPKG_*", "CONAN_*", "NIX_*", "IN_NIX_SHELL", "GUIX_*", "DIRENV_*", "ASDF_*", "MISE_*", "HOMEBREW_*",
    // Languages.
    "JAVA_*", "JDK_*", "JRE_HOME", "CLASSPATH", "MAVEN_*", "M2_HOME", "GRADLE_*", "ANT_*", "SBT_*", "KOTLIN_*",
    "SCALA_*", "SDKMAN_*", "ANDROID_*", "CARGO", "CARGO_*", "RUST*", "GOPATH", "GOROOT", "GOBIN", "GOFLAGS", "GOCACHE",
    "GOMODCACHE", "GOPROXY", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GONOSUMCHECK", "GOSUMDB", "GOINSECURE", "GOOS",
    "GOARCH", "GOARM", "GOAMD64", "GOENV", "GOTOOLCHAIN", "GOWORK", "GOEXPERIMENT", "GOMAXPROCS", "GOGC", "GODEBUG",
    "GOTRACEBACK", "GOVCS", "GOTMPDIR", "GO111MODULE", "CGO_*", "PYTHON*", "VIRTUAL_ENV*", "CONDA_*", "MAMBA_*",
    "PIP_*", "PIPENV_*", "PIPX_*", "POETRY_*", "PDM_*", "UV_*", "PYENV_*", "PYTEST_*", "TOX_*", "NOX_*", "MYPY*",
    "DJANGO_*", "FLASK_*", "NODE", "NODE_*", "NPM_*", "npm_*", "NVM_*", "PNPM_*", "YARN_*", "BUN_*", "DENO_*",
    "VOLTA_*", "FNM_*", "COREPACK_*", "TS_NODE_*", "JEST_*", "VITE_*", "VITEST*", "NEXT_*", "PLAYWRIGHT_*",
    "PUPPETEER_*", "CYPRESS_*", "CHROME_*", "RUBY*", "GEM_*", "BUNDLE_*", "RBENV_*", "RAILS_*", "RACK_*", "RAKE*",
    "PHP*", "COMPOSER_*", "DOTNET_*", "NUGET_*", "MSBUILD*", "ERL_*", "ELIXIR_*", "MIX_*", "HEX_*", "STACK_*",
    "CABAL_*", "GHC*", "OPAM*", "OCAML*", "PERL*", "LUA_*", "R_*", "JULIA_*", "SWIFT_*", "ZIG_*", "DART_*", "FLUTTER_*",
    "PUB_*"};

bool FitsAny(std::string_view name, std::span<const std::string> patterns) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return FitsVariable(name, pattern); });
}

bool IsOfName(char c) { return IsLetterOrDigit(c) || c == '_'; }

bool StandsAlone(std::string_view text, std::size_t at, std::size_t size) {
  const bool begins = at == 0 || !IsOfName(text[at - 1]);
  return begins && (at + size == text.size() || !IsOfName(text[at + size]));
}

}  // namespace

bool FitsVariable(std::string_view name, std::string_view pattern) {
  if (!pattern.ends_with('*')) return name == pattern;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool IsVariablePattern(std::string_view pattern) {
  const std::string_view name = pattern.substr(0, pattern.size() - (pattern.ends_with('*') ? 1 : 0));
  return !name.empty() && !IsDigit(name.front()) && std::ranges::all_of(name, IsOfName);
}

bool IsCommonVariable(std::string_view name) {
  const auto fits = [&](std::string_view pattern) { return FitsVariable(name, pattern); };
  return std::ranges::any_of(kCommon, fits) && !NamesSecret(name);
}

std::span<const std::string_view> CommonVariables() { return kCommon; }

std::vector<std::string> WithheldVariables(const std::map<std::string, std::string>& environment,
                                           const std::vector<std::string>& more) {
  std::vector<std::string> withheld;
  for (const auto& [name, value] : environment) {
    if (!IsCommonVariable(name) && !FitsAny(name, more)) withheld.push_back(name);
  }
  return withheld;
}

std::vector<std::string> NamedIn(std::string_view text, const std::vector<std::string>& withheld) {
  std::vector<std::string> named;
  for (const std::string& name : withheld) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      if (!StandsAlone(text, at, name.size())) continue;
      named.push_back(name);
      break;
    }
  }
  return named;
}

}  // namespace forge
