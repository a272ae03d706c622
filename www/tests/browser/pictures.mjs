// Writes the pictures of README.md and the docs. The server must offer PROTEINS.
//
//   node tests/browser/pictures.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out screenshots

import { LEARNING, painted } from "./stage.mjs";
import { launch, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";

const EPOCHS = 8;

const browser = await launch(WITHOUT_GPU);

async function picture(name, opened, use) {
  await withPage(browser, opened, async (page) => {
    await use(page);
    await painted(page);
    await page.screenshot({ path: screenshotPath(name) });
  });
}

const train = (page) => page.getByRole("button", { name: "Train", exact: true }).click();

await picture("lesson", { ...LEARNING, query: "#v=1&lesson=who-ends~2" }, (page) =>
  page.locator(".stage-bar").nth(1).waitFor(),
);

await picture("training", { query: "#v=1&page=inspect&data=PROTEINS&graph=3" }, async (page) => {
  await train(page);
  await page.waitForFunction((epochs) => window.sublevel.state().run.epochs.length > epochs, EPOCHS);
});

await picture("model", { query: "#v=1&page=inspect&data=PROTEINS" }, async (page) => {
  await page.evaluate((epochs) => window.sublevel.dispatch({ type: "settings", change: { epochs } }), EPOCHS);
  await train(page);
  await page.waitForFunction(() => window.sublevel.state().run.phase === "finished");
  await page.getByRole("button", { name: "Model", exact: true }).click();
  await page.getByRole("radio", { name: "Errors", exact: true }).check();
  await page.locator(".fail-thumb").nth(3).click();
  await page.locator(".why-rows").waitFor();
  // The layout of the graph settles.
  await page.waitForTimeout(3000);
});

await picture("separate", { query: "#v=1&page=separate", ready: false }, async (page) => {
  await page.locator(".separate-bars .barcode-frame").first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".separate-verdict")].every(({ textContent }) => textContent !== "…"),
  );
});

await browser.close();
