// The service worker: it stores the page for use without a network, and never shows an older page than that of the server.
//
// A file with a hash in its name comes from the store. Every other request, above all that of the page itself, goes to the
// network first; the store answers only if the network is unreachable. The page sends a message when it is idle, and another
// when it has loaded the training module. The worker then stores the complete build of the server, which replaces the
// previous one. This file is the same for every build, so a new build need not wait until the last page of the old one
// closes.

const OURS = `sublevel ${self.registration.scope} `;
/** Number of the build and its files, relative to the page; `scripts/finish.js` writes it. */
const CONTENTS = "offline.json";
const TRAINING = "training.json";

const at = (file) => new URL(file, self.registration.scope).href;
const isHashed = (url) => ["assets/", "training/"].some((folder) => url.startsWith(at(folder)));

/** A request to the network or, for a name with a hash, to the HTTP cache: the file was downloaded with the page. */
const fresh = (file) => new Request(at(file), { cache: isHashed(at(file)) ? "default" : "no-cache" });

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.headers.has("range") || !request.url.startsWith(at("./"))) return;
  const address = new URL(request.url);
  address.hash = address.search = "";
  // A data set on the computer of the server can be large, and can change.
  if (address.href.startsWith(at("data/")) && address.href !== at("data/index.json")) return;
  // A run log grows, and its events do not end.
  if (address.href.startsWith(at("run/"))) return;
  event.respondWith(isHashed(address.href) ? keptFirst(request) : networkFirst(request, address.href));
});

async function keptFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

/** The documentation has pages of the same origin, which are not stored. */
const isPage = (request, address) => request.mode === "navigate" && !address.startsWith(at("docs/"));

async function networkFirst(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(isPage(request, address) ? at("./") : address);
    if (found) return found;
    throw error;
  }
}

/** Names of the stored builds, the newest first. */
async function builds() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS)).reverse();
}

async function kept(request) {
  for (const build of await builds()) {
    const found = await (await caches.open(build)).match(request);
    if (found) return found;
  }
  return undefined;
}

const KEEPERS = { page: keepPage, training: keepTraining };
let working = Promise.resolve();

// One after the other; the next visit repeats a failed message.
self.addEventListener("message", (event) => {
  working = working.then(KEEPERS[event.data]).catch((error) => console.info("Not kept for later.", error));
  event.waitUntil(working);
});

async function keepPage() {
  const { build, files } = await (await fetch(fresh(CONTENTS))).json();
  const name = OURS + build;
  const cache = await caches.open(name);
  if (!(await cache.match(at("./")))) await cache.addAll(["./", ...files].map(fresh));
  for (const other of await builds()) if (other !== name) await caches.delete(other);
}

async function keepTraining() {
  const [build] = await builds();
  if (!build) return;
  const said = await fetch(fresh(TRAINING));
  const { state, module } = await said.clone().json();
  if (state !== "ready") return;
  const cache = await caches.open(build);
  const files = [module, module.replace(/\.js$/, "_bg.wasm")].map(at);
  for (const { url } of await cache.keys())
    if (url.startsWith(at("training/")) && !files.includes(url)) await cache.delete(url);
  for (const url of files) if (!(await cache.match(url))) await cache.add(fresh(url));
  await cache.put(at(TRAINING), said);
}
