// json_pick FILE POINTER: prints what the JSON pointer names, for the command-line tests: a scalar
// as it is, an array an item a line, an object its keys a line.  FILE may be - for stdin.
#include <simdjson.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

void print(simdjson::dom::element value) {
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) {
        std::cout << text << '\n';
    } else {
        std::cout << simdjson::minify(value) << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: json_pick FILE POINTER\n";
        return 2;
    }
    std::ifstream file;
    if (std::string(argv[1]) != "-") file.open(argv[1], std::ios::binary);
    std::istream& in = file.is_open() ? file : std::cin;
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    simdjson::dom::parser parser;
    simdjson::dom::element value;
    if (const auto code = parser.parse(content).at_pointer(argv[2]).get(value)) {
        std::cerr << argv[1] << ": " << argv[2] << ": " << simdjson::error_message(code) << '\n';
        return 1;
    }
    if (value.is_array()) {
        for (const simdjson::dom::element item : value.get_array()) print(item);
    } else if (value.is_object()) {
        for (const auto& [key, ignored] : value.get_object()) std::cout << key << '\n';
    } else {
        print(value);
    }
    return 0;
}
