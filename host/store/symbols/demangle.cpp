#include "store/symbols/demangle.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "base/text.hpp"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace benchlab::store {
namespace {

// The longest real ones have some thousands of letters.
constexpr std::size_t kLongest = 16384;

// How long a mangled name may become, at most and roughly.  In it "S1_" and "T_" stand for earlier
// parts, which may have such in them: 200 letters of a file made for it become terabytes, and the
// demangler of the library knows no limit.
class LengthEstimate {
  public:
    static bool is_reasonable(std::string_view symbol) {
        // Of real names it is a thousand times too high and more.  Of 67,000 in LLVM, libstdc++ and
        // programs of ours 22 are left as they are.
        constexpr double kMost = 250e6;
        LengthEstimate estimate;
        for (std::size_t i = 0; i < symbol.size() && estimate.length_ < kMost; ++i) {
            estimate.add(symbol, i);
        }
        return estimate.length_ < kMost;
    }

  private:
    void add(std::string_view symbol, std::size_t at) {
        // "unsigned long long" is one letter, most others are one; std::string with all its
        // parameters is two.
        constexpr double kLettersOfOne = 4, kLettersOfAbbreviation = 40;
        // A pattern that is written once for each of some types.
        constexpr double kOfPack = 4;
        const char letter = symbol[at];
        length_ += kLettersOfOne;
        if (letter == 'S' || letter == 'T') {
            refer(letter == 'S' ? parts_ : parameters_, symbol.substr(at + 1));
            if (letter == 'S') length_ += kLettersOfAbbreviation;
        } else if ((letter == 'D' || letter == 's') && symbol.substr(at + 1, 1) == "p") {
            length_ *= kOfPack;
        }
    }
    // "_" is the first, "0_" the second.  One was complete when it or a later one was first named.
    void refer(std::vector<double>& known, std::string_view rest) {
        constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        std::size_t number = 0, digits = 0;
        for (; digits < rest.size() && kDigits.find(rest[digits]) != kDigits.npos; ++digits) {
            number = number * kDigits.size() + kDigits.find(rest[digits]) + 1;
            if (number > kLongest) return;  // more than there can be
        }
        if (digits >= rest.size() || rest[digits] != '_') return;
        if (known.size() <= number) known.resize(number + 1, length_);
        length_ += known[number];
    }

    double length_ = 0;
    std::vector<double> parts_, parameters_;
};

std::string demangled(const std::string& symbol) {
#if __has_include(<cxxabi.h>)
    const bool is_mangled = symbol.starts_with("_Z") && symbol.size() < kLongest;
    if (!is_mangled || !LengthEstimate::is_reasonable(symbol)) return symbol;
    struct Free {
        void operator()(char* text) const { std::free(text); }
    };
    int status = 0;
    const std::unique_ptr<char, Free> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
    if (status == 0 && text && std::strlen(text.get()) <= kLongest) return text.get();
#endif
    return symbol;
}

}  // namespace

std::string function_text(std::string_view symbol) {
    const std::size_t version = symbol.find('@');
    if (version != std::string_view::npos && version > 0) symbol = symbol.substr(0, version);
    std::size_t replaced = 0;
    return base::valid_utf8(demangled(std::string(symbol.substr(0, kLongest))), replaced);
}

}  // namespace benchlab::store
