import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Locator, Page } from "playwright-core";

/** Largest size of a picture in bytes. */
export const pictureMaxBytes = 80_000;

/** Names of the pictures of the documents, in their order. */
export const pictureNames = ["home", "ask", "request", "decide", "borrow", "keys"] as const;

type PictureName = (typeof pictureNames)[number];

/**
 * Visible part of a long page: the element at the top of the picture, or the one at its bottom. The default is the beginning of the page.
 */
interface PicturePart {
  readonly from?: Locator;
  readonly until?: Locator;
}

const taken = new Set<PictureName>();

/** Returns the names of the pictures that the tests of this process have reached. */
export function picturesTaken(): ReadonlySet<PictureName> {
  return taken;
}

const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

/** Returns the sizes of the pictures of the documents in bytes, by file names. */
export function pictureBytes(): ReadonlyMap<string, number> {
  return new Map(readdirSync(folder).map((file) => [file, statSync(`${folder}${file}`).size]));
}

/** Takes a picture of a page for the documents in a run that renews them: `npm run docs:pictures`. */
export async function pictured(page: Page, name: PictureName, { from, until }: PicturePart = {}): Promise<void> {
  taken.add(name);
  if (process.env["GATEHOUSE_PICTURES"] !== "new") return;
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 660 });
  await page.evaluate("document.querySelector('main').scrollTo(0, 0)");
  await from?.evaluate((shown) => shown.scrollIntoView({ block: "start" }));
  await until?.evaluate((shown) => shown.scrollIntoView({ block: "end" }));
  await page.screenshot({ path: `${folder}${name}.png`, animations: "disabled", caret: "hide" });
  if (usual !== null) await page.setViewportSize(usual);
}
