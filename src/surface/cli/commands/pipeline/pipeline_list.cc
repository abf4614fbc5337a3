#include <fmt/format.h>

#include "service/library.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"

namespace forge::cli {
namespace {

Form PipelineListForm() {
  Form form;
  form.notes = "Pipelines are looked up in .forge/pipelines, then in your config directory, then in the built-ins.";
  form.examples = {{"forge pipeline", "the same"}, {"forge pipeline graph task", "what one of them does"}};
  return form;
}

std::string OriginText(const Context& context, const PipelineListing& listing) {
  std::string text = context.Short(listing.origin);
  if (listing.overrides) text += ", overrides another";
  if (listing.problems > 0)
    text += fmt::format(", {} {}", listing.problems, listing.problems == 1 ? "problem" : "problems");
  return text;
}

Result<Exit> RunPipelineList(Context& context, const Args&) {
  const std::vector<PipelineListing> listings = ListPipelines(context.host.machine, context.project);
  if (context.json) {
    Json list = Json::MakeArray();
    for (const PipelineListing& listing : listings) {
      Json json =
          Json::MakeObject().Set("name", listing.name).Set("about", listing.about).Set("origin", listing.origin);
      list.Append(json.Set("overrides", listing.overrides).Set("problems", listing.problems));
    }
    context.out.Print(Json::MakeObject().Set("pipelines", std::move(list)));
    return Exit::kOk;
  }
  std::vector<std::vector<Cell>> rows;
  for (const PipelineListing& listing : listings) {
    rows.push_back({{listing.name, Tone::kStrong},
                    {OriginText(context, listing), listing.problems > 0 ? Tone::kBad : Tone::kFaint},
                    {listing.about, Tone::kPlain}});
  }
  const std::size_t width = context.host.output_is_terminal ? static_cast<std::size_t>(context.host.width()) : 0;
  context.out.Write(FormatColumns(context.out.palette(), {"NAME", "FROM", "ABOUT"}, rows, width));
  return Exit::kOk;
}

}  // namespace

constinit const Command kPipelineListCommand = {"pipeline list",   "list pipelines and where each comes from",
                                                Group::kPipelines, Needs::kSettings,
                                                PipelineListForm,  RunPipelineList};

}  // namespace forge::cli
