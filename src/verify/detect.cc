#include "verify/detect.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "verify/make_targets.h"

namespace forge {
namespace {

constexpr std::array<std::string_view, 3> kMakefiles = {"GNUmakefile", "makefile", "Makefile"};  // as make looks
constexpr std::array<std::string_view, 3> kJustfiles = {"justfile", "Justfile", ".justfile"};

class Detection {
 public:
  explicit Detection(const ProjectListing& project) : project_(project) {}

  // In order of precedence: what the project's people wrote for running checks, then build systems, then languages.
  std::vector<DetectedVerify> Run() {
    Make();
    Just();
    CMake();
    Meson();
    Bazel();
    Cargo();
    Go();
    Gradle();
    Maven();
    Dotnet();
    Mix();
    Swift();
    Zig();
    Script();
    Python();
    Ruby();
    Php();
    return std::move(found_);
  }

 private:
  bool Has(std::string_view path) const { return std::ranges::find(project_.paths, path) != project_.paths.end(); }

  template <typename Predicate>
  std::string Find(Predicate fits) const {
    auto it = std::ranges::find_if(project_.paths, fits);
    return it == project_.paths.end() ? "" : *it;
  }

  std::string_view Content(std::string_view path) const {
    auto it = project_.contents.find(std::string(path));
    return it == project_.contents.end() ? std::string_view() : it->second;
  }

  bool Mentions(std::string_view path, std::string_view word) const {
    return Content(path).find(word) != std::string_view::npos;
  }

  void Add(std::string tool, std::vector<std::string> commands, std::string why,
           std::vector<std::string> reports = {}) {
    found_.push_back({std::move(tool), std::move(commands), std::move(reports), std::move(why)});
  }

  void Make() {
    for (std::string_view name : kMakefiles) {
      if (!Has(name)) continue;
      const std::string_view text = Content(name);
      if (IsGeneratedMakefile(text)) return;
      for (std::string_view target : {"test", "check"}) {
        if (!HasMakeTarget(text, target)) continue;
        return Add("Make", {fmt::format("make {}", target)}, fmt::format("{} has the target `{}`", name, target));
      }
      return;  // make itself looks at no further one
    }
  }

  void Just() {
    for (std::string_view name : kJustfiles) {
      if (!Has(name)) continue;
      for (std::string_view recipe : {"test", "check"}) {
        if (!HasJustRecipe(Content(name), recipe)) continue;
        return Add("just", {fmt::format("just {}", recipe)}, fmt::format("{} has the recipe `{}`", name, recipe));
      }
      return;
    }
  }

  // Where a build may go without changing the tree: `build` when git ignores it, else a directory that is thrown away.
  bool IgnoresBuild() const {
    for (std::string_view line : Lines(Content(".gitignore"))) {
      line = Trim(line);
      if (line == "build" || line == "build/" || line == "/build" || line == "/build/" || line == "build*" ||
          line == "/build*" || line == "build*/" || line == "/build*/") {
        return true;
      }
    }
    return false;
  }

  std::string InBuildDirectory(const std::string& commands) const {
    if (IgnoresBuild()) return "B=build && " + commands;
    return "B=$(mktemp -d) && trap 'rm -rf \"$B\"' EXIT && " + commands;
  }

  void CMake() {
    if (!Has("CMakeLists.txt")) return;
    const std::string_view text = Content("CMakeLists.txt");
    std::string lower = Lower(text);
    std::erase_if(lower, [](char c) { return c == ' ' || c == '\t'; });
    const bool tests =
        lower.find("enable_testing(") != std::string::npos || lower.find("include(ctest)") != std::string::npos;
    std::string commands = "cmake -S . -B \"$B\" && cmake --build \"$B\" --parallel";
    if (tests) {
      commands += " && ctest --test-dir \"$B\" --output-on-failure --output-junit \"${FORGE_REPORTS:-$B}/ctest.xml\"";
    }
    Add("CTest", {InBuildDirectory(commands)},
        tests ? "CMakeLists.txt enables tests" : "CMakeLists.txt has no tests: Forge only builds");
  }

