#include "text/symbols/modules/module_python.h"

namespace forge {
namespace {

class PythonCut {
 public:
  explicit PythonCut(const ModuleTokens& t) : t_(t) {}

  std::vector<PythonStatement> Run() {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= t_.size(); ++i) {
      const bool closes = t_.Is(i, ')') || t_.Is(i, ']') || t_.Is(i, '}');
      const bool ends = i == t_.size() || (t_.IsTop(i) && !closes && (t_.IsFirstOnLine(i) || t_.Is(i, ';')));
      if (!ends) continue;
      if (i > begin) Line(begin, i);
      begin = t_.Is(i, ';') ? i + 1 : i;
    }
    return std::move(statements_);
  }

 private:
  struct Block {
    int indent = 0;
    bool scope = false, tries = false;
  };

  void Line(std::size_t begin, std::size_t end) {
    const int indent = t_.At(begin).indent;
    // What follows a semicolon, or the colon of a head, belongs to what the line began with.
    if (t_.IsFirstOnLine(begin)) {
      while (!blocks_.empty() && blocks_.back().indent >= indent) blocks_.pop_back();
    }
    const bool is_head = t_.IsOneWordOf(begin, {"if", "elif", "else", "try", "except", "finally", "with", "for",
                                                "while", "def", "class", "async", "match", "case"});
    const std::size_t colon = is_head ? Colon(begin, end) : end;
    Add(begin, colon);
    if (colon == end) return;
    Block block = blocks_.empty() ? Block{} : blocks_.back();
    block.indent = indent;
    const std::size_t word = t_.IsWord(begin, "async") ? begin + 1 : begin;
    block.scope = block.scope || t_.IsOneWordOf(word, {"def", "class"});
    block.tries = block.tries || t_.IsOneWordOf(word, {"try", "except"});
    blocks_.push_back(block);
    if (colon + 1 < end) Add(colon + 1, end);
  }
  std::size_t Colon(std::size_t i, std::size_t end) const {
    for (int lambdas = 0; i < end; ++i) {
      if (!t_.IsTop(i)) continue;
      if (t_.IsWord(i, "lambda")) ++lambdas;
      if (t_.Is(i, ':') && !t_.Reads(i, ":=") && --lambdas < 0) return i;
    }
    return end;
  }
  void Add(std::size_t begin, std::size_t end) {
    const Block block = blocks_.empty() ? Block{} : blocks_.back();
    statements_.push_back({begin, end, block.scope, block.tries});
  }

  const ModuleTokens& t_;
  std::vector<Block> blocks_;
  std::vector<PythonStatement> statements_;
};

constexpr std::size_t kLongestDotted = 1000;

// "..a.b" at `i`, which moves behind it.
std::string DottedName(const ModuleTokens& t, std::size_t& i, std::size_t end) {
  std::string name;
  for (; i < end && name.size() < kLongestDotted; ++i) {
    const bool word = t.IsWord(i) && (name.empty() || name.back() == '.') && !t.IsWord(i, "import");
    if (!word && !t.Is(i, '.')) break;
    name += t.At(i).text;
  }
  return name;
}

}  // namespace

std::vector<PythonStatement> PythonStatements(const ModuleTokens& t) { return PythonCut(t).Run(); }

bool ReadPythonImport(const ModuleTokens& t, const PythonStatement& statement, PythonImport& import) {
  std::size_t i = statement.begin;
  import = {};
  import.from = t.IsWord(i, "from");
  if (!import.from && !t.IsWord(i, "import")) return false;
  ++i;
  if (import.from) {
    import.module = DottedName(t, i, statement.end);
    if (import.module.empty() || !t.IsWord(i, "import")) return false;
    ++i;
    if (t.Is(i, '*')) {
      import.star = true;
      return true;
    }
  }
  for (; i < statement.end; ++i) {
    if (!t.IsWord(i)) continue;  // parentheses and commas
    PythonImportedAs item;
    item.token = i;
    item.path = DottedName(t, i, statement.end);
    if (item.path.empty()) continue;  // no import of Python
    item.name = item.path.substr(0, item.path.find('.'));
    if (t.IsWord(i, "as") && t.IsWord(i + 1)) {
      item.name = t.At(i + 1).text;
      item.token = i + 1;
      item.renamed = true;
      i += 1;
    } else {
      --i;
    }
    import.items.push_back(std::move(item));
  }
  return true;
}

}  // namespace forge
