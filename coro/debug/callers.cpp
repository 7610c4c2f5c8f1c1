// See callers.hpp.

#include "coro/debug/callers.hpp"

#include "coro/loop/call_sites.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <elf.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <utility>

namespace coro {

namespace {

// The program or library that an address is in; null: nobody knows.
Dl_info object_of(const void* address) noexcept {
    Dl_info info{};
    if (dladdr(address, &info) == 0) info.dli_fbase = nullptr;
    return info;
}

// As it stands in the file: those of a library, or of a program that can lie anywhere,
// count from where it was put.
std::uintptr_t address_in_file(const void* address, const Dl_info& object) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(address) - 1;  // the call, not what follows
    const auto* header = static_cast<const Elf64_Ehdr*>(object.dli_fbase);
    return header->e_type == ET_DYN ? at - reinterpret_cast<std::uintptr_t>(header) : at;
}

std::string quoted(std::string_view word) {
    std::string text = "'";
    for (const char c : word)
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    return text + "'";
}

// What a command prints, line by line; nothing if it cannot be run.
std::vector<std::string> output_of(const std::string& command) {
    std::vector<std::string> lines;
    std::FILE* pipe = ::popen(command.c_str(), "re");
    if (pipe == nullptr) return lines;
    std::string line;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        if (c != '\n')
            line += static_cast<char>(c);
        else
            lines.push_back(std::exchange(line, {}));
    }
    ::pclose(pipe);
    return lines;
}

bool is_place_of_ours(const std::string& place) {
    for (const char* file : {"call_sites.cpp:", "frame_pool.cpp:", "frame_pool.hpp:",
                             "task_room.hpp:", "coro/task.hpp:"})
        if (place.find(file) != std::string::npos) return true;
    return false;
}

// Without "/build/../", and seen from the folder we are in, as the other reports say it.
std::string tidy(std::string place) {
    if (const auto note = place.find(" (discriminator"); note != std::string::npos)
        place.resize(note);
    const auto colon = place.rfind(':');
    if (colon == std::string::npos || place.starts_with("?")) return {};
    const std::string line = place.substr(colon);
    if (line == ":0" || line == ":?") return {};
    std::string file = place.substr(0, colon);
    if (char* real = ::realpath(file.c_str(), nullptr); real != nullptr) {
        file = real;
        std::free(real);
    }
    if (char* here = ::getcwd(nullptr, 0); here != nullptr) {
        const std::string folder = std::string(here) + "/";
        std::free(here);
        if (file.starts_with(folder)) file.erase(0, folder.size());
    }
    return file + line;
}

}  // namespace

std::string caller_text(const std::vector<void*>& stack, std::string_view function) {
    const void* program = object_of(reinterpret_cast<const void*>(getauxval(AT_ENTRY))).dli_fbase;
    const void* ours = object_of(reinterpret_cast<const void*>(&call_sites::remember)).dli_fbase;
    Dl_info object{};  // the one that holds the coroutine; we look no further
    std::string command;
    bool came_to_us = false;  // a sanitizer's library may be before us
    for (void* address : stack) {
        const Dl_info in = object_of(address);
        came_to_us = came_to_us || in.dli_fbase == ours;
        const bool in_our_library = in.dli_fbase == ours && ours != program;
        if (in.dli_fbase == nullptr || in_our_library || !came_to_us) continue;
        if (object.dli_fbase == nullptr) object = in;
        if (in.dli_fbase == object.dli_fbase)
            command += fmt::format(" {:#x}", address_in_file(address, in));
    }
    if (command.empty()) return {};
    const std::vector<std::string> lines = output_of(
        fmt::format("addr2line -Cfie {}{} 2>/dev/null", quoted(object.dli_fname), command));
    // Two lines for each call: its function, its place. First come ours (and a
    // sanitizer's before them), then the coroutine itself, then who called it.
    const auto is_ours = [&](std::size_t i) {
        if (lines[i].starts_with("coro::") || lines[i].find("operator new") != std::string::npos)
            return true;
        // With line tables alone the names of inlined functions are short ones.
        return is_place_of_ours(lines[i + 1]) && lines[i].find('(') == std::string::npos;
    };
    std::size_t at = 0;
    while (at + 1 < lines.size() && !is_ours(at)) at += 2;
    while (at + 1 < lines.size() && is_ours(at)) at += 2;
    if (at + 1 < lines.size() && function.find(lines[at]) != std::string_view::npos) at += 2;
    // Ours was inlined there, and the line of the call is lost: better none than a wrong one.
    if (at + 1 >= lines.size() || is_place_of_ours(lines[at + 1])) return {};
    return tidy(lines[at + 1]);
}

}  // namespace coro
