#!/usr/bin/env bash
# Trains every cell of the paper's two tables that this program has a model for: ten folds of the authors, 100 epochs, seed 0.
#
#   benches/icml2020/run.sh DIR [OUT]
#
# DIR has the TU zips. A cell is a file in OUT, this folder where none is named; what is there is left, what was interrupted
# goes on. SUBLEVEL names the program, JOBS the folds at a time, ONLY a pattern of the cells that are wanted.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
data="${1:?the folder with the TU zips}"
out="${2:-$here}"
sublevel="${SUBLEVEL:-sublevel}"

# Name of the cell, data set, options.
cell() {
    local name="$1" set="$2"
    shift 2
    # shellcheck disable=SC2053
    [[ "$name" == ${ONLY:-*} ]] || return 0
    local run="$out/$name.json.gz"
    echo "== $name" >&2
    if [ ! -e "$run" ]; then
        "$sublevel" train --data "$data/$set.zip" --folds icml2020 "$@" --jobs "${JOBS:-1}" --out "$run"
    elif gzip -dc "$run" | grep -q '"unfinished"'; then
        "$sublevel" train --data "$data/$set.zip" --jobs "${JOBS:-1}" --resume "$run"
    fi
}

# A data set's column for these features.
column() {
    local set="$1" features="$2" model
    for model in gfl sum sort-pool deep-sets; do
        cell "$set-$model-$features" "$set" --model "$model" --features "$features"
    done
    cell "$set-sum-5-$features" "$set" --model sum --layers 5 --features "$features"
}

for set in IMDB-BINARY IMDB-MULTI PROTEINS NCI1 REDDIT-BINARY REDDIT-MULTI-5K; do
    cell "$set-ph-only" "$set" --model ph-only
    case "$set" in
    REDDIT-*) column "$set" uninformative ;;
    IMDB-*) column "$set" degree ;;
    *)
        column "$set" degree
        column "$set" degree+label
        ;;
    esac
done
