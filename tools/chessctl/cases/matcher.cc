// Compares what a case expects with what an operation computed.
#include <algorithm>
#include <cmath>

#include "chessctl/cases/runner.h"
#include "chessctl/cases/words.h"

namespace chess::chessctl {
namespace {

bool Contains(const Json& list, const Json& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string Text(const Json& value) {
  std::string text = value.dump();
  if (text.size() > 300) text = text.substr(0, 300) + "…";
  return text;
}

std::string Differ(const std::string& name, const Json& expected, const Json& actual) {
  return name + " is " + Text(actual) + ", expected " + Text(expected);
}

bool NumbersAgree(double expected, double actual, double tolerance) {
  return std::abs(expected - actual) <= tolerance + 1e-12 * std::abs(expected);
}

std::string MismatchValue(const std::string& name, const Json& expected, const Json& actual,
                          double tolerance);

std::string MismatchObject(const Json& expected, const Json& actual, double tolerance);

std::string MismatchList(const std::string& name, const Json& expected, const Json& actual,
                         double tolerance) {
  if (!actual.is_array() || actual.size() != expected.size()) {
    return Differ(name, expected, actual);
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    std::string mismatch =
        MismatchValue(name + "[" + std::to_string(i) + "]", expected[i], actual[i], tolerance);
    if (!mismatch.empty()) return mismatch;
  }
  return "";
}

// A reason of ours may be a list, where several things are wrong at once: one must fit.
std::string MismatchReason(const std::string& name, const Json& expected, const Json& actual) {
  const auto fits = [&](const Json& ours) {
    return ours.is_string() &&
           SameReason(expected.get<std::string>(), ours.get<std::string>());
  };
  const bool good =
      actual.is_array() ? std::any_of(actual.begin(), actual.end(), fits) : fits(actual);
  return good ? "" : Differ(name, expected, actual);
}

std::string MismatchValue(const std::string& name, const Json& expected, const Json& actual,
                          double tolerance) {
  if ((name == "reason" || name == "error") && expected.is_string()) {
    return MismatchReason(name, expected, actual);
  }
  if (expected.is_object() && actual.is_object()) {
    const std::string mismatch = MismatchObject(expected, actual, tolerance);
    return mismatch.empty() ? "" : name + ": " + mismatch;
  }
  if (expected.is_array()) return MismatchList(name, expected, actual, tolerance);
  if (expected.is_number() && actual.is_number()) {
    const bool agree = NumbersAgree(expected.get<double>(), actual.get<double>(), tolerance);
    return agree ? "" : Differ(name, expected, actual);
  }
  return expected == actual ? "" : Differ(name, expected, actual);
}

bool TakeSuffix(std::string* name, std::string_view suffix) {
  if (!name->ends_with(suffix)) return false;
  name->resize(name->size() - suffix.size());
  return true;
}

std::string MismatchMoves(const std::string& key, const Json& expected, const Json& actual) {
  const bool wanted = key == "includes";
  const char* list_name = key == "then_excludes" ? "then_moves" : "moves";
  // Other spellings of the same moves (castling) are listed apart, so that `count` stays right.
  const char* also_name = key == "then_excludes" ? "then_also" : "also";
  for (const Json& move : expected) {
    const bool found = (actual.contains(list_name) && Contains(actual[list_name], move)) ||
                       (actual.contains(also_name) && Contains(actual[also_name], move));
    if (found != wanted) {
      return move.get<std::string>() + (wanted ? " is missing" : " should not be legal");
    }
  }
  return "";
}

std::string MismatchKey(const std::string& key, const Json& expected, const Json& actual,
                        double tolerance) {
  if (key == "includes" || key == "excludes" || key == "then_excludes") {
    return MismatchMoves(key, expected, actual);
  }
  if (key == "terminates_ms") return MismatchKey("taken_ms_max", expected, actual, tolerance);
  if (actual.contains(key)) return MismatchValue(key, expected, actual[key], tolerance);
  std::string name = key;
  const auto value = [&]() -> const Json* {
    return actual.contains(name) ? &actual[name] : nullptr;
  };
  if (TakeSuffix(&name, "_min")) {
    const bool good = value() && value()->get<double>() >= expected.get<double>();
    return good ? "" : Differ(key, expected, value() ? *value() : Json());
  }
  if (TakeSuffix(&name, "_max")) {
    const bool good = value() && value()->get<double>() <= expected.get<double>();
    return good ? "" : Differ(key, expected, value() ? *value() : Json());
  }
  if (TakeSuffix(&name, "_in")) {
    const bool good = value() && Contains(expected, *value());
    return good ? "" : Differ(key, expected, value() ? *value() : Json());
  }
  if (TakeSuffix(&name, "_before_t")) {
    name += "_t";
    const bool good = value() && value()->get<double>() < expected.get<double>();
    return good ? "" : Differ(key, expected, value() ? *value() : Json());
  }
  return expected.is_null() ? "" : "nothing known of " + key;
}

std::string MismatchAny(const Json& alternatives, const Json& actual) {
  std::string all;
  for (const Json& alternative : alternatives) {
    const std::string mismatch = Mismatch(alternative, actual);
    if (mismatch.empty()) return "";
    if (!all.empty()) all += "; or ";
    all += mismatch;
  }
  return all.empty() ? "no alternative" : all;
}

std::string MismatchObject(const Json& expected, const Json& actual, double tolerance) {
  for (const auto& [key, value] : expected.items()) {
    if (key == "tol") continue;
    const std::string mismatch = key == "any_of" ? MismatchAny(value, actual)
                                                 : MismatchKey(key, value, actual, tolerance);
    if (!mismatch.empty()) return mismatch;
  }
  return "";
}

}  // namespace

std::string Mismatch(const Json& expected, const Json& actual) {
  if (!expected.is_object()) return MismatchValue("value", expected, actual, 0);
  return MismatchObject(expected, actual, expected.value("tol", 0.0));
}

}  // namespace chess::chessctl
