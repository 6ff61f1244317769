#include "platform/stdio.hpp"

#include <fcntl.h>
#include <io.h>

namespace benchlab::platform {

std::FILE* take_stdout() {
    std::fflush(stdout);
    const int ours = _dup(_fileno(stdout));
    if (ours < 0) return stdout;
    _dup2(_fileno(stderr), _fileno(stdout));
    _setmode(ours, _O_BINARY);
    std::FILE* out = _fdopen(ours, "wb");
    return out ? out : stdout;
}

}  // namespace benchlab::platform
