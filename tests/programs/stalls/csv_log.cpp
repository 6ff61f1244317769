#include "csv_log.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace stalls {

void write_csv(const std::string& path, const std::vector<LogRow>& rows) {
    std::ofstream out(path);
    out << "kind,frame,begin_ns,end_ns,tid,detail\n";
    for (const LogRow& each : rows) {
        std::string detail = each.detail;
        std::replace(detail.begin(), detail.end(), ',', ';');
        out << each.kind << ',' << each.frame << ',' << each.begin_ns << ',' << each.end_ns << ','
            << each.tid << ',' << detail << '\n';
    }
    out.close();
    if (!out) {
        throw std::system_error(errno, std::generic_category(), "cannot write " + path);
    }
}

}  // namespace stalls