  void Meson() {
    if (!Has("meson.build")) return;
    const std::string setup =
        IgnoresBuild() ? "{ [ -e \"$B/build.ninja\" ] || meson setup \"$B\"; }" : "meson setup \"$B\"";
    Add("Meson", {InBuildDirectory(setup + " && meson test -C \"$B\" --print-errorlogs")}, "found meson.build");
  }

  void Bazel() {
    for (const char* name : {"MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"}) {
      if (Has(name)) return Add("Bazel", {"bazel test //..."}, fmt::format("found {}", name));
    }
  }

  void Cargo() {
    if (!Has("Cargo.toml")) return;
    const bool workspace = Mentions("Cargo.toml", "[workspace]");
    Add("Cargo", {workspace ? "cargo test --workspace" : "cargo test"},
        workspace ? "Cargo.toml defines a workspace" : "found Cargo.toml");
  }

  void Go() {
    if (Has("go.work")) {
      Add("Go", {"go list -f '{{.Dir}}/...' -m | xargs go test"}, "found go.work");
    } else if (Has("go.mod")) {
      Add("Go", {"go test ./..."}, "found go.mod");
    }
  }

  void Gradle() {
    const std::vector<std::string> reports = {"**/build/test-results/**/*.xml"};
    for (const char* name : {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"}) {
      if (!Has(name)) continue;
      return Add("Gradle", {Has("gradlew") ? "./gradlew test" : "gradle test"}, fmt::format("found {}", name), reports);
    }
  }

  void Maven() {
    if (!Has("pom.xml")) return;
    Add("Maven", {Has("mvnw") ? "./mvnw -B test" : "mvn -B test"}, "found pom.xml",
        {"**/target/surefire-reports/*.xml"});
  }

  void Dotnet() {
    const std::string solution = Find([](const std::string& path) {
      const bool top = path.find('/') == std::string::npos;
      return top && (path.ends_with(".sln") || path.ends_with(".slnx"));
    });
    const std::string project = Find([](const std::string& path) {
      const bool top = path.find('/') == std::string::npos;
      return top && (path.ends_with(".csproj") || path.ends_with(".fsproj") || path.ends_with(".vbproj"));
    });
    const std::string& name = solution.empty() ? project : solution;
    if (!name.empty()) Add("dotnet", {"dotnet test"}, fmt::format("found {}", name));
  }

  void Mix() {
    if (Has("mix.exs")) Add("Mix", {"mix test"}, "found mix.exs");
  }
  void Swift() {
    if (Has("Package.swift")) Add("Swift", {"swift test"}, "found Package.swift");
  }
  void Zig() {
    if (Has("build.zig")) Add("Zig", {"zig build test"}, "found build.zig");
  }

  std::string PackageManager(const Json& package) const {
    const std::string declared = package["packageManager"].AsString();
    for (const char* name : {"pnpm", "yarn", "bun", "npm"}) {
      if (declared.starts_with(std::string(name) + "@")) return name;
    }
    if (Has("pnpm-lock.yaml")) return "pnpm";
    if (Has("yarn.lock")) return "yarn";
    if (Has("bun.lock") || Has("bun.lockb")) return "bun";
    return "npm";
  }

  // What `npm init` writes is not a test.
  void Script() {
    if (!Has("package.json")) return;
    auto package = ParseJson(std::string(Content("package.json")));
    if (!package) return;
    const std::string script = (*package)["scripts"]["test"].AsString();
    if (Trim(script).empty() || script.find("no test specified") != std::string::npos) return;
    const std::string manager = PackageManager(*package);
    Add(manager, {manager == "bun" ? "bun run test" : manager + " test"}, "package.json has the script `test`");
  }

  std::string PytestReason() const {
    if (Has("pytest.ini")) return "found pytest.ini";
    if (Mentions("pyproject.toml", "[tool.pytest")) return "pyproject.toml configures pytest";
    if (Mentions("setup.cfg", "[tool:pytest]")) return "setup.cfg configures pytest";
    if (Mentions("tox.ini", "[pytest]")) return "tox.ini configures pytest";
    for (const char* name : {"conftest.py", "tests/conftest.py", "test/conftest.py"}) {
      if (Has(name)) return fmt::format("found {}", name);
    }
    for (const std::string& path : project_.paths) {
      const bool named = path == "pyproject.toml" || path == "setup.cfg" || path == "setup.py" || path == "Pipfile" ||
                         (path.starts_with("requirements") && path.ends_with(".txt"));
      if (named && Mentions(path, "pytest")) return fmt::format("{} requires pytest", path);
    }
    return "";
  }

  static bool IsPythonTest(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    return name.ends_with(".py") && (name.starts_with("test") || name.ends_with("_test.py"));
  }

  void Python() {
    if (const std::string why = PytestReason(); !why.empty()) {
      const std::string by = Has("uv.lock")       ? "uv run pytest"
                             : Has("poetry.lock") ? "poetry run pytest"
                                                  : "python3 -m pytest";
      return Add("pytest", {by + " --junitxml=\"${FORGE_REPORTS:-${TMPDIR:-/tmp}}/pytest.xml\""}, why);
    }
    const std::string test = Find(IsPythonTest);
    if (test.empty()) return;
    std::string command = "python3 -m unittest discover";
    const std::string folder = test.find('/') == std::string::npos ? "" : test.substr(0, test.find('/'));
    if ((folder == "tests" || folder == "test") && !Has(folder + "/__init__.py")) command += " -s " + folder;
    Add("unittest", {command}, fmt::format("found {}, and nothing requires pytest", test));
  }

  void Ruby() {
    const std::string bundle = Has("Gemfile") ? "bundle exec " : "";
    const std::string spec = Find([](const std::string& path) { return path.ends_with("_spec.rb"); });
    if (Has(".rspec") || !spec.empty()) {
      return Add("RSpec", {bundle + "rspec"}, fmt::format("found {}", spec.empty() ? ".rspec" : spec));
    }
    for (const char* name : {"Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb"}) {
      if (!Has(name)) continue;
      const bool test = Mentions(name, "TestTask") || Mentions(name, "task :test") || Mentions(name, "task test");
      if (test) return Add("Rake", {bundle + "rake test"}, fmt::format("{} has the task `test`", name));
      if (Mentions(name, "load_tasks") && Has("bin/rails")) return Add("Rails", {"bin/rails test"}, "found bin/rails");
      return;
    }
  }

  void Php() {
    auto composer = Has("composer.json") ? ParseJson(std::string(Content("composer.json"))) : Result<Json>(Json());
    if (composer && !(*composer)["scripts"]["test"].is_null()) {
      return Add("Composer", {"composer test"}, "composer.json has the script `test`");
    }
    for (const char* name : {"phpunit.xml", "phpunit.xml.dist"}) {
      if (Has(name)) return Add("PHPUnit", {"vendor/bin/phpunit"}, fmt::format("found {}", name));
    }
  }

  const ProjectListing& project_;
  std::vector<DetectedVerify> found_;
};

}  // namespace

bool WantsContent(std::string_view path) {
  if (path.find('/') != std::string_view::npos) return false;
  return IsOneOf(path, {".gitignore", "CMakeLists.txt", "Cargo.toml", "package.json", "pyproject.toml", "setup.cfg",
                        "setup.py", "tox.ini", "Pipfile", "Rakefile", "rakefile", "Rakefile.rb", "rakefile.rb",
                        "composer.json", "GNUmakefile", "makefile", "Makefile"}) ||
         std::ranges::find(kJustfiles, path) != kJustfiles.end() ||
         (path.starts_with("requirements") && path.ends_with(".txt"));
}

std::vector<DetectedVerify> DetectVerify(const ProjectListing& project) { return Detection(project).Run(); }

}  // namespace forge
