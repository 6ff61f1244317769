#include "lives.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace benchlab::story::perf {

namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;

std::uint32_t id_of(const Process& process) {
    return process.pid.id;
}
std::uint32_t id_of(const Thread& thread) {
    return thread.tid.id;
}
std::uint32_t id_of(const Image&) {
    return 0;  // images have no ends in such files
}

}  // namespace

std::optional<std::vector<std::uint8_t>> build_id(std::string_view id) {
    if (id.empty() || id.size() > 40 || id.size() % 2 != 0) return {};
    std::vector<std::uint8_t> out(id.size() / 2);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const char* const digits = id.data() + 2 * i;
        const auto [end, error] = std::from_chars(digits, digits + 2, out[i], 16);
        if (error != std::errc() || end != digits + 2) return {};
    }
    return out;
}

Lives::Lives(Session& session, Rings& rings) : session_(session), rings_(rings) {
    const Story& story = session.story();
    add_moments(story.processes, Class::kProcess);
    add_moments(story.threads, Class::kThread);
    add_moments(story.images, Class::kImage);
    std::stable_sort(moments_.begin(), moments_.end(), [](const Moment& a, const Moment& b) {
        return std::tie(a.ns, a.phase) < std::tie(b.ns, b.phase);
    });
}

template <class List>
void Lives::add_moments(const List& list, Class of) {
    const std::int64_t begin = session_.story().begin.ns;
    for (std::size_t row = 0; row < list.size(); ++row) {
        const auto& life = list[row];
        if (life.from && life.from->ns >= begin) {
            moments_.push_back({life.from->ns, Phase::kBegin, of, row});
        }
        if (!life.to || life.to->ns < begin) continue;
        if (of == Class::kImage) {
            session_.left_out("end of an image");
            continue;
        }
        const bool comes_again = std::any_of(list.begin(), list.end(), [&](const auto& other) {
            return other.from == life.to && id_of(other) == id_of(life);
        });
        moments_.push_back(
            {life.to->ns, comes_again ? Phase::kEndBeforeBegin : Phase::kEnd, of, row});
    }
}

bool Lives::is_there(const Life& life) const {
    const Ns begin = session_.story().begin;
    return (!life.from || *life.from < begin) && (!life.to || *life.to >= begin);
}

void Lives::put_those_there() {
    const Story& story = session_.story();
    for (const Image& image : story.images) {
        if (!image.process && is_there(image)) put_image(image);
    }
    for (const Process& process : story.processes) {
        if (is_there(process) && process.pid.id != 0) put_there(process);
    }
    for (const Thread& thread : story.threads) {
        if (!is_there(thread) || thread.tid.id == 0) continue;
        session_.name_thread(thread);
        const std::uint32_t pid = thread.process.id;
        if (thread.tid.id != pid) put_fork(pid, pid, thread.tid.id);
        put_own_comm(thread);
    }
}

void Lives::put_there(const Process& process) {
    session_.name_process(process);
    const std::uint32_t pid = process.pid.id;
    put_fork(pid, process.parent ? process.parent->id : 0, pid);
    put_comm(pid, pid, session_.process_comm(pid), true);
    put_first_images(process);
}

// Those that a process has from its begin.
void Lives::put_first_images(const Process& process) {
    for (const Image& image : session_.story().images) {
        const bool is_first = now_ns_ ? !image.from : is_there(image);
        if (image.process == process.pid && is_first) put_image(image);
    }
}

void Lives::before(std::int64_t ns) {
    while (next_ < moments_.size() &&
           std::pair(moments_[next_].ns, moments_[next_].phase) < std::pair(ns, Phase::kEvents)) {
        put(moments_[next_++]);
    }
}

void Lives::through(std::int64_t ns) {
    while (next_ < moments_.size() && moments_[next_].ns <= ns) put(moments_[next_++]);
}

void Lives::put(const Moment& moment) {
    const Story& story = session_.story();
    now_ns_ = moment.ns;
    const bool is_begin = moment.phase == Phase::kBegin;
    if (moment.of == Class::kImage) return put_image(story.images[moment.row]);
    if (moment.of == Class::kProcess) {
        const Process& process = story.processes[moment.row];
        return is_begin ? begin(process) : end(process.pid.id, process.pid.id);
    }
    const Thread& thread = story.threads[moment.row];
    if (is_begin) return begin(thread);
    // A process ends with its main thread.
    const bool ends_with_process =
        thread.tid.id == thread.process.id &&
        std::any_of(story.processes.begin(), story.processes.end(), [&](const Process& process) {
            return process.pid == thread.process && process.to == thread.to;
        });
    if (!ends_with_process) end(thread.process.id, thread.tid.id);
}

