#include "cli/outputs.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace benchlab;
using namespace benchlab::cli;
namespace fs = std::filesystem;

namespace {

// A fresh folder, which is the current one as long as it lives.
class Folder {
  public:
    Folder() : before_(fs::current_path()) {
        static int number = 0;
        here_ = fs::path(BENCHLAB_TEST_BINARY_DIR) / ("outputs_test." + std::to_string(++number));
        fs::remove_all(here_);
        fs::create_directories(here_ / "sub");
        fs::current_path(here_);
    }
    ~Folder() {
        fs::current_path(before_);
        std::error_code ignored;
        fs::remove_all(here_, ignored);
    }
    std::string path(const char* name) const { return (here_ / name).string(); }

  private:
    fs::path before_, here_;
};

void write(const char* name, const char* text) {
    std::ofstream(name) << text;
}

std::string read(const char* name) {
    std::ifstream in(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string error_of(const Outputs& outputs) {
    const auto checked = outputs.check();
    return checked ? "" : checked.error().message;
}

report::Document some_document() {
    report::Document out;
    out.kind = "run";
    out.title = "A run";
    out.generator = "benchlab";
    for (const char* id : {"first", "second"}) {
        report::Section section;
        section.id = section.title = id;
        report::Table table;
        report::Column column;
        column.id = column.title = "value";
        column.data = std::vector<std::uint64_t>{1, 2};
        table.columns = {column};
        section.elements.push_back({"numbers", table});
        out.sections.push_back(section);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(outputs)

BOOST_AUTO_TEST_CASE(nothing_asked_for_is_nothing_wrong) {
    const Outputs outputs;
    BOOST_TEST(!outputs.any());
    BOOST_TEST(!outputs.uses_stdout());
    BOOST_TEST(error_of(outputs) == "");
}

BOOST_AUTO_TEST_CASE(one_file_for_two_outputs_is_refused_however_it_is_spelt) {
    const Folder folder;
    const auto refused = [](const std::string& json, const std::string& html) {
        Outputs outputs;
        outputs.json = json;
        outputs.html = html;
        return error_of(outputs).find("would both go to") != std::string::npos;
    };
    BOOST_TEST(refused("a", "a"));
    BOOST_TEST(refused("a", "./a"));
    BOOST_TEST(refused("sub/../a", "a"));
    BOOST_TEST(refused("a", folder.path("a")));
    BOOST_TEST(refused("-", "-"));
    BOOST_TEST(!refused("a", "b"));
    BOOST_TEST(!refused("a", "sub/a"));
    BOOST_TEST(!refused("-", "a"));
    write("a", "");
    BOOST_TEST(refused("a", "./a"));
    BOOST_TEST(refused("a", folder.path("a")));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_read_is_not_written) {
    const Folder folder;
    write("base.json", "precious");
    Outputs outputs;
    outputs.inputs = {"base.json", "other.json"};
    outputs.html = folder.path("base.json");
    BOOST_TEST(error_of(outputs) == "--html would overwrite base.json, which is read");
    outputs.html = "new.html";
    BOOST_TEST(error_of(outputs) == "");
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_told_before_and_nothing_is_left) {
    const Folder folder;
    Outputs outputs;
    outputs.csv = "nosuch/a.csv";
    BOOST_TEST(error_of(outputs).find("--csv: ") == 0u);
    BOOST_TEST(error_of(outputs).find("nosuch/a.csv") != std::string::npos);
    outputs.csv = "sub";
    BOOST_TEST(error_of(outputs).find("--csv: ") == 0u);
    outputs.csv = "fine.csv";
    BOOST_TEST(error_of(outputs) == "");
    BOOST_TEST(!fs::exists("fine.csv"));
    BOOST_TEST(std::distance(fs::directory_iterator("."), fs::directory_iterator()) == 1);
}

BOOST_AUTO_TEST_CASE(checking_leaves_what_is_there_alone) {
    const Folder folder;
    write("old.json", "old");
    Outputs outputs;
    outputs.json = "old.json";
    BOOST_TEST(error_of(outputs) == "");
    BOOST_TEST(read("old.json") == "old");
}

BOOST_AUTO_TEST_CASE(each_output_gets_its_form) {
    const Folder folder;
    Outputs outputs;
    outputs.json = "a.json";
    outputs.html = "a.html";
    outputs.csv = "a.csv";
    outputs.markdown = "a.md";
    outputs.text = "a.txt";
    outputs.csv_section = "second";
    outputs.csv_table = "numbers";
    BOOST_TEST(outputs.files().size() == 5u);
    BOOST_REQUIRE(outputs.write_files(some_document(), Moment::kLast).empty());
    BOOST_TEST(read("a.json").find("\"schema\": 2") != std::string::npos);
    BOOST_TEST(read("a.html").find("<!doctype html>") == 0u);
    BOOST_TEST(read("a.csv") == "value\r\n1\r\n2\r\n");
    BOOST_TEST(read("a.md").find("# A run") == 0u);
    BOOST_TEST(read("a.txt").find("A run") == 0u);
}

BOOST_AUTO_TEST_CASE(text_and_markdown_have_the_sections_that_are_asked_for) {
    const Folder folder;
    Outputs outputs;
    outputs.markdown = "a.md";
    outputs.text = "a.txt";
    outputs.json = "a.json";
    outputs.markdown_sections = {"second"};
    outputs.text_sections = {"first"};
    BOOST_REQUIRE(outputs.write_files(some_document(), Moment::kLast).empty());
    BOOST_TEST(read("a.md").find("## second") != std::string::npos);
    BOOST_TEST(read("a.md").find("first") == std::string::npos);
    BOOST_TEST(read("a.txt").find("first") != std::string::npos);
    BOOST_TEST(read("a.txt").find("second") == std::string::npos);
    // JSON has everything always.
    BOOST_TEST(read("a.json").find("\"first\"") != std::string::npos);
    BOOST_TEST(read("a.json").find("\"second\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_table_that_is_not_there_is_an_error) {
    const Folder folder;
    Outputs outputs;
    outputs.csv = "a.csv";
    outputs.csv_section = "third";
    outputs.csv_table = "numbers";
    BOOST_TEST(outputs.write_files(some_document(), Moment::kLast).size() == 1u);
    BOOST_TEST(!fs::exists("a.csv"));
}

BOOST_AUTO_TEST_CASE(one_file_that_cannot_be_written_does_not_keep_the_others) {
    const Folder folder;
    Outputs outputs;
    outputs.html = "gone/a.html";  // the folder went away in the middle of a run
    outputs.json = "a.json";
    outputs.text = "a.txt";
    const auto failures = outputs.write_files(some_document(), Moment::kLast);
    BOOST_REQUIRE_EQUAL(failures.size(), 1u);
    BOOST_TEST(failures[0].path == "gone/a.html");
    BOOST_TEST(failures[0].reason.find("a.html") != std::string::npos);
    BOOST_TEST(fs::exists("a.json"));
    BOOST_TEST(fs::exists("a.txt"));
    // It is back: the next time writes it.
    fs::create_directories("gone");
    BOOST_TEST(outputs.write_files(some_document(), Moment::kAllFiles).empty());
    BOOST_TEST(fs::exists("gone/a.html"));
}

BOOST_AUTO_TEST_CASE(in_between_only_json_is_written) {
    const Folder folder;
    Outputs outputs;
    outputs.json = "a.json";
    outputs.html = "a.html";
    BOOST_TEST(outputs.write_files(some_document(), Moment::kJsonOnly).empty());
    BOOST_TEST(fs::exists("a.json"));
    BOOST_TEST(!fs::exists("a.html"));
}

BOOST_AUTO_TEST_SUITE_END()
