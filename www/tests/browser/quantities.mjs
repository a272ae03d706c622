// Quantities of vertices, and the share of a filter that each explains: a direct, slow implementation, compared with the page.

/** The neighbours of each vertex of a graph in GraphML. */
export function neighboursIn(graphml) {
  const around = [...graphml.matchAll(/<node id="(\d+)"/g)].map(() => new Set());
  for (const [, u, v] of graphml.matchAll(/<edge source="(\d+)" target="(\d+)"/g)) {
    around[u].add(Number(v));
    around[v].add(Number(u));
  }
  return around;
}

/** The distance of each reachable vertex from this one. */
function distances(around, from) {
  const far = new Map([[from, 0]]);
  for (const [v, distance] of far) for (const u of around[v]) if (!far.has(u)) far.set(u, distance + 1);
  return far;
}

/** The k-core remains when vertices with fewer than k neighbours are removed repeatedly. */
function coreNumbers(around) {
  const core = around.map(() => 0);
  for (let k = 1; core.some((number) => number === k - 1); k++) {
    const left = new Set(around.keys());
    let before;
    do {
      before = left.size;
      for (const v of left) if ([...around[v]].filter((u) => left.has(u)).length < k) left.delete(v);
    } while (left.size < before);
    for (const v of left) core[v] = k;
  }
  return core;
}

function clustering(around, v) {
  const pairs = [...around[v]].flatMap((u, at, all) => all.slice(at + 1).map((w) => around[u].has(w)));
  return pairs.length === 0 ? 0 : pairs.filter(Boolean).length / pairs.length;
}

/** One over the mean distance, times the share of the other vertices that are reachable. */
function closeness(around, v) {
  const reached = [...distances(around, v).values()];
  const total = reached.reduce((a, b) => a + b, 0);
  const others = reached.length - 1;
  return total === 0 ? 0 : (others * others) / (total * (around.length - 1));
}

/** The quantities of every graph by their names in the page: a number for each vertex. */
export const OF_STRUCTURE = {
  degree: (around) => around.map(({ size }) => size),
  "core number": coreNumbers,
  clustering: (around) => around.map((_, v) => clustering(around, v)),
  closeness: (around) => around.map((_, v) => closeness(around, v)),
  "component size": (around) => around.map((_, v) => distances(around, v).size),
};

/** Each value is a level. More than 256 real values are grouped: by rank, and then where a group varies most. */
export function levelsOf(values, named) {
  const single = Float32Array.from(values);
  const sorted = single.toSorted();
  let firsts = [...new Set(sorted)];
  if (firsts.length > 256 && !named && !single.every(Number.isInteger)) firsts = groupsOf(sorted);
  return Array.from(single, (value) => firsts.findLastIndex((first) => first <= value));
}

const meanOf = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

function squaresOf(numbers) {
  const mean = meanOf(numbers);
  return numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0);
}

/**
 * 128 groups by rank. Splits the group with the largest sum of squares at its mean until 0.005 % of the variance is left.
 */
function groupsOf(sorted) {
  const ranked = new Set(
    Array.from({ length: 128 }, (_, group) => sorted[Math.floor((group * sorted.length) / 128)]),
  );
  const firsts = [...ranked];
  const measured = (group) => ({ group, within: squaresOf(group) });
  const groups = firsts.map((first, at) =>
    measured([...sorted].filter((x) => x >= first && !(x >= firsts[at + 1]))),
  );
  const limit = 5e-5 * squaresOf([...sorted]);
  while (groups.reduce((sum, { within }) => sum + within, 0) > limit) {
    const largest = groups.reduce((best, one) => (one.within > best.within ? one : best));
    const mean = meanOf(largest.group);
    const parts = [largest.group.filter((x) => x <= mean), largest.group.filter((x) => x > mean)];
    groups.splice(groups.indexOf(largest), 1, ...parts.map(measured));
  }
  return groups.map(({ group }) => group[0]).sort((a, b) => a - b);
}

/** η² = Σ nₗ (m̄ₗ − m̄)² / Σ (f − m̄)², over these vertices. */
export function etaSquared(f, level, vertices) {
  const mean = (of) => of.reduce((sum, v) => sum + f[v], 0) / of.length;
  const all = mean(vertices);
  const groups = new Map(vertices.map((v) => [level[v], []]));
  for (const v of vertices) groups.get(level[v]).push(v);
  const between = [...groups.values()].reduce(
    (sum, group) => sum + group.length * (mean(group) - all) ** 2,
    0,
  );
  return between / vertices.reduce((sum, v) => sum + (f[v] - all) ** 2, 0);
}
