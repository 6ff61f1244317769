#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <vector>
