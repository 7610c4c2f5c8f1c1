#pragma once
// Experiments in a process of their own: memory and start-up costs are only true in a process that
// has done nothing before. The benchmark starts this program again with the name of the experiment
// and its size, and reads back what it prints: lines of "name value". See fresh.cpp.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>
#include <string>

namespace micro {

using figures = std::map<std::string, double>;

/// An experiment, found by its name; it ends by reporting its figures.
using experiment = void (*)(std::int64_t size);

/// Makes an experiment known. Called while the program starts.
bool add_experiment(const char* name, experiment body);

/// Runs one in a new process and gives its figures. Throws std::runtime_error if it fails.
figures run_fresh(const std::string& name, std::int64_t size);

/// In an experiment: prints the figures and ends the process at once, with all tasks asleep.
[[noreturn]] void report_and_exit(const figures& found);

/// In an experiment: the process's memory in use, and the part of it that malloc gave away.
double resident_bytes();
double allocated_bytes();

/// CPU time of this process so far, in seconds.
double cpu_seconds();

}  // namespace micro
