// A notebook server with one notebook, without the settings and news of the user who runs it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

const MINUTE = 60_000;

function notebook(cells) {
  const code = (source, index) => ({
    cell_type: "code",
    id: `cell-${index}`,
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  });
  return {
    cells: cells.map(code),
    metadata: {
      kernelspec: { name: "python3", display_name: "Python 3" },
      language_info: { name: "python" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts `module`, jupyterlab or notebook, in a new folder with these cells as test.ipynb. `work` is the folder of the
 * kernel,
 * `said` the output of the server so far; `stop` ends it with its kernels.
 */
export async function startJupyter(python, module, folder, cells) {
  const work = join(folder, "work");
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "config/labconfig"), { recursive: true });
  await mkdir(work);
  // Otherwise it would request news from another computer.
  const quiet = { disabledExtensions: { "@jupyterlab/apputils-extension:announcements": true } };
  await writeFile(join(folder, "config/labconfig/page_config.json"), JSON.stringify(quiet));
  await writeFile(join(work, "test.ipynb"), JSON.stringify(notebook(cells)));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const options = ["--no-browser", "--allow-root", "--expose-app-in-browser", "--ip=127.0.0.1"];
  const server = spawn(
    python,
    ["-m", module, ...options, `--port=${port}`, "--ServerApp.port_retries=0", "--IdentityProvider.token="],
    {
      cwd: work,
      env: { ...process.env, HOME: folder, JUPYTER_CONFIG_DIR: join(folder, "config") },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = once(server, "exit");
  let said = "";
  server.stderr.on("data", (text) => (said += text));
  const stop = async () => {
    server.kill();
    // Its kernels end with it in either case.
    const late = setTimeout(() => server.kill("SIGKILL"), MINUTE / 4);
    await ended;
    clearTimeout(late);
  };
  for (const end = Date.now() + MINUTE; !(await answers(`${url}api`));) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > end) {
      await stop();
      assert.fail(`${module} did not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { url, work, said: () => said, stop };
}
