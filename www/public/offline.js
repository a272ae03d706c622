// The service worker: it keeps the page for when there is no network, and never shows an older page than the server has.
//
// What is asked for under a name with a hash in it is taken from what is kept. Everything else, the page itself above all, is asked
// of the network first, and only where that cannot be reached it is what is kept. Each build is kept as a whole, under a number of
// its own, and takes the place of the one before.

/** A number of the build and its files, relative to the page; `scripts/finish.js` fills them in. */
const BUILD = "none";
const FILES = [];

const OURS = `sublevel ${self.registration.scope} `;
const KEPT = OURS + BUILD;
const TRAINING = "training.json";

const at = (file) => new URL(file, self.registration.scope).href;
const isHashed = (url) => ["assets/", "training/"].some((folder) => url.startsWith(at(folder)));

/** From the network, or what the browser has of a name with a hash in it: it was downloaded with the page. */
const fresh = (file) => new Request(at(file), { cache: isHashed(at(file)) ? "default" : "no-cache" });

self.addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(KEPT);
    await kept.addAll(["./", ...FILES].map(fresh));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const replace = async () => {
    const names = await caches.keys();
    const older = names.filter((name) => name.startsWith(OURS) && name !== KEPT);
    await Promise.all(older.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(replace());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.headers.has("range") || !request.url.startsWith(at("./"))) return;
  const address = new URL(request.url);
  address.hash = address.search = "";
  // A data set on the computer of the server may be large, and may change.
  if (address.href.startsWith(at("data/")) && address.href !== at("data/index.json")) return;
  event.respondWith(isHashed(address.href) ? keptFirst(request) : networkFirst(request, address.href));
});

async function keptFirst(request) {
  return (await (await caches.open(KEPT)).match(request)) ?? fetch(request);
}

async function networkFirst(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(KEPT)).match(request.mode === "navigate" ? at("./") : address);
    if (kept) return kept;
    throw error;
  }
}

// The page says when it has the training module: it is then in the browser, and kept, too.
self.addEventListener("message", (event) => {
  if (event.data === "training") event.waitUntil(keepTraining());
});

async function keepTraining() {
  const said = await fetch(fresh(TRAINING));
  const { state, module } = await said.clone().json();
  if (state !== "ready") return;
  const kept = await caches.open(KEPT);
  const files = [module, module.replace(/\.js$/, "_bg.wasm")].map(at);
  for (const { url } of await kept.keys())
    if (url.startsWith(at("training/")) && !files.includes(url)) await kept.delete(url);
  for (const url of files) if (!(await kept.match(url))) await kept.add(fresh(url));
  await kept.put(at(TRAINING), said);
}
