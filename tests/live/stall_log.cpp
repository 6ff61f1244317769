#include "stall_log.hpp"

#include <fstream>
#include <sstream>

namespace live {

std::vector<Logged> read_log(const std::filesystem::path& path) {
    std::vector<Logged> out;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::string field[6];
        for (std::string& each : field) std::getline(fields, each, ',');
        Logged logged;
        logged.kind = field[0];
        logged.begin = std::stoll(field[2]);
        logged.end = std::stoll(field[3]);
        logged.tid = static_cast<std::uint32_t>(std::stoul(field[4]));
        std::istringstream words(field[5]);
        for (std::string word; words >> word;) {
            const std::size_t equals = word.find('=');
            logged.detail[word.substr(0, equals)] =
                equals == word.npos ? "" : word.substr(equals + 1);
        }
        out.push_back(logged);
    }
    return out;
}

}  // namespace live
