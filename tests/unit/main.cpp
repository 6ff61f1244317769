#define BOOST_TEST_MODULE benchlab
#include <boost/test/unit_test.hpp>
