// json_parts.hpp: arrays and objects by value, so that a loop over one keeps it.
#pragma once

#include <simdjson.h>

namespace etl_test {

using Element = simdjson::dom::element;

inline simdjson::dom::array items(Element element) {
    simdjson::dom::array result;
    if (element.get(result) != simdjson::SUCCESS) throw std::runtime_error("no JSON array");
    return result;
}

inline simdjson::dom::object members(Element element) {
    simdjson::dom::object result;
    if (element.get(result) != simdjson::SUCCESS) throw std::runtime_error("no JSON object");
    return result;
}

inline Element at(Element element, std::string_view key) {
    Element result;
    if (element.at_key(key).get(result) != simdjson::SUCCESS)
        throw std::runtime_error("no JSON member " + std::string(key));
    return result;
}

inline std::string text_of(Element element) {
    std::string_view result;
    if (element.get(result) != simdjson::SUCCESS) throw std::runtime_error("no JSON text");
    return std::string(result);
}

inline std::uint64_t unsigned_of(Element element) {
    std::uint64_t result = 0;
    if (element.get(result) != simdjson::SUCCESS) throw std::runtime_error("no JSON number");
    return result;
}

inline Element load(simdjson::dom::parser& parser, const std::string& path) {
    Element result;
    if (parser.load(path).get(result) != simdjson::SUCCESS)
        throw std::runtime_error("no JSON file " + path);
    return result;
}

}  // namespace etl_test
