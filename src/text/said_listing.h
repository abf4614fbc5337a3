// Which code of a list is run: items, paragraphs, blocks of code and what stands above them. Knows how words lead to
// what is below them and take back what is before them; not fields, sections or Markdown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/said_commands.h"

namespace forge {

struct SaidPiece {
  enum class Kind {
    kParagraph,
    kMore,     // a line of the paragraph before that begins a sentence
    kItem,     // the first paragraph of an item
    kCode,     // a block of code
    kLiteral,  // a block that is one command
  };
  Kind kind = Kind::kParagraph;
  int line = 0;
  int column = 0;
  int last_line = 0;
  int depth = 0;  // of its block: what stands in an item has at least the depth of the item's text
  std::string text = {};
  std::string language = {};  // of code: in lower case
  bool denied = false;        // a line that is not in the list says not to run it
};

// What is run, and what is written there and is not.
struct SaidListing {
  struct Command {
    std::string text;
    int line = 0, column = 0;
    bool alone = false;     // an item or paragraph that is one code span
    bool in_block = false;  // a line of a block of code
  };
  struct NotRun {
    std::string text;
    int line = 0, column = 0;
    bool is_code = true;  // else words
    SaidWhy why = SaidWhy::kSpokenOf;
  };
  std::vector<Command> commands;
  std::vector<NotRun> not_run;
};

// Takes the pieces in order. What stands above a piece (a heading, a line that leads on, the item that it is nested in)
// must be an order, the name of a check or an outcome (said_shapes.h), else the piece is not run. The lines of a block
// whose comments say not to run them are not run. What the next item or paragraph says not to run is taken back.
// Linear.
class SaidListReader {
 public:
  // `field`: of a step, where lines without backticks and sentences in paragraphs may be commands, too. Else only
  // items, blocks, and paragraphs that are nothing but code.
  explicit SaidListReader(bool field) : field_(field) {}

  void Heading(int level, std::string_view text);
  void Add(const SaidPiece& piece);
  SaidListing Take();

 private:
  // Words with something below them. What they say is read when it is asked for.
  struct Lead {
    int depth = 0;
    int last_line = 0;
    bool item = false;
    bool took_back = false;  // it is about what stands before it
    std::string text = {};
    std::optional<bool> lets_run = {};
  };
  static bool LetsRun(Lead& lead);

  void AddText(const SaidPiece& piece);
  void AddWords(const SaidPiece& piece, bool above);
  void AddSaid(const SaidPiece& piece, bool above);
  void AddBlock(const SaidPiece& block);
  void AddShell(const SaidPiece& block, bool above);
  void CiteParagraph(const SaidPiece& piece, SaidWhy why);
  void AddLead(const SaidPiece& piece, bool took_back);
  void Close(const SaidPiece& piece);
  void EndTitle(const SaidPiece* next);
  bool Above(const SaidPiece& piece);
  void AddCommand(const SaidPiece& piece, std::string command, bool run, bool alone = false);
  void Leave(const SaidPiece& piece, std::string code, SaidWhy why);
  void TakeBack(std::size_t from, SaidWhy why);

  bool field_ = false;
  SaidListing found_;
  std::vector<std::pair<int, bool>> headings_;  // level, and whether what is below may be run
  std::vector<Lead> leads_;                     // from the outermost on: the items around, and the paragraph above
  std::optional<SaidPiece> title_;              // "Unit tests:", until something stands below it
  SaidWhy title_why_ = SaidWhy::kSpokenOf;
  std::size_t last_begin_ = 0;  // of the commands of the piece before
  std::size_t list_begin_ = 0;  // of those since the last paragraph
  bool in_denial_ = false;      // in a paragraph that spoke against it
  bool below_denial_ = false;   // directly below "Do not run this." or "After the merge."
  bool left_ = false;           // the code of the piece before is not run: "Then run `b`" goes on with it
};

}  // namespace forge
