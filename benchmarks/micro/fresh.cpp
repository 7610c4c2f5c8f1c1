// See fresh.hpp. The program's main is here too: it is either an experiment or all benchmarks.

#include "fresh.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace micro {

namespace {

constexpr const char* option = "--experiment";

std::map<std::string, experiment>& experiments() {
    static std::map<std::string, experiment> all;
    return all;
}

figures parse(FILE* from) {
    figures found;
    char name[64];
    double value = 0;
    while (std::fscanf(from, "%63s %lf", name, &value) == 2) found[name] = value;
    return found;
}

}  // namespace

bool add_experiment(const char* name, experiment body) {
    return experiments().emplace(name, body).second;
}

figures run_fresh(const std::string& name, std::int64_t size) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("an experiment needs a pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::string program = "micro";
    std::string flag = option;
    std::string which = name;
    std::string how_many = std::to_string(size);
    char* arguments[] = {program.data(), flag.data(), which.data(), how_many.data(), nullptr};
    pid_t child = -1;
    const int refused =
        posix_spawn(&child, "/proc/self/exe", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE* const from = fdopen(ends[0], "r");
    const figures found = refused == 0 ? parse(from) : figures();
    std::fclose(from);
    int status = -1;
    if (refused != 0 || waitpid(child, &status, 0) != child || status != 0 || found.empty())
        throw std::runtime_error("the experiment " + name + " failed");
    return found;
}

void report_and_exit(const figures& found) {
    for (const auto& [name, value] : found) std::printf("%s %.9g\n", name.c_str(), value);
    std::fflush(stdout);
    _exit(0);
}

double resident_bytes() {
    FILE* const statm = std::fopen("/proc/self/statm", "r");
    long total = 0;
    long resident = 0;
    if (statm == nullptr || std::fscanf(statm, "%ld %ld", &total, &resident) != 2)
        throw std::runtime_error("/proc/self/statm cannot be read");
    std::fclose(statm);
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double allocated_bytes() {
    const struct mallinfo2 now = mallinfo2();
    return static_cast<double>(now.uordblks + now.hblkhd);
}

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace micro

int main(int count, char** arguments) {
    if (count == 4 && std::string(arguments[1]) == micro::option) {
        micro::experiments().at(arguments[2])(std::atoll(arguments[3]));
        return 1;  // an experiment ends in report_and_exit
    }
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
