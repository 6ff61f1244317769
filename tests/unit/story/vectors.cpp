#include "vectors.hpp"

#include <simdjson.h>

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace benchlab::story_test {

namespace {

using simdjson::dom::element;

std::string folder() {
    const char* chosen = std::getenv("BENCHLAB_TEST_DATA");
    return std::string(chosen && *chosen ? chosen : BENCHLAB_TEST_DATA) + "/etl/vectors/";
}

ByteVector from_hex(std::string_view hex) {
    ByteVector out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        out.push_back(
            static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
    return out;
}

// The records' file writes texts as C++ does: std::u16string(u"C:\\").
std::string without_code(std::string_view text) {
    const std::size_t begin = text.find('"');
    if (begin == std::string_view::npos) return std::string(text);
    std::string out;
    for (std::size_t i = begin + 1; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
        out += text[i];
    }
    return out;
}

void add_value(Vector& vector, const std::string& name, element value, bool text_is_code) {
    std::uint64_t number = 0;
    std::int64_t negative = 0;
    std::string_view text;
    simdjson::dom::array list;
    if (value.get(number) == simdjson::SUCCESS) {
        vector.numbers[name] = number;
    } else if (value.get(negative) == simdjson::SUCCESS) {
        vector.numbers[name] = static_cast<std::uint64_t>(negative);
    } else if (value.get(text) == simdjson::SUCCESS) {
        vector.texts[name] = text_is_code ? without_code(text) : std::string(text);
    } else if (value.get(list) == simdjson::SUCCESS) {
        for (const element item : list) {
            if (item.get(number) == simdjson::SUCCESS) vector.lists[name].push_back(number);
        }
    }
}

std::vector<Vector> read(const std::string& name, const char* hex_key, const char* fields_key,
                         const char* field_name) {
    const std::string path = folder() + name;
    if (!std::filesystem::exists(path)) {
        std::printf("skipped: %s is not there\n", name.c_str());
        return {};
    }
    simdjson::dom::parser parser;
    const element document = parser.load(path);
    std::vector<Vector> out;
    for (const element item : document["vectors"]) {
        Vector vector;
        vector.test = std::string(std::string_view(item["test"]));
        vector.bytes = from_hex(std::string_view(item[hex_key]));
        std::string_view text;
        if (item["category"].get(text) == simdjson::SUCCESS) {
            vector.category = text;
            vector.type = static_cast<unsigned>(item["type"].get_uint64());
            vector.version = static_cast<unsigned>(item["version"].get_uint64());
            vector.pointer = static_cast<int>(item["pointer_size"].get_int64());
        }
        for (const element field : item[fields_key]) {
            element value;
            if (field["value"].get(value) != simdjson::SUCCESS) continue;
            add_value(vector, std::string(std::string_view(field[field_name])), value,
                      std::string_view(fields_key) == "expect");
        }
        out.push_back(std::move(vector));
    }
    return out;
}

}  // namespace

std::uint64_t Vector::operator[](const std::string& name) const {
    const auto found = numbers.find(name);
    BOOST_REQUIRE_MESSAGE(found != numbers.end(), test << " has no " << name);
    return found->second;
}

const std::string& Vector::text(const std::string& name) const {
    const auto found = texts.find(name);
    BOOST_REQUIRE_MESSAGE(found != texts.end(), test << " has no " << name);
    return found->second;
}

std::vector<Vector> read_kernel_payloads() {
    return read("libtrace-kernel-payloads.json", "payload_hex", "fields", "name");
}

std::vector<Vector> read_records() {
    return read("snail-records.json", "hex", "expect", "field");
}

}  // namespace benchlab::story_test
