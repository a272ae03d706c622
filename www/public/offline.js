// The service worker: it keeps the page for when there is no network, and never shows an older page than the server has.
//
// What is asked for under a name with a hash in it is taken from what is kept. Everything else, the page itself above all, is asked
// of the network first, and only where that cannot be reached it is what is kept. A page says when it is idle, and when it has the
// training module: what the server has is kept then, as a whole, in the place of the build before. This file is the same for every
// build, so a new one need not wait until the last page of the old one is closed.

const OURS = `sublevel ${self.registration.scope} `;
/** Number of the build and its files, relative to the page; `scripts/finish.js` writes it. */
const CONTENTS = "offline.json";
const TRAINING = "training.json";

const at = (file) => new URL(file, self.registration.scope).href;
const isHashed = (url) => ["assets/", "training/"].some((folder) => url.startsWith(at(folder)));

/** From the network, or what the browser has of a name with a hash in it: it was downloaded with the page. */
const fresh = (file) => new Request(at(file), { cache: isHashed(at(file)) ? "default" : "no-cache" });

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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

/** Names of what is kept of each build, the newest first. */
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

// One after the other; what fails is tried again at the next visit.
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
