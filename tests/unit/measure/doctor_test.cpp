#include "measure/doctor.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>

using namespace benchlab::measure;

namespace {

namespace fs = std::filesystem;

// A machine made of files.
class Machine {
  public:
    explicit Machine(const std::string& name)
        : root_(fs::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "unit" / "measure" / name) {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~Machine() { fs::remove_all(root_); }
    Machine& has(const std::string& file, const std::string& text) {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text << "\n";
        return *this;
    }
    std::map<std::string, Check> checks() const {
        std::map<std::string, Check> out;
        for (const Check& each : examine_machine({root_, 0})) out[each.id] = each;
        return out;
    }

  private:
    const fs::path root_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(doctor)

BOOST_AUTO_TEST_CASE(a_machine_that_tells_nothing_is_not_called_good) {
    const auto checks = Machine("nothing").checks();
    BOOST_TEST(checks.size() == 13u);
    for (const char* id : {"load", "steal", "governor", "boost", "smt", "clock-source",
                           "virtual-machine", "isolated", "aslr", "huge-pages"}) {
        BOOST_TEST((checks.at(id).health == Health::kUnknown), id);
        BOOST_TEST(checks.at(id).mend.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_quiet_machine_is_good) {
    const auto checks =
        Machine("quiet")
            .has("proc/loadavg", "0.05 0.10 0.08 1/300 4242")
            .has("proc/stat", "cpu  1000 0 500 90000 10 0 5 3 0 0\ncpu0 1 2 3")
            .has("proc/cpuinfo", "flags\t\t: fpu vme sse2")
            .has("proc/sys/kernel/randomize_va_space", "0")
            .has("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance")
            .has("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance")
            .has("sys/devices/system/cpu/intel_pstate/no_turbo", "1")
            .has("sys/devices/system/cpu/smt/active", "0")
            .has("sys/devices/system/cpu/isolated", "2-3")
            .has("sys/fs/cgroup/cpu.max", "max 100000")
            .has("sys/class/power_supply/AC/online", "1")
            .has("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc")
            .has("sys/bus/event_source/devices/cpu/type", "4")
            .checks();
    for (const auto& [id, check] : checks) {
        if (id == "huge-pages") continue;
        BOOST_TEST((check.health == Health::kGood), id + ": " + check.found);
        BOOST_TEST(check.costs.empty());
    }
    BOOST_TEST(checks.at("isolated").found == "2-3: use --pin");
}

BOOST_AUTO_TEST_CASE(each_trouble_is_told_with_its_numbers) {
    const auto checks =
        Machine("bad")
            .has("proc/loadavg", "3.20 2.10 1.08 4/300 4242")
            // 100,000 ticks, of which 2,000 were taken by others; guests are told twice.
            .has("proc/stat", "cpu  50000 0 500 47000 400 50 50 2000 700 0")
            .has("proc/cpuinfo", "flags\t\t: fpu hypervisor sse2")
            .has("sys/class/dmi/id/sys_vendor", "QEMU")
            .has("proc/sys/kernel/randomize_va_space", "2")
            .has("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance")
            .has("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave")
            .has("sys/devices/system/cpu/cpufreq/boost", "1")
            .has("sys/devices/system/cpu/smt/active", "1")
            .has("sys/devices/system/cpu/isolated", "")
            .has("sys/fs/cgroup/cpu.max", "150000 100000")
            .has("sys/class/power_supply/ADP1/online", "0")
            .has("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
            .has("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet")
            .checks();
    for (const char* id : {"load", "steal", "governor", "boost", "quota", "power", "clock-source",
                           "virtual-machine"}) {
        BOOST_TEST((checks.at(id).health == Health::kBad), id);
        BOOST_TEST(!checks.at(id).costs.empty(), id);
        BOOST_TEST(!checks.at(id).mend.empty(), id);
    }
    for (const char* id : {"smt", "isolated", "aslr", "huge-pages", "counters"})
        BOOST_TEST((checks.at(id).health == Health::kNote), id);
    BOOST_TEST(checks.at("steal").found == "0.00 % of the CPUs' time now, 2.00 % since the start");
    BOOST_TEST(checks.at("governor").found == "performance on 1, powersave on 1 CPUs");
    BOOST_TEST(checks.at("quota").found == "1.5 CPUs");
    BOOST_TEST(checks.at("virtual-machine").found == "yes: QEMU");
    BOOST_TEST(checks.at("huge-pages").found == "madvise");
}

BOOST_AUTO_TEST_SUITE_END()