void Lives::begin(const Process& process) {
    session_.name_process(process);
    const std::uint32_t pid = process.pid.id;
    put_fork(pid, process.parent ? process.parent->id : 0, pid);
    put_comm(pid, pid, session_.process_comm(pid), true);
    put_first_images(process);
}

void Lives::begin(const Thread& thread) {
    session_.name_thread(thread);
    const std::uint32_t pid = thread.process.id, tid = thread.tid.id;
    const auto& processes = session_.story().processes;
    const bool begins_with_process =
        tid == pid && std::any_of(processes.begin(), processes.end(), [&](const Process& process) {
            return process.pid == thread.process && process.from == thread.from;
        });
    if (!begins_with_process) put_fork(pid, pid, tid);
    put_own_comm(thread);
}

// A thread that gave itself no name has that of who began it.
void Lives::put_own_comm(const Thread& thread) {
    const std::uint32_t pid = thread.process.id, tid = thread.tid.id;
    const std::string name = session_.comm(tid);
    const bool made_up = !now_ns_ && tid != pid;  // a recorder asks of each thread
    if (made_up || name != session_.process_comm(pid)) put_comm(pid, tid, name, false);
}

void Lives::end(std::uint32_t pid, std::uint32_t tid) {
    OrderedBytes& body = session_.builder().begin(RecordType::kExit);
    body.put(pid);
    body.put(pid);
    body.put(tid);
    body.put(tid);
    body.put(kStoryClockNs + static_cast<std::uint64_t>(*now_ns_));
    finish(tid);
}

void Lives::put_comm(std::uint32_t pid, std::uint32_t tid, std::string_view name, bool is_exec) {
    OrderedBytes& body =
        session_.builder().begin(RecordType::kComm, is_exec ? kMiscCommExec : std::uint16_t{0});
    body.put(pid);
    body.put(tid);
    body.put_text(name);
    body.pad_to_multiple(8);
    finish(tid);
}

void Lives::put_fork(std::uint32_t pid, std::uint32_t parent, std::uint32_t tid) {
    OrderedBytes& body = session_.builder().begin(RecordType::kFork);
    body.put(pid);
    body.put(parent);
    body.put(tid);
    body.put(parent);
    body.put(now_ns_ ? kStoryClockNs + static_cast<std::uint64_t>(*now_ns_) : 0);
    finish(parent);
}

void Lives::put_image(const Image& image) {
    const bool is_kernel = !image.process;
    const bool is_old = session_.options().old_formats;
    const auto id = is_old ? std::nullopt : build_id(image.id);
    const std::uint32_t pid = is_kernel ? kNobody : image.process->id;
    const std::uint16_t mode = is_kernel ? kMiscKernel : kMiscUser;
    OrderedBytes& body =
        session_.builder().begin(is_old ? RecordType::kMmap : RecordType::kMmap2,
                                 static_cast<std::uint16_t>(id ? mode | kMiscBuildId : mode));
    body.put(pid);
    body.put(is_kernel ? 0 : pid);
    body.put(image.base.value);
    body.put(image.size.value);
    body.put(image.offset.value);
    if (id) {
        body.put(std::uint32_t{0});
        body.set(body.size() - 4, static_cast<std::uint8_t>(id->size()));
        body.put_bytes(*id);
        body.put_zeros(20 - id->size());
    } else if (!is_old) {
        body.put(std::uint32_t{8});  // device 8:1
        body.put(std::uint32_t{1});
        body.put(image.base.value >> 12);  // an inode of its own
        body.put(std::uint64_t{0});
    }
    if (!is_old) {
        body.put(std::uint32_t{5});  // to read and execute
        body.put(std::uint32_t{2});  // private
    }
    body.put_text(image.path.empty() ? image.name : image.path);
    body.pad_to_multiple(8);
    if (!id && !image.id.empty() && !(is_old && build_id(image.id))) {
        session_.left_out("id of an image that is no build id");
    }
    finish(is_kernel ? 0 : pid);
}

void Lives::finish(std::uint32_t tid) {
    RecordBuilder& builder = session_.builder();
    if (!now_ns_) {
        ++session_.report().records;
        return rings_.write(builder.end_made_up());
    }
    const Context context = session_.context(session_.cpu_of_thread(tid, 0), *now_ns_, tid);
    session_.add(context, builder.end(context, 0));
}

}  // namespace benchlab::story::perf
