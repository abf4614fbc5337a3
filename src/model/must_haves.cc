#include "model/must_haves.h"

#include <cstddef>
#include <utility>

#include "model/fields.h"

namespace forge {
namespace {

Json ArtifactToJson(const MustHaves::Artifact& artifact) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "path", artifact.path);
  SetUnlessEmpty(json, "provides", artifact.provides);
  SetUnlessZero(json, "min_lines", artifact.min_lines);
  SetUnlessEmpty(json, "stub_patterns", artifact.stub_patterns);
  return json;
}

Json KeyLinkToJson(const MustHaves::KeyLink& link) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "from", link.from);
  SetUnlessEmpty(json, "to", link.to);
  SetUnlessEmpty(json, "via", link.via);
  return json;
}

Result<MustHaves::Artifact> ArtifactFromJson(const Json& json) {
  MustHaves::Artifact artifact;
  FieldReader fields(json, "artifact");
  fields.Read("path", artifact.path);
  fields.Read("provides", artifact.provides);
  fields.Read("min_lines", artifact.min_lines);
  fields.Read("stub_patterns", artifact.stub_patterns);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return artifact;
}

Result<MustHaves::KeyLink> KeyLinkFromJson(const Json& json) {
  MustHaves::KeyLink link;
  FieldReader fields(json, "key_link");
  fields.Read("from", link.from);
  fields.Read("to", link.to);
  fields.Read("via", link.via);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return link;
}

}  // namespace

Json ToJson(const MustHaves& must_haves) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "truths", must_haves.truths);
  SetItemsUnlessEmpty(json, "artifacts", must_haves.artifacts, ArtifactToJson);
  SetItemsUnlessEmpty(json, "key_links", must_haves.key_links, KeyLinkToJson);
  SetUnlessEmpty(json, "expected_output", must_haves.expected_output);
  return json;
}

Result<MustHaves> MustHavesFromJson(const Json& json) {
  MustHaves must_haves;
  FieldReader fields(json, "must_haves");
  fields.Read("truths", must_haves.truths);
  fields.ReadItems("artifacts", ArtifactFromJson, must_haves.artifacts);
  fields.ReadItems("key_links", KeyLinkFromJson, must_haves.key_links);
  fields.Read("expected_output", must_haves.expected_output);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return must_haves;
}

}  // namespace forge
