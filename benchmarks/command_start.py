"""What it costs to ask the command line for help, against bare Python that does the same: python -m benchmarks.command_start"""

import resource
import subprocess
import sys

RUNS = 20
BARE = "import argparse; argparse.ArgumentParser(prog='bare', description='Nothing at all.').parse_args(['--help'])"
COMMANDS = {
    "bare Python with argparse": ("-c", BARE),
    "secret-hitler --help": ("-m", "secret_hitler", "--help"),
    "secret-hitler serve --help": ("-m", "secret_hitler", "serve", "--help"),
    "secret-hitler arena --help": ("-m", "secret_hitler", "arena", "--help"),
}


def main() -> None:
    spent = dict.fromkeys(COMMANDS, 0.0)
    for _ in range(RUNS):
        for name, arguments in COMMANDS.items():
            spent[name] += cpu_seconds(arguments)
    bare = next(iter(spent.values()))
    for name, seconds in spent.items():
        print(f"{name:28} {1000 * seconds / RUNS:6.1f} ms of CPU, {seconds / bare:4.1f} times bare")


def cpu_seconds(arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
