import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";

/** The pictures of docs/using-the-ui.md, in the order in which it shows them. */
export const pictures = ["home", "ask", "request", "decide", "keys"] as const;

/** One of them. */
export type Picture = (typeof pictures)[number];

/** What a picture may weigh. */
export const pictureMaxBytes = 60_000;

const fileOf = (name: Picture) => fileURLToPath(new URL(`../../../docs/pictures/${name}.png`, import.meta.url));

/** How many bytes a picture has. */
export const bytesOf = (name: Picture) => statSync(fileOf(name)).size;

/** Takes a picture of a page as it stands for the documents, where these are made anew: `npm run docs:pictures`. */
export async function pictured(page: Page, name: Picture): Promise<void> {
  if (process.env["GATEHOUSE_PICTURES"] !== "new") return;
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 560 });
  await page.evaluate("document.querySelector('main').scrollTo(0, 0)");
  await page.screenshot({ path: fileOf(name), animations: "disabled", caret: "hide" });
  if (usual !== null) await page.setViewportSize(usual);
}
