#!/usr/bin/env bash
# Do the tests notice a mistake? Makes each mistake of this folder, one at a time, in a worktree of the last commit, runs
# the test that its first lines name, and prints what came of it. Ends with 0 if every test failed that should.
#
#   tests/mutants/run.sh [PATCH]...
set -uo pipefail
folder=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- "$folder"/*.patch
mapfile -t patches < <(realpath "$@")
cd "$(git -C "$folder" rev-parse --show-toplevel)"

# Own code is compiled quickly, since every mistake compiles it again; that of others is shared with other tests.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
export CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0
export RUST_BACKTRACE=0

worktree=$(mktemp -d)/sublevel
git worktree add --quiet --detach "$worktree" HEAD
trap 'git worktree remove --force "$worktree"; rmdir "$(dirname "$worktree")"' EXIT
cd "$worktree"
log=$(dirname "$worktree").log

# Compiles and runs a test: "passed", "failed" or "does not compile".
outcome() {
    if ! cargo test --quiet --no-run $1 &>"$log"; then
        echo "does not compile"
    elif cargo test --quiet $1 -- --include-ignored &>"$log"; then
        if grep -q "^test result: ok. [1-9]" "$log"; then echo passed; else echo "no such test"; fi
    else
        echo failed
    fi
}

test_of() { sed -n 's/^Test: //p' "$1"; }

wrong=0
# Without a mistake every test passes.
while read -r test; do
    found=$(outcome "$test")
    [ "$found" = passed ] || { echo "without a mutant: $test $found"; wrong=1; }
done < <(for patch in "${patches[@]}"; do test_of "$patch"; done | sort -u)

printf '%-9s %-44s %s\n' outcome mutant test
for patch in "${patches[@]}"; do
    test=$(test_of "$patch")
    if ! git apply "$patch"; then
        found="does not apply"
    else
        found=$(outcome "$test")
        git apply --reverse "$patch"
    fi
    case $found in
        failed) found=killed ;;
        passed) found=SURVIVED wrong=1 ;;
        *) wrong=1 ;;
    esac
    printf '%-9s %-44s %s\n' "$found" "$(basename "$patch" .patch)" "$test"
done
exit $wrong
