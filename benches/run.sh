#!/usr/bin/env bash
# Trains the cells of the paper's two tables and of the authors' notebook (icml2020), and other coordinate functions and bar weights on
# two data sets (hats). It also trains topology layers (topology) and baselines of the literature (literature). Every cell has the ten
# folds icml2020 and seed 0, and every run has 100 epochs.
#
#   benches/run.sh DIR [OUT]
#
# DIR contains the TU zips. A cell is a file in OUT, by default this folder. Finished cells stay unchanged, and interrupted cells
# resume. SUBLEVEL names the program, JOBS the number of simultaneous folds, ONLY a pattern of cells such as 'hats/*'.
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
    mkdir -p "$(dirname "$run")"
    echo "== $name" >&2
    if [ ! -e "$run" ]; then
        "$sublevel" train --data "$data/$set.zip" --folds icml2020 "$@" --jobs "${JOBS:-1}" --out "$run"
    # Without -q, because gzip fails if grep stops reading.
    elif gzip -dc "$run" | grep '"unfinished"' >/dev/null; then
        "$sublevel" train --data "$data/$set.zip" --jobs "${JOBS:-1}" --resume "$run"
    fi
}

# A data set's column for these features, without Deep Sets.
column() {
    local set="$1" features="$2" model
    for model in gfl sum sort-pool; do
        cell "icml2020/$set-$model-$features" "$set" --model "$model" --features "$features"
    done
    cell "icml2020/$set-sum-5-$features" "$set" --model sum --layers 5 --features "$features"
}

# Deep Sets. The authors configured it with degrees on the REDDIT data sets, too.
deep_sets() {
    local set="$1" features="$2"
    cell "icml2020/$set-deep-sets-$features" "$set" --model deep-sets --features "$features"
}

for set in IMDB-BINARY IMDB-MULTI PROTEINS NCI1 REDDIT-BINARY REDDIT-MULTI-5K; do
    cell "icml2020/$set-ph-only" "$set" --model ph-only
    deep_sets "$set" degree
    case "$set" in
    REDDIT-*)
        column "$set" uninformative
        cell "icml2020/$set-deep-sets-degree-dropout-0" "$set" --model deep-sets --features degree --dropout 0
        ;;
    IMDB-*) column "$set" degree ;;
    *)
        column "$set" degree
        column "$set" degree+label
        deep_sets "$set" degree+label
        ;;
    esac
done

# Rows of the authors' notebook with labels alone.
for set in PROTEINS NCI1; do
    cell "icml2020/$set-sum-label" "$set" --model sum --features label
    cell "icml2020/$set-sum-5-label" "$set" --model sum --layers 5 --features label
done
deep_sets NCI1 label

# The weight decay that the paper prints.
for set in IMDB-BINARY PROTEINS; do
    cell "icml2020/$set-gfl-degree-as-printed" "$set" --preset icml2020-as-printed --features degree
done

for set in IMDB-BINARY PROTEINS; do
    for hat in exponential gaussian triangle line deep-sets; do
        cell "hats/$set-$hat" "$set" --features degree --hat "$hat"
    done
    for weight in length grid gaussians; do
        cell "hats/$set-rational-$weight" "$set" --features degree --bar-weight "$weight"
    done
done

for layer in persistence static rephine; do
    cell "topology/PROTEINS-$layer" PROTEINS --model sum --features degree --topology-layer "$layer"
done
# The depth of TOGL, without features.
for layer in none persistence static; do
    cell "topology/PROTEINS-4-uninformative-$layer" PROTEINS --model sum --layers 4 --features uninformative --topology-layer "$layer"
done
# The eigenvalues of the large graphs of PROTEINS take hours.
for layer in persistence static rephine spectre; do
    cell "topology/IMDB-BINARY-$layer" IMDB-BINARY --model sum --features degree --topology-layer "$layer"
done

# The barcodes of GEFL.
for set in IMDB-BINARY PROTEINS; do
    cell "hats/$set-extended" "$set" --features degree --readout extended
done

# Learned values of edges.
for set in IMDB-BINARY PROTEINS; do
    cell "hats/$set-edge-filter" "$set" --features degree --edge-filter learned
done

# The models that the paper quotes. DCNN has the three steps of its authors.
literature() {
    local set="$1" features="$2"
    cell "literature/$set-dcnn-$features" "$set" --model dcnn --layers 3 --features "$features"
    cell "literature/$set-dgcnn-$features" "$set" --model dgcnn --features "$features"
    cell "literature/$set-patchysan-$features" "$set" --model patchysan --features "$features"
}

one_two_three() {
    local set="$1" features="$2"
    cell "literature/$set-1-2-3-gnn-$features" "$set" --model 1-2-3-gnn --features "$features"
}

for set in IMDB-BINARY IMDB-MULTI PROTEINS NCI1; do
    literature "$set" degree
    one_two_three "$set" degree
done
for set in PROTEINS NCI1; do
    literature "$set" degree+label
    one_two_three "$set" degree+label
done
# The pairs and triples of these graphs exceed the memory that 1-2-3-GNN may use.
for set in REDDIT-BINARY REDDIT-MULTI-5K; do
    literature "$set" uninformative
done
# A tenth of the learning rate of the protocol. With that of the protocol, folds of each of these models stay at chance.
slower() {
    local set="$1" model="$2" features="$3"
    cell "literature/$set-$model-$features-lr-0.001" "$set" --model "$model" --features "$features" --lr 0.001
}
slower NCI1 dgcnn degree+label
slower NCI1 1-2-3-gnn degree+label
slower NCI1 patchysan degree
slower REDDIT-BINARY patchysan uninformative
for set in IMDB-BINARY IMDB-MULTI; do
    slower "$set" 1-2-3-gnn degree
done

# A baseline without a neural network: name of the cell, data set, options. An interrupted cell begins again. PYTHON has the packages of
# literature/requirements.txt.
baseline() {
    local name="$1" set="$2"
    shift 2
    # shellcheck disable=SC2053
    [[ "$name" == ${ONLY:-*} ]] || return 0
    local run="$out/$name.json.gz"
    echo "== $name" >&2
    [ -e "$run" ] && return
    mkdir -p "$(dirname "$run")"
    "${PYTHON:-python3}" "$here/literature/wl.py" "$1" "$data/$set.zip" "${@:2}" --jobs "${JOBS:-1}" --out "$out/$name.part.gz"
    mv "$out/$name.part.gz" "$run"
}

# The published numbers of the social networks have no first colours.
for set in IMDB-BINARY IMDB-MULTI REDDIT-BINARY REDDIT-MULTI-5K; do
    baseline "literature/$set-wl-uninformative" "$set" wl --features uninformative
    baseline "literature/$set-wl-unnormalised-uninformative" "$set" wl --unnormalised --features uninformative
done
for set in PROTEINS NCI1; do
    baseline "literature/$set-wl-label" "$set" wl --features label
    baseline "literature/$set-wl-unnormalised-label" "$set" wl --unnormalised --features label
    baseline "literature/$set-p-wl-label" "$set" p-wl --features label
    baseline "literature/$set-p-wl-c-label" "$set" p-wl --features label --cycles
    baseline "literature/$set-p-wl-uc-label" "$set" p-wl --features label --cycles --uniform
done
