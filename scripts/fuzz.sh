#!/bin/sh
# Fuzzes what reads text: scripts/fuzz.sh [LINES] [SESSIONS] [RECORDS]; a million lines for the parsers, 5,000 sessions and 100,000
# files of game records, and as many of other programs' records, unless given. Installs what is missing and builds in build-fuzz/, where new inputs are kept for the next run,
# and one that fails as crash-*, leak-* or timeout-*. Prints how many were run and which share of the lines of code they reached.
set -eu
lines=${1:-1000000}
sessions=${2:-5000}
records=${3:-100000}
cd "$(dirname "$0")/.."
folder=build-fuzz
scripts/install.sh fuzz
CC=clang scripts/build.sh $folder -Dcpu=native -Dbuildtype=debugoptimized -Dtests=disabled -Dfuzz=true -Db_sanitize=address,undefined \
    -Db_lundef=false

# fuzz NAME RUNS WHAT LONGEST SECONDS-EACH
fuzz() {
    name=$1
    program=$folder/tests/fuzz/fuzz_$name
    mkdir -p "$folder/corpus/$name"
    if ! LLVM_PROFILE_FILE=$folder/$name.profraw "$program" -runs="$2" -max_len="$4" -timeout="$5" -seed="${FUZZ_SEED:-1}" \
        -dict=tests/fuzz/protocol.dict -artifact_prefix=$folder/ -print_final_stats=1 "$folder/corpus/$name" \
        "tests/fuzz/corpus/$name" >"$folder/$name.log" 2>&1; then
        tail -n 60 "$folder/$name.log"
        echo "A failure. Again: $program $folder/(crash|leak|timeout)-..."
        exit 1
    fi
    awk -v what="$3" '
        $1 == "stat::number_of_executed_units:" { count = $2 }
        $1 == "Done" { seconds = $5 }
        END { printf "%d %s in %d s: no failure\n", count, what, seconds }' "$folder/$name.log"
}

fuzz parse "$lines" 'lines for the parsers' 4096 10
fuzz session "$sessions" 'sessions' 4096 60
fuzz record "$records" 'files of game records' 4096 10
# The files that the tests have are what it begins with.
mkdir -p $folder/corpus/import
for file in tests/data/records/*/[0-9]*; do
    cp "$file" "$folder/corpus/import/$(basename "$(dirname "$file")")-$(basename "$file")"
done
fuzz import "$records" 'records of other programs' 4096 10

llvm-profdata merge -o $folder/profile $folder/parse.profraw $folder/session.profraw $folder/record.profraw \
    $folder/import.profraw
echo 'lines of code reached:'
llvm-cov report $folder/tests/fuzz/fuzz_session -object $folder/tests/fuzz/fuzz_parse -object $folder/tests/fuzz/fuzz_record \
    -object $folder/tests/fuzz/fuzz_import -instr-profile=$folder/profile |
    awk '
        function row(name, all, missed) { printf "  %-20s %5d of %5d  %5.1f %%\n", name, all - missed, all, 100 - 100 * missed / all }
        $1 ~ /^protocol\/.*\.c$/ || $1 == "engine/notation.c" || $1 ~ /^kit\/(record|note).*\.c$/ || $1 ~ /^tools\/games\/.*\.c$/ { row($1, $8, $9); all += $8; missed += $9 }
        END { row("together", all, missed) }'
