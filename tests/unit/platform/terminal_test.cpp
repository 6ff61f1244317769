#include "platform/terminal.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <string>

#include "platform/files.hpp"
#include "unit/platform/helper.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

using namespace benchlab::platform;

BOOST_AUTO_TEST_SUITE(terminal)

BOOST_AUTO_TEST_CASE(a_pipe_is_no_terminal) {
    BOOST_TEST(run_helper({"terminal"}).lines.at(0) == "0 0");
}

#ifndef _WIN32
namespace {

// Standard error is a new pseudo-terminal of `columns` while it lives.
class PseudoTerminal {
  public:
    explicit PseudoTerminal(unsigned short columns) {
        master_ = posix_openpt(O_RDWR | O_NOCTTY);
        BOOST_REQUIRE(master_ >= 0);
        BOOST_REQUIRE_EQUAL(grantpt(master_), 0);
        BOOST_REQUIRE_EQUAL(unlockpt(master_), 0);
        const int slave = open(ptsname(master_), O_RDWR | O_NOCTTY);
        BOOST_REQUIRE(slave >= 0);
        winsize size{};
        size.ws_col = columns;
        BOOST_REQUIRE_EQUAL(ioctl(slave, TIOCSWINSZ, &size), 0);
        saved_ = dup(STDERR_FILENO);
        dup2(slave, STDERR_FILENO);
        close(slave);
    }
    ~PseudoTerminal() {
        dup2(saved_, STDERR_FILENO);
        close(saved_);
        close(master_);
    }
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  private:
    int master_ = -1;
    int saved_ = -1;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_terminal_tells_its_columns) {
    bool terminal = false;
    std::size_t width = 0;
    {
        const PseudoTerminal pseudo(132);
        terminal = is_terminal(Stream::kError);
        width = terminal_width(Stream::kError);
    }
    BOOST_TEST(terminal);
    BOOST_TEST(width == 132u);
}

BOOST_AUTO_TEST_CASE(a_dumb_terminal_gets_no_escape_codes) {
    const std::string before = environment_variable("TERM").value_or("");
    const auto obeys = [](const char* term) {
        setenv("TERM", term, 1);
        const PseudoTerminal pseudo(80);
        return obeys_escape_codes(Stream::kError);
    };
    const bool dumb = obeys("dumb"), empty = obeys(""), xterm = obeys("xterm-256color");
    setenv("TERM", before.c_str(), 1);
    BOOST_TEST(!dumb);
    BOOST_TEST(!empty);
    BOOST_TEST(xterm);
}

BOOST_AUTO_TEST_CASE(a_terminal_without_size_counts_as_80_columns) {
    std::size_t width = 0;
    {
        const PseudoTerminal pseudo(0);
        width = terminal_width(Stream::kError);
    }
    BOOST_TEST(width == 80u);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
