#include "chessctl/cases/case_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "chessctl/open_file.h"

namespace chess::chessctl {
namespace {

Json MakeCase(std::string id, Json input, Json expected) {
  return {{"id", std::move(id)}, {"input", std::move(input)}, {"expected", std::move(expected)}};
}

Json SanParse(const Json& fen, const char* variant, const Json& text) {
  return {
      {"op", "san_parse"}, {"variant", variant}, {"mode", "lenient"}, {"fen", fen}, {"san", text}};
}

void AddSanCase(const Json& entry, std::vector<Json>* cases) {
  const std::string id = entry.at("id");
  const Json& fen = entry.at("fen");
  cases->push_back(MakeCase(
      id, {{"op", "san_write"}, {"variant", "standard"}, {"fen", fen}, {"uci", entry.at("uci")}},
      {{"san", entry.at("san")}}));
  Json forms = entry.value("over_specified_forms", Json::array());
  forms.insert(forms.begin(), entry.at("san"));
  for (const Json& form : forms) {
    cases->push_back(MakeCase(id + " " + form.get<std::string>(), SanParse(fen, "standard", form),
                              {{"uci", entry.at("uci")}, {"san", entry.at("san")}}));
  }
  for (const Json& form : entry.value("ambiguous_forms_to_reject", Json::array())) {
    cases->push_back(MakeCase(id + " " + form.get<std::string>(), SanParse(fen, "standard", form),
                              {{"error", "ambiguous"}}));
  }
}

bool IsCastlingText(const std::string& text) { return text[0] == 'O' || text[0] == '0'; }

Json PlayInput(const Json& fen, const std::string& uci) {
  return {{"op", "play"}, {"variant", "chess960"}, {"fen", fen}, {"uci", {uci}}};
}

void AddCastling(const std::string& id, const Json& fen, const Json& castling,
                 std::vector<Json>* cases) {
  for (const Json& text : castling.value("accepted_inputs", Json::array())) {
    const std::string input = text;
    const std::string name = id + " " + input;
    if (IsCastlingText(input)) {
      cases->push_back(
          MakeCase(name, SanParse(fen, "chess960", input),
                   {{"uci", castling.at("king_takes_rook")}, {"san", castling.at("san")}}));
    } else {
      cases->push_back(
          MakeCase(name, PlayInput(fen, input),
                   {{"fen", castling.at("result_fen")}, {"san", {castling.at("san")}}}));
    }
  }
  for (const Json& text : castling.value("inputs_to_reject", Json::array())) {
    const std::string input = text;
    const Json how =
        IsCastlingText(input) ? SanParse(fen, "chess960", input) : PlayInput(fen, input);
    cases->push_back(MakeCase(id + " " + input, how, {{"error", "illegal"}}));
  }
}

// Every position is read in both spellings of its castling rights.
void AddCastlingPosition(const Json& entry, std::vector<Json>* cases) {
  for (const char* spelling : {"fen", "fen_shredder"}) {
    const Json& fen = entry.at(spelling);
    const std::string id = entry.at("id").get<std::string>() + " " + spelling;
    for (const Json& castling : entry.at("castlings")) AddCastling(id, fen, castling, cases);
    for (const Json& input : entry.value("inputs", Json::array())) {
      const std::string text = input.at("input");
      const Json expected = input.contains("result_fen") ? Json{{"fen", input["result_fen"]}}
                                                         : Json{{"error", "illegal"}};
      cases->push_back(MakeCase(id + " " + text, PlayInput(fen, text), expected));
    }
  }
}

base::Error FileError(const std::string& path, const std::string& message) {
  return base::MakeError(base::Code::kInvalidArgument, "CASE_FILE", path + ": " + message);
}

// Where the text stops being JSON, as line:column.
std::string PlaceOf(const std::string& text, size_t byte) {
  const std::string before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  return std::to_string(line) + ":" + std::to_string(before.size() - start + 1);
}

base::Result<std::vector<Json>> ReadCases(const std::string& path, const std::string& text) {
  const Json document = Json::parse(text);
  std::vector<Json> cases;
  if (document.is_array()) {
    for (const Json& entry : document) cases.push_back(entry);
  } else if (document.contains("positions")) {
    for (const Json& entry : document["positions"]) AddCastlingPosition(entry, &cases);
  } else if (document.contains("cases") && document["cases"].at(0).contains("san")) {
    for (const Json& entry : document["cases"]) AddSanCase(entry, &cases);
  } else {
    return FileError(path, "is no file of cases (chessctl cases --help says what is)");
  }
  return cases;
}

}  // namespace

base::Result<std::vector<Json>> ReadCaseFile(const std::string& path) {
  std::ifstream file;
  if (!OpenFile(path, &file)) return FileError(path, "cannot be read");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    return ReadCases(path, text);
  } catch (const Json::parse_error& problem) {
    return FileError(path + ":" + PlaceOf(text, problem.byte), "is not JSON");
  } catch (const Json::exception&) {
    return FileError(path, "is JSON, but no file of cases (chessctl cases --help says what is)");
  }
}

}  // namespace chess::chessctl
