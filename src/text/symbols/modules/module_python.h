// A Python file as statements with their place: what is in a function or class, what is tried. Part of module_names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "text/symbols/modules/module_tokens.h"

namespace forge {

struct PythonStatement {
  std::size_t begin = 0, end = 0;  // tokens
  bool inside = false;             // of a function or class
  bool tried = false;              // in try, or in what follows an error
};

// Simple statements, and the heads of compound ones (without what follows the colon on their line), in order.
std::vector<PythonStatement> PythonStatements(const ModuleTokens& t);

// a, b as c: the dotted name, the name it gets, and the token of that. Of "a.b" it is a.
struct PythonImportedAs {
  std::string path, name;
  std::size_t token = 0;
  bool renamed = false;
};
struct PythonImport {
  bool from = false;   // from module import items; else each item is a module
  std::string module;  // with its dots in front
  bool star = false;
  std::vector<PythonImportedAs> items;
};
// False: the statement is no import.
bool ReadPythonImport(const ModuleTokens& t, const PythonStatement& statement, PythonImport& import);

}  // namespace forge
