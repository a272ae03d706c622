// The browser tests, one after the other: they measure time, so nothing else may run beside them.
//
//   node tests/browser/all.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER
//
// `cargo test --test page browser` starts the server and calls this.

import "./arrival.mjs";
import "./offline.mjs";
import "./learn.mjs";
import "./hold.mjs";
import "./onstage.mjs";
import "./asking.mjs";
import "./tools.mjs";
import "./editing.mjs";
import "./touch.mjs";
import "./legible.mjs";
import "./lessons.mjs";
import "./still.mjs";
import "./own-lesson.mjs";
import "./learn-gpu.mjs";
import "./page.mjs";
import "./options.mjs";
import "./files.mjs";
import "./kept.mjs";
import "./crashes.mjs";
import "./devices.mjs";
import "./learned.mjs";
import "./colours.mjs";
import "./extended.mjs";
import "./fail.mjs";
import "./folds.mjs";
import "./classes.mjs";
import "./compare.mjs";
import "./hats.mjs";
import "./instances.mjs";
import "./shaders.mjs";
import "./step.mjs";
import "./take.mjs";
import "./timeline.mjs";
import "./together.mjs";
import "./training.mjs";
import "./weights.mjs";
import "./why.mjs";
import "./speed.mjs";
