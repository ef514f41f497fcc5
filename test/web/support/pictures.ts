import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Locator, Page } from "playwright-core";

/** What a picture may weigh. */
export const pictureMaxBytes = 80_000;

/** The pictures of the documents, in the order in which they stand there. */
export const pictureNames = ["home", "ask", "request", "decide", "borrow", "keys"] as const;

type PictureName = (typeof pictureNames)[number];

/** What of a long page is to be seen: what stands at the top of the picture, or at its foot; its beginning, where nothing is said. */
interface PicturePart {
  readonly from?: Locator;
  readonly until?: Locator;
}

const taken = new Set<PictureName>();

/** The pictures that the tests of this process have come to. */
export function picturesTaken(): ReadonlySet<PictureName> {
  return taken;
}

const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

/** The pictures of the documents, each with its bytes. */
export function pictureBytes(): ReadonlyMap<string, number> {
  return new Map(readdirSync(folder).map((file) => [file, statSync(`${folder}${file}`).size]));
}

/** Takes a picture of a page as it stands for the documents, where these are made anew: `npm run docs:pictures`. */
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
