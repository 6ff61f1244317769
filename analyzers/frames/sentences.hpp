// frames/sentences.hpp: what is worth saying of the first loop.
#pragma once

#include "benchlab/sink.hpp"
#include "frames/compute.hpp"
#include "frames/labels.hpp"

namespace benchlab::analyzers::frames {

void say(const Loop& first, const Labels& labels, Sink& sink);

}  // namespace benchlab::analyzers::frames
